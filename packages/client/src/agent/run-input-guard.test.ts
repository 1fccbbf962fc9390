import { describe, expect, test, vi } from "vitest";
import { readRunInput } from "./run-input-guard.ts";

const whole = {
  threadId: "t",
  runId: "r",
  protocolVersion: "1.1",
  parentRunId: "p",
  state: { a: null },
  messages: [
    { id: "1", role: "user", content: [{ type: "text", text: "hi" }] },
    {
      id: "2",
      role: "assistant",
      toolCalls: [{ id: "c", type: "function", function: { name: "f", arguments: "{" } }],
    },
    { id: "3", role: "tool", toolCallId: "c", content: "done", error: "no" },
    { id: "4", role: "reasoning", content: "hm", encryptedValue: "x" },
    { id: "5", role: "activity", activityType: "plan", content: {} },
    { id: "6", role: "system", content: "s" },
    { id: "7", role: "developer", content: "d" },
  ],
  tools: [{ name: "f", description: "d", parameters: { type: "object" } }],
  context: [{ description: "d", value: "v" }],
  forwardedProps: { keep: null },
  resume: [
    { interruptId: "a", status: "resolved", payload: { x: null } },
    { interruptId: "b", status: "cancelled", metadata: {} },
  ],
};

test("a whole input is read as it is, nulls inside free JSON included", () => {
  const onWarning = vi.fn();
  expect(readRunInput(structuredClone(whole), onWarning)).toEqual(whole);
  expect(onWarning).not.toHaveBeenCalled();
});

test("the lists may be left out, and nulls of optional fields read as absent", () => {
  const read = readRunInput(
    {
      threadId: "t",
      runId: "r",
      parentRunId: null,
      protocolVersion: null,
      state: null,
      messages: [
        { id: "1", role: "assistant", content: null, name: null, toolCalls: null },
        { id: "2", role: "assistant", toolCalls: [{ id: "c", function: { name: "f", arguments: "" } }] },
      ],
      tools: null,
      forwardedProps: null,
      resume: [{ interruptId: "a", status: "resolved", payload: null, metadata: null }],
    },
    () => {},
  );
  expect(read).toEqual({
    threadId: "t",
    runId: "r",
    state: {},
    messages: [
      { id: "1", role: "assistant" },
      {
        id: "2",
        role: "assistant",
        toolCalls: [{ id: "c", type: "function", function: { name: "f", arguments: "" } }],
      },
    ],
    tools: [],
    context: [],
    resume: [{ interruptId: "a", status: "resolved" }],
  });
});

test("what a newer client may send is left out with a warning that says where", () => {
  const onWarning = vi.fn();
  const read = readRunInput(
    {
      threadId: "t",
      runId: "r",
      future: 1,
      messages: [
        { id: "1", role: "hologram" },
        { id: "2", role: "user", content: [{ type: "smell" }, { type: "text", text: "hi" }] },
      ],
    },
    onWarning,
  );
  expect(read.messages).toEqual([{ id: "2", role: "user", content: [{ type: "text", text: "hi" }] }]);
  expect(onWarning.mock.calls.map(([warning]) => [warning.code, warning.path])).toEqual([
    ["unknown-role", "messages[0]"],
    ["unknown-part", "messages[1].content[0]"],
  ]);
});

describe("a malformed field is refused by its path", () => {
  const message = (fields: object) => ({ messages: [{ id: "1", ...fields }] });
  test.each([
    ["threadId", { threadId: 1 }],
    ["runId", { runId: undefined }],
    ["parentRunId", { parentRunId: {} }],
    ["protocolVersion", { protocolVersion: 1 }],
    ["messages", { messages: null }],
    ["messages[0]", { messages: ["hi"] }],
    ["messages[0].role", message({})],
    ["messages[0].id", { messages: [{ role: "user", content: "" }] }],
    ["messages[0].content", message({ role: "user" })],
    ["messages[0].content", message({ role: "user", content: [{ type: "text" }] })],
    [
      "messages[0].content",
      message({ role: "user", content: [{ type: "image", source: { type: "data", value: "" } }] }),
    ],
    ["messages[0].content", message({ role: "assistant", content: 1 })],
    ["messages[0].toolCalls", message({ role: "assistant", toolCalls: [{ id: "c" }] })],
    ["messages[0].toolCallId", message({ role: "tool", content: "" })],
    ["messages[0].content", message({ role: "activity", activityType: "a", content: [] })],
    ["tools", { tools: {} }],
    ["tools[0]", { tools: [{ name: "f" }] }],
    ["context[0]", { context: [null] }],
    ["resume", { resume: "yes" }],
    ["resume[0]", { resume: [{ interruptId: "a", status: "postponed" }] }],
    ["resume[0]", { resume: [{ status: "resolved" }] }],
  ])("%s: %j", (path, change) => {
    const read = () => readRunInput({ ...whole, ...change }, () => {});
    expect(read).toThrow(expect.objectContaining({ name: "ProtocolError", rule: "run-input", path }));
  });

  test.each([[null], [[]], ["text"], [1]])("the input as a whole: %j", (value) => {
    expect(() => readRunInput(value, () => {})).toThrow("must be an object");
  });
});
