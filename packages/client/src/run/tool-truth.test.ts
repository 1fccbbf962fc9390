import { fail, rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it, vi } from "vitest";
import { asks, client, finished, objectsOf, started, succeeds } from "../../../../test/support/scripted.ts";
import { defineTool, type ToolDefinition } from "./define-tool.ts";

const call = (id: string, name = "wipe") => [
  { type: "TOOL_CALL_START", toolCallId: id, toolCallName: name, parentMessageId: `a-${id}` },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta: "{}" },
  { type: "TOOL_CALL_END", toolCallId: id },
];
const calls = (...ids: string[]): Script =>
  rawRun((input) => [started(input), ...ids.flatMap((id) => call(id)), finished(input)]);
const fails: Script = [fail("No.")];
const wipe = (rest: Partial<ToolDefinition<unknown>> = {}) =>
  defineTool({ name: "wipe", description: "Wipes.", needsApproval: true, ...rest });
const results = (input: { messages: readonly { role: string }[] } | undefined) =>
  input?.messages.filter(({ role }) => role === "tool");
const thread = (tools: ReturnType<typeof wipe>[], ...scripts: Script[]) => {
  const { transport, inputs } = scriptedAgent(...scripts);
  return { inputs, thread: client(transport, { tools }).thread("t") };
};

describe("a question and a call with one id", () => {
  const both: Script = rawRun((input) => {
    const interrupts = [{ id: "c1", reason: "x" }];
    return [
      started(input),
      ...call("c1"),
      ...call("tool:c1"),
      finished(input, { type: "interrupt", interrupts }),
    ];
  });

  it("are two questions, both answered and both sent", async () => {
    const execute = vi.fn((_: unknown, { toolCallId }: { toolCallId: string }) => toolCallId);
    const { thread: talk, inputs } = thread([wipe({ execute })], both, succeeds);
    await talk.send("Go");
    const ids = talk.approvals.get().items.map(({ id, kind }) => `${kind} ${id}`);
    expect(ids).toEqual(["interrupt c1", "tool tool:c1", "tool tool:tool:c1"]);
    talk.approvals.answer("c1", "an answer");
    expect(talk.approvals.get().counts).toMatchObject({ answered: 1, open: 2 });
    talk.approvals.answer("tool:c1", true);
    talk.approvals.decline("tool:tool:c1");
    await talk.approvals.submit();
    expect(execute).toHaveBeenCalledTimes(1);
    expect(inputs[1]?.resume).toEqual([{ interruptId: "c1", status: "resolved", payload: "an answer" }]);
    expect(results(inputs[1])).toMatchObject([
      { toolCallId: "c1", content: "c1" },
      { toolCallId: "tool:c1", error: "The user declined the call." },
    ]);
    expect(talk.decisions.get()).toMatchObject([
      { interruptId: "c1", payload: "an answer" },
      { interruptId: "tool:c1", toolCallId: "c1", status: "resolved" },
      { interruptId: "tool:tool:c1", toolCallId: "tool:c1", status: "cancelled" },
    ]);
  });
});

describe("a tool that has run", () => {
  it.each<[string, (talk: ReturnType<typeof thread>["thread"]) => void]>([
    ["declined", (talk) => talk.approvals.decline("c1")],
    ["answered with no", (talk) => talk.approvals.answer("c1", false)],
  ])("and is %s afterwards was allowed", async (_name, change) => {
    const execute = vi.fn(() => "done");
    const { thread: talk, inputs } = thread([wipe({ execute })], calls("c1"), fails, succeeds);
    await talk.send("Go");
    talk.approvals.answer("c1", true);
    await talk.approvals.submit();
    expect(talk.approvals.get().phase).toBe("failed");
    change(talk);
    await talk.approvals.submit();
    expect(execute).toHaveBeenCalledTimes(1);
    expect(results(inputs[2])).toMatchObject([{ toolCallId: "c1", content: "done" }]);
    expect(talk.decisions.get()).toMatchObject([
      { interruptId: "c1", toolCallId: "c1", status: "resolved", payload: true },
    ]);
  });
});

