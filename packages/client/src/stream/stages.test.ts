import { describe, expect, it } from "vitest";
import { isProtocolError, ProtocolError } from "../errors.ts";
import type { Warning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { compat } from "./compat.ts";
import { type Report, type Stage, sentenceOf } from "./stage.ts";
import { verifyThread } from "./verify.ts";

function through<In, Out>(stage: Stage<In, Out>, events: readonly In[]) {
  const out: Out[] = [];
  const warnings: Warning[] = [];
  const report: Report = {
    warn: (warning) => warnings.push(warning),
    mended(code, message = code) {
      if (!warnings.some((each) => each.code === code)) warnings.push({ code, message });
    },
    fatal(fault) {
      throw new ProtocolError(sentenceOf("Event 0", fault), fault);
    },
  };
  const push = stage((event) => out.push(event), report);
  let error: ProtocolError | undefined;
  try {
    for (const event of events) push(event);
  } catch (thrown) {
    if (!isProtocolError(thrown)) throw thrown;
    error = thrown;
  }
  return { out, warnings, error };
}

const START: AgentEvent = { type: "RUN_STARTED", threadId: "t", runId: "r", protocolVersion: "1.1" };
const OLD_START: AgentEvent = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const FINISH: AgentEvent = { type: "RUN_FINISHED", threadId: "t", runId: "r" };
const text = (fields: object): AgentEvent => ({ type: "TEXT_MESSAGE_CHUNK", ...fields });
const call = (fields: object): AgentEvent => ({ type: "TOOL_CALL_CHUNK", ...fields });
const types = (events: readonly AgentEvent[]) => events.map((event) => event.type);

describe("the compatibility boundary", () => {
  it.each([
    ["1.0", []],
    ["1.1", []],
    ["0.9", []],
    ["0.0.57", ["version-unreadable"]],
    ["1.10", ["version-newer"]],
    ["2.0", ["version-newer"]],
    ["latest", ["version-unreadable"]],
  ])("judges version %s", (protocolVersion, codes) => {
    const { out, warnings } = through(compat, [{ ...START, protocolVersion }]);
    expect(warnings.map((warning) => warning.code)).toEqual(codes);
    expect(out).toHaveLength(1);
  });
});

describe("chunk expansion", () => {
  const expand = verifyThread("t");
  it("opens, continues and closes an item, and carries what the chunk carried", () => {
    const { out } = through(expand, [
      START,
      text({ messageId: "m", name: "Ada", delta: "a", metadata: { x: 1 } }),
      text({ delta: "b" }),
      text({ metadata: { y: 2 } }),
      FINISH,
    ]);
    expect(out.slice(1, -1)).toEqual([
      { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant", name: "Ada", metadata: { x: 1 } },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "a" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "b" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "", metadata: { y: 2 } },
      { type: "TEXT_MESSAGE_END", messageId: "m" },
    ]);
  });

  it("closes the item before another of its lane, and stands aside for what closes nothing", () => {
    const { out } = through(expand, [
      START,
      text({ messageId: "m", delta: "a" }),
      { type: "RAW", event: 1 },
      text({ delta: "b" }),
      call({ toolCallId: "c", toolCallName: "f", delta: "{}" }),
      { type: "STATE_SNAPSHOT", snapshot: 1 },
    ]);
    expect(types(out).slice(1)).toEqual([
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "RAW",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "TOOL_CALL_START",
      "TOOL_CALL_ARGS",
      "TOOL_CALL_END",
      "STATE_SNAPSHOT",
    ]);
  });

  it("keeps the lanes of subagents apart", () => {
    const { out, error } = through(expand, [
      START,
      { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "one" },
      text({ messageId: "a", delta: "1", subagentRunId: "s1" }),
      text({ messageId: "b", delta: "2", subagentRunId: "s2" }),
      text({ messageId: "a", delta: "3" }),
      { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
      text({ delta: "4" }),
    ]);
    expect(error).toBeUndefined();
    expect(out.slice(6)).toEqual([
      { type: "TEXT_MESSAGE_CONTENT", messageId: "a", delta: "3" },
      { type: "TEXT_MESSAGE_END", messageId: "a", subagentRunId: "s1" },
      { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "b", delta: "4" },
    ]);
  });

  it.each<[string, AgentEvent[], string]>([
    ["a first chunk without id", [text({ delta: "a" })], "first-chunk-without-id"],
    ["a first call chunk without name", [call({ toolCallId: "c" })], "first-chunk-without-name"],
    ["another role", [text({ messageId: "m" }), text({ role: "user" })], "chunk-conflict"],
    ["a name where none was", [text({ messageId: "m" }), text({ name: "Ada" })], "chunk-conflict"],
    [
      "another tool",
      [call({ toolCallId: "c", toolCallName: "f" }), call({ toolCallName: "g" })],
      "chunk-conflict",
    ],
    [
      "no hint which of two goes on",
      [
        text({ messageId: "a", subagentRunId: "s1" }),
        text({ messageId: "b", subagentRunId: "s2" }),
        text({ delta: "c" }),
      ],
      "ambiguous-chunk",
    ],
  ])("refuses %s", (_name, events, rule) => {
    expect(through(expand, [START, ...events]).error?.rule).toBe(rule);
  });
});

describe("verification", () => {
  const verify = verifyThread("t");
  const message = (type: "START" | "CONTENT" | "END", fields: object = {}): AgentEvent => ({
    ...{ type: `TEXT_MESSAGE_${type}` as const, messageId: "m", delta: "x" },
    ...fields,
  });

  it("lets a closed message be opened again, and a stream carry several runs", () => {
    const { error, out } = through(verify, [
      START,
      message("START"),
      message("END"),
      message("START"),
      message("CONTENT"),
      message("END"),
      FINISH,
      { ...START, type: "RUN_STARTED", threadId: "t", runId: "r2" },
      { type: "RUN_ERROR", message: "no" },
      START,
      FINISH,
      { type: "RUN_ERROR", message: "late" },
    ]);
    expect(error).toBeUndefined();
    expect(out).toHaveLength(12);
  });

  it.each<[string, AgentEvent[], string, string]>([
    ["a stream that opens with anything", [FINISH], "first-event", "no RUN_STARTED"],
    ["a run in a run", [START, START], "nested-run", '"r"'],
    ["content of nothing open", [START, message("CONTENT")], "not-open", '"m"'],
    ["a start of what is open", [START, message("START"), message("START")], "already-open", '"m"'],
    ["an end with a message open", [START, message("START"), FINISH], "open-at-finish", '"m"'],
    [
      "an end with a step open",
      [START, { type: "STEP_STARTED", stepName: "s" }, FINISH],
      "open-at-finish",
      '"s"',
    ],
    ["a step that was not started", [START, { type: "STEP_FINISHED", stepName: "s" }], "not-open", '"s"'],
    ["an event after the end", [START, FINISH, message("START")], "event-after-end", "after RUN_FINISHED"],
    [
      "a second failure",
      [START, { type: "RUN_ERROR", message: "" }, { type: "RUN_ERROR", message: "" }],
      "event-after-end",
      "after RUN_ERROR",
    ],
    ["another run's end", [START, { type: "RUN_FINISHED", threadId: "t", runId: "x" }], "wrong-run", '"x"'],
    [
      "another thread's end",
      [START, { type: "RUN_FINISHED", threadId: "x", runId: "r" }],
      "wrong-thread",
      '"x"',
    ],
    [
      "content claimed by another subagent",
      [START, message("START", { subagentRunId: "s1" }), message("CONTENT", { subagentRunId: "s2" })],
      "attribution-mismatch",
      '"s2"',
    ],
    [
      "an interrupt outcome without interrupts",
      [
        START,
        { type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "interrupt", interrupts: [] } },
      ],
      "empty-interrupts",
      "outcome.interrupts",
    ],
    [
      "two interrupts of one id",
      [
        START,
        {
          type: "RUN_FINISHED",
          threadId: "t",
          runId: "r",
          outcome: {
            type: "interrupt",
            interrupts: [
              { id: "i", reason: "a" },
              { id: "i", reason: "b" },
            ],
          },
        },
      ],
      "duplicate-interrupt",
      '"i"',
    ],
  ])("refuses %s", (_name, events, rule, words) => {
    const { error } = through(verify, events);
    expect(error?.rule).toBe(rule);
    expect(error?.message).toContain(words);
  });
});

describe("ownership", () => {
  const verify = verifyThread("t");
  const callStart = (fields: object): AgentEvent => ({
    ...{ type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "f" },
    ...fields,
  });
  const callArgs = (fields: object = {}): AgentEvent => ({
    ...{ type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "{}" },
    ...fields,
  });
  const callEnd: AgentEvent = { type: "TOOL_CALL_END", toolCallId: "c" };
  const refused = (...events: AgentEvent[]) => through(verify, [START, ...events]).error?.rule;

  it("knows the id of a call from the same id of a message", () => {
    const message: AgentEvent[] = [
      { type: "TEXT_MESSAGE_START", messageId: "c" },
      { type: "TEXT_MESSAGE_END", messageId: "c" },
    ];
    const ofSubagent = [callStart({ subagentRunId: "s" }), callArgs({ subagentRunId: "s" }), callEnd];
    expect(refused(...message, ...ofSubagent, FINISH)).toBeUndefined();
    expect(refused(...ofSubagent, ...message, FINISH)).toBeUndefined();
    const named = callStart({ subagentRunId: "s", parentMessageId: "c" });
    expect(refused(...message, named)).toBe("attribution-mismatch");
    expect(refused(...ofSubagent, callStart({ subagentRunId: "s2" }))).toBe("attribution-mismatch");
  });

  it("lets an untagged call go along with a message of an earlier run, as whoever is named first", () => {
    const start = callStart({ parentMessageId: "earlier" });
    const { error, out } = through(verify, [
      START,
      start,
      callArgs(),
      callArgs({ subagentRunId: "s" }),
      callEnd,
      FINISH,
    ]);
    expect(error).toBeUndefined();
    expect(out).toHaveLength(6);
    expect(refused(start, callArgs({ subagentRunId: "s" }), callArgs({ subagentRunId: "s2" }))).toBe(
      "attribution-mismatch",
    );
    const chunk = { toolCallId: "c", toolCallName: "f", parentMessageId: "earlier" };
    expect(refused(call(chunk), call({ toolCallId: "c", subagentRunId: "s", delta: "{}" }), FINISH)).toBe(
      undefined,
    );
    // Of a message that this run made untagged, the parent agent is known to be the owner.
    const message: AgentEvent = { type: "TEXT_MESSAGE_START", messageId: "earlier" };
    expect(refused(message, start, callArgs({ subagentRunId: "s" }))).toBe("attribution-mismatch");
  });
});

describe("a run of an older peer, which declares no version", () => {
  const rest = (protocolVersion?: string) => ({
    threadId: "t",
    runId: "r",
    ...(protocolVersion !== undefined && { protocolVersion }),
  });

  it("is read as it is meant, with one warning of each kind", () => {
    const schema = { type: "object", properties: { tool_call_id: { type: null } } };
    const { out, warnings } = through(compat, [
      {
        type: "RUN_STARTED",
        thread_id: "t",
        run_id: "r",
        timestamp: null,
        input: { thread_id: "t", run_id: "r", messages: [], tools: null },
      },
      { type: "TOOL_CALL_START", tool_call_id: "c", tool_call_name: "f", parent_message_id: null },
      { type: "STATE_SNAPSHOT", snapshot: { some_key: null }, metadata: { trace_id: null } },
      {
        type: "RUN_FINISHED",
        thread_id: "t",
        run_id: "r",
        result: null,
        outcome: {
          type: "interrupt",
          interrupts: [
            {
              id: "a",
              reason: "x",
              response_schema: schema,
              tool_call_id: "c",
              metadata: { trace_id: null },
            },
            { id: "b", reason: "x", responseSchema: true },
            { id: "c", reason: "x", responseSchema: JSON.stringify(schema) },
          ],
        },
      },
    ]);
    expect(out).toEqual([
      { type: "RUN_STARTED", threadId: "t", runId: "r", input: { threadId: "t", runId: "r", messages: [] } },
      { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "f" },
      { type: "STATE_SNAPSHOT", snapshot: { some_key: null }, metadata: { trace_id: null } },
      {
        type: "RUN_FINISHED",
        threadId: "t",
        runId: "r",
        outcome: {
          type: "interrupt",
          interrupts: [
            { id: "a", reason: "x", responseSchema: schema, toolCallId: "c", metadata: { trace_id: null } },
            { id: "b", reason: "x", responseSchema: {} },
            { id: "c", reason: "x", responseSchema: schema },
          ],
        },
      },
    ]);
    expect(warnings.map((warning) => warning.code).sort()).toEqual([
      "null-optional",
      "retired-shape",
      "snake-case",
    ]);
  });

  it("changes nothing of a run that declares a version, nor of what is right or wrong by itself", () => {
    const declared = [
      { type: "RUN_STARTED", ...rest("1.0") },
      { type: "STEP_STARTED", step_name: "s", timestamp: null },
    ];
    expect(through(compat, declared)).toMatchObject({ out: declared, warnings: [] });
    const odd = [
      { type: "RUN_STARTED", ...rest() },
      1,
      null,
      { type: "CUSTOM", name: 5, value: null, own_key: 1 },
    ];
    const { out, warnings } = through(compat, odd);
    expect(out).toEqual(odd);
    expect(warnings).toEqual([]);
  });

  it("has its retired thinking read as reasoning, and its binary parts as media", () => {
    const { out, warnings } = through(compat, [
      { type: "RUN_STARTED", ...rest() },
      { type: "THINKING_START", title: "Working" },
      { type: "THINKING_TEXT_MESSAGE_START" },
      { type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "Hm." },
      { type: "THINKING_TEXT_MESSAGE_END" },
      { type: "THINKING_END" },
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          { id: "u", role: "user", content: [{ type: "binary", mimeType: "application/pdf", data: "eA==" }] },
        ],
      },
    ]);
    const span = { messageId: "r-REASONING-1" };
    const message = { messageId: "r-REASONING_MESSAGE-1" };
    expect(out.slice(1)).toEqual([
      { type: "REASONING_START", ...span },
      { type: "REASONING_MESSAGE_START", ...message, role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", ...message, delta: "Hm." },
      { type: "REASONING_MESSAGE_END", ...message },
      { type: "REASONING_END", ...span },
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          {
            id: "u",
            role: "user",
            content: [
              { type: "document", source: { type: "data", value: "eA==", mimeType: "application/pdf" } },
            ],
          },
        ],
      },
    ]);
    expect(warnings).toMatchObject([
      {
        code: "retired-event",
        message: expect.stringContaining("THINKING_START is read as REASONING_START, without a title"),
      },
      { code: "retired-shape" },
    ]);
  });

  it("has its items closed and opened again, but none that never was", () => {
    const text = (type: "START" | "CONTENT" | "END"): AgentEvent =>
      type === "CONTENT"
        ? { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "x" }
        : { type: `TEXT_MESSAGE_${type}`, messageId: "m" };
    const { out, warnings, error } = through(verifyThread("t"), [
      OLD_START,
      text("START"),
      text("END"),
      text("CONTENT"),
      text("END"),
      text("END"),
      text("START"),
      text("START"),
      { type: "STEP_STARTED", stepName: "s" },
      FINISH,
    ]);
    expect(error).toBeUndefined();
    expect(types(out).slice(1)).toEqual([
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_END",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_END",
      "TEXT_MESSAGE_START",
      "STEP_STARTED",
      "STEP_FINISHED",
      "TEXT_MESSAGE_END",
      "RUN_FINISHED",
    ]);
    expect(warnings.map((warning) => warning.code)).toEqual(["item-reopened", "item-left-open"]);
    const never: AgentEvent[] = [OLD_START, { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "" }];
    expect(through(verifyThread("t"), never).error?.rule).toBe("not-open");
  });
});