describe("a call that its run left behind", () => {
  it.each<[string, Script]>([
    ["failed", rawRun((input) => [started(input), ...call("c1"), { type: "RUN_ERROR", message: "No." }])],
    ["broke off", rawRun((input) => [started(input), ...call("c1")])],
    ["broke off in it", rawRun((input) => [started(input), ...call("c1").slice(0, 2)])],
    [
      "was cancelled",
      rawRun((input) => [started(input), ...call("c1"), finished(input, { type: "cancelled" })]),
    ],
    [
      "failed after its end",
      rawRun((input) => [
        started(input),
        ...call("c1"),
        finished(input),
        { type: "RUN_ERROR", message: "Late." },
      ]),
    ],
  ])("as it %s is answered before the thread goes on, and not made", async (_name, script) => {
    const execute = vi.fn();
    const { thread: talk, inputs } = thread([wipe({ execute })], script, succeeds);
    await talk.send("Go");
    expect(talk.approvals.get().items).toEqual([]);
    await talk.send("Next");
    expect(execute).not.toHaveBeenCalled();
    expect(inputs[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(results(inputs[1])).toMatchObject([
      { toolCallId: "c1", error: "The run ended before the call was made." },
    ]);
  });

  it("is the agent's where it is bound to a question, is another's tool, or was told by the app", async () => {
    const interrupts = [{ id: "q", reason: "x", toolCallId: "c1" }];
    const { thread: talk, inputs } = thread(
      [wipe()],
      rawRun((input) => [
        started(input),
        ...call("c1"),
        ...call("c2", "theirs"),
        finished(input, { type: "interrupt", interrupts }),
      ]),
      succeeds,
    );
    const toolCalls = [{ id: "c0", type: "function" as const, function: { name: "wipe", arguments: "{}" } }];
    talk.setMessages([{ id: "m0", role: "assistant", toolCalls }]);
    await talk.send("Go");
    talk.approvals.answer("q", 1);
    await talk.approvals.submit();
    expect(results(inputs[1])).toEqual([]);
    await talk.send("Next");
    expect(results(inputs[2])).toEqual([]);
  });
});

describe("a replayed call that was answered long ago", () => {
  const answer = { id: "r1", role: "tool", toolCallId: "c1", content: "done" };
  const snapshot = {
    type: "MESSAGES_SNAPSHOT",
    messages: [
      {
        id: "a-c1",
        role: "assistant",
        toolCalls: [{ id: "c1", type: "function", function: { name: "wipe", arguments: "{}" } }],
      },
      answer,
    ],
  };
  /** Plays the old run that called, then what comes. */
  const replays = (needsApproval: boolean, rest: Script): Script =>
    rawRun(async function* (input, signal) {
      const old = { ...input, runId: "old-1" };
      yield started(old);
      yield* call("c1");
      yield finished(old, needsApproval ? undefined : { type: "success" });
      yield* objectsOf(rest, input, signal);
    });
  const echo: Script = rawRun((input) => [
    { ...started(input), input: { ...input, messages: [answer] } },
    { type: "RUN_ERROR", message: "No." },
  ]);
  const shows: Script = rawRun((input) => [started(input), snapshot, finished(input)]);
  const ends: Script = rawRun((input) => [
    started(input),
    { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "done" },
    finished(input),
  ]);

  it.each<[string, boolean, Script]>([
    ["the echoed input", true, echo],
    ["a later snapshot", true, shows],
    ["a later result", true, ends],
    ["the echoed input", false, echo],
    ["a later snapshot", false, shows],
    ["a later result", false, ends],
  ])("as %s shows is not asked about (consent: %s), run or answered again", async (_name, consent, rest) => {
    const execute = vi.fn();
    const tool = wipe({ execute, needsApproval: consent });
    const { thread: talk, inputs } = thread([tool], replays(consent, rest), succeeds);
    await talk.run();
    expect(talk.approvals.get()).toMatchObject({ phase: "none", items: [] });
    await talk.send("Next");
    expect(execute).not.toHaveBeenCalled();
    expect(inputs).toHaveLength(2);
    expect(results(inputs[1])?.every((message) => "id" in message && message.id === "r1")).toBe(true);
  });

  it("leaves the other questions of its batch", async () => {
    const { thread: talk } = thread(
      [wipe()],
      rawRun(async function* (input, signal) {
        yield* objectsOf(calls("c1", "c2"), { ...input, runId: "old-1" }, signal);
        yield* objectsOf(echo, input, signal);
      }),
    );
    await talk.run();
    expect(talk.approvals.get()).toMatchObject({ phase: "open", items: [{ id: "c2" }] });
  });

  it("keeps the answers that are out", async () => {
    const again: Script = rawRun(async function* (input, signal) {
      const old = { ...input, runId: inputs[0]?.runId ?? "" };
      yield { ...started(old), input: { ...old, messages: [answer] } };
      yield snapshot;
      yield finished(old);
      yield* objectsOf(fails, input, signal);
    });
    const tool = wipe({ execute: () => "mine" });
    const { thread: talk, inputs } = thread([tool], calls("c1"), again, succeeds);
    await talk.run();
    talk.approvals.answer("c1", true);
    await talk.approvals.submit();
    expect(talk.approvals.get()).toMatchObject({
      phase: "failed",
      items: [{ id: "c1", status: "answered" }],
    });
    await talk.approvals.retry();
    expect(results(inputs[2])).toEqual([answer]);
    expect(talk.decisions.get()).toMatchObject([{ interruptId: "c1", payload: true }]);
  });
});

it("questions of the agent alone are asked as ever where there are tools", async () => {
  const { thread: talk } = thread([wipe()], asks({ id: "q", reason: "x" }));
  await talk.send("Go");
  expect(talk.approvals.get().items).toMatchObject([{ id: "q", kind: "interrupt" }]);
});

it("a replayed call is not made by itself after a run that broke off", async () => {
  const execute = vi.fn();
  const { thread: talk, inputs } = thread(
    [wipe({ execute, needsApproval: false })],
    rawRun(async function* (input, signal) {
      yield* objectsOf(calls("c1"), { ...input, runId: "old-1" }, signal);
      yield started(input);
    }),
    succeeds,
  );
  expect((await talk.run()).status).toBe("truncated");
  expect(talk.get().status).toBe("truncated");
  expect(execute).not.toHaveBeenCalled();
  expect(inputs).toHaveLength(1);
});

it("a call that a question was about is the app's where a later run leaves it", async () => {
  const interrupts = [{ id: "q", reason: "x", toolCallId: "c1" }];
  const execute = vi.fn(() => "done");
  const { thread: talk, inputs } = thread(
    [wipe({ execute, needsApproval: false })],
    rawRun((input) => [started(input), ...call("c1"), finished(input, { type: "interrupt", interrupts })]),
    rawRun((input) => [started(input), finished(input, { type: "success", pendingToolCallIds: ["c1"] })]),
    succeeds,
  );
  await talk.send("Go");
  talk.approvals.answer("q", true);
  await talk.approvals.submit();
  expect(execute).toHaveBeenCalledTimes(1);
  expect(results(inputs[1])).toEqual([]);
  expect(results(inputs[2])).toMatchObject([{ toolCallId: "c1", content: "done" }]);
});
