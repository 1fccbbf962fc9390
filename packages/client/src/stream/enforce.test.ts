import fc from "fast-check";
import { expect, test } from "vitest";
import { ProtocolError } from "../errors.ts";
import type { Warning } from "../lib/warning.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { enforce, enforceInput } from "./enforce.ts";
import { type Report, sentenceOf } from "./stage.ts";

interface Verdict {
  passed: unknown[];
  warnings: Warning[];
  fatal?: { rule: string; path: string; message: string };
}

function collect(run: (passed: unknown[], report: Report) => void): Verdict {
  const verdict: Verdict = { passed: [], warnings: [] };
  try {
    run(verdict.passed, {
      warn: (warning) => verdict.warnings.push(warning),
      mended: (code) => verdict.warnings.push({ code, message: code }),
      fatal: (fault) => {
        throw new ProtocolError(sentenceOf("Event 0", fault), fault);
      },
    });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    verdict.fatal = { rule: error.rule, path: error.path, message: error.message };
  }
  return verdict;
}

const judge = (event: unknown): Verdict =>
  collect((passed, report) => enforce((each) => passed.push(each), report)(event));
const paths = (verdict: Verdict): unknown[] => verdict.warnings.map(({ code, path }) => [code, path]);

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };
const snapshot = (...messages: unknown[]): unknown => ({ type: "MESSAGES_SNAPSHOT", messages });

test.each([
  started,
  { ...started, input: { threadId: "t", runId: "r", messages: [] } },
  { type: "TEXT_MESSAGE_START", messageId: "m", role: "user", timestamp: -5, metadata: { any: null } },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "x", subagentRunId: "s" },
  { type: "STATE_SNAPSHOT", snapshot: null },
  { type: "RAW", event: null },
  { type: "CUSTOM", name: "n", value: { open: { inside: null } } },
  {
    type: "ACTIVITY_SNAPSHOT",
    messageId: "m",
    activityType: "a",
    content: { any: { thing: 1 } },
    replace: false,
  },
  { type: "STATE_DELTA", delta: [{ op: "remove", path: "/a", value: "left over" }] },
  {
    ...finished,
    result: false,
    outcome: { type: "interrupt", interrupts: [{ id: "i", reason: "r", responseSchema: { any: 1 } }] },
    usage: [{ inputTokens: 0 }],
  },
  snapshot({ id: "m", role: "assistant", encryptedValueType: "t", toolCalls: [] }),
])("passes a good event as it came: %j", (event) => {
  const verdict = judge(event);
  expect(verdict).toEqual({ passed: [event], warnings: [] });
  expect(verdict.passed[0]).toBe(event);
});

test("drops an event of an unknown type with one warning that names it", () => {
  expect(judge({ type: "FUTURE_EVENT", messageId: 5 })).toMatchObject({
    passed: [],
    warnings: [{ code: "unknown-event", message: expect.stringContaining("FUTURE_EVENT") }],
  });
  expect(judge({ type: "constructor" }).warnings).toHaveLength(1);
});

test.each([null, undefined, "text", 5, [], {}, { type: 5 }, { type: null }, [started]])(
  "refuses what is not an event: %j",
  (event) => {
    expect(judge(event)).toMatchObject({ passed: [], fatal: { rule: "malformed-field" } });
  },
);

test("strips unknown properties at every depth, on a copy, and names each path", () => {
  const part = { type: "image", source: { type: "url", value: "u", future: 1 }, metadata: { kept: 1 } };
  const event = {
    ...started,
    input: { threadId: "t", runId: "r", messages: [user([part])], more: 1 },
    extra: 2,
  };
  const before = structuredClone(event);
  const verdict = judge(event);
  expect(paths(verdict)).toEqual([
    ["unknown-property", "input.messages[0].content[0].source.future"],
    ["unknown-property", "input.more"],
    ["unknown-property", "extra"],
  ]);
  expect(event).toEqual(before);
  const stripped = { type: "image", source: { type: "url", value: "u" }, metadata: { kept: 1 } };
  expect(verdict.passed).toEqual([
    { ...started, input: { threadId: "t", runId: "r", messages: [user([stripped])] } },
  ]);
});

function user(content: unknown): unknown {
  return { id: "m", role: "user", content };
}

test("an own __proto__ is an unknown property like any other", () => {
  const verdict = judge(JSON.parse(`{"type":"STEP_STARTED","stepName":"s","__proto__":{"polluted":1}}`));
  expect(paths(verdict)).toEqual([["unknown-property", "__proto__"]]);
  expect(JSON.stringify(verdict.passed)).toBe(`[{"type":"STEP_STARTED","stepName":"s"}]`);
});

test("an unknown member takes its field, its holder or its list element with it", () => {
  const text = { type: "text", text: "kept" };
  const future = { type: "hologram", anything: 1 };
  const image = { type: "image", source: { type: "pigeon" } };
  const optional = judge({ ...finished, outcome: { type: "paused", why: 1 } });
  expect(optional.passed).toEqual([finished]);
  expect(paths(optional)).toEqual([["unknown-member", "outcome"]]);

  const role = judge({ type: "TEXT_MESSAGE_START", messageId: "m", role: "narrator" });
  expect(role.passed).toEqual([{ type: "TEXT_MESSAGE_START", messageId: "m" }]);
  expect(paths(role)).toEqual([["unknown-member", "role"]]);

  const inList = judge(snapshot(user([future, text, image]), { id: "n", role: "oracle" }));
  expect(inList.passed).toEqual([snapshot(user([text]))]);
  expect(paths(inList)).toEqual([
    ["unknown-member", "messages[0].content[0]"],
    ["unknown-member", "messages[0].content[2].source"],
    ["unknown-member", "messages[1]"],
  ]);
  expect(inList.warnings[1]?.message).toContain("messages[0].content[2].source");

  const operation = judge({
    type: "STATE_DELTA",
    delta: [
      { op: "merge", path: 5 },
      { op: "remove", path: "/a" },
    ],
  });
  expect(operation.passed).toEqual([{ type: "STATE_DELTA", delta: [{ op: "remove", path: "/a" }] }]);
  expect(paths(operation)).toEqual([["unknown-member", "delta[0]"]]);
});

test("the cause is among the warnings, beside what else was unknown", () => {
  const verdict = judge({
    type: "REASONING_ENCRYPTED_VALUE",
    subtype: "dream",
    entityId: "e",
    encryptedValue: "v",
    later: 1,
  });
  expect(verdict.passed).toEqual([]);
  expect(paths(verdict)).toEqual([
    ["unknown-member", "subtype"],
    ["unknown-property", "later"],
  ]);
});

test("an event whose own required member is unknown is dropped", () => {
  const encrypted = {
    type: "REASONING_ENCRYPTED_VALUE",
    entityId: "e",
    encryptedValue: "v",
    subtype: "dream",
  };
  expect(judge(encrypted)).toEqual({
    passed: [],
    warnings: [{ code: "unknown-member", path: "subtype", message: expect.stringContaining("dream") }],
  });
  expect(judge({ ...encrypted, entityId: 5 })).toMatchObject({ fatal: { path: "entityId" } });
});

test.each<[string, unknown]>([
  ["delta", { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: null }],
  ["delta", { type: "TEXT_MESSAGE_CONTENT", messageId: "m" }],
  ["messageId", { type: "TEXT_MESSAGE_CONTENT", messageId: 5, delta: "x" }],
  ["name", { type: "SUBAGENT_STARTED", subagentRunId: "s" }],
  ["snapshot", { type: "STATE_SNAPSHOT" }],
  ["role", { type: "REASONING_MESSAGE_START", messageId: "m", role: "assistant" }],
  ["role", { type: "TEXT_MESSAGE_START", messageId: "m", role: 5 }],
  ["role", { type: "TEXT_MESSAGE_START", messageId: "m", role: null }],
  ["metadata", { type: "TEXT_MESSAGE_END", messageId: "m", metadata: [] }],
  ["metadata", { type: "TEXT_MESSAGE_END", messageId: "m", metadata: null }],
  ["rawEvent", { type: "TEXT_MESSAGE_END", messageId: "m", rawEvent: null }],
  ["timestamp", { ...started, timestamp: 1.5 }],
  ["timestamp", { ...started, timestamp: 2 ** 53 }],
  ["timestamp", { ...started, timestamp: "2020" }],
  ["outcome", { ...finished, outcome: [{ type: "interrupt" }] }],
  ["outcome", { ...finished, outcome: "success" }],
  ["outcome", { ...finished, outcome: null }],
  ["outcome.type", { ...finished, outcome: {} }],
  ["outcome.type", { ...finished, outcome: { type: 5 } }],
  ["outcome.interrupts", { ...finished, outcome: { type: "interrupt" } }],
  [
    "outcome.interrupts[0].reason",
    { ...finished, outcome: { type: "interrupt", interrupts: [{ id: "i" }] } },
  ],
  ["usage[0].inputTokens", { ...finished, usage: [{ inputTokens: -1 }] }],
  ["delta[0].path", { type: "STATE_DELTA", delta: [{ op: "remove", path: "a" }] }],
  ["delta[0].path", { type: "STATE_DELTA", delta: [{ op: "remove", path: "/a~2" }] }],
  ["delta[0].value", { type: "STATE_DELTA", delta: [{ op: "add", path: "/a" }] }],
  ["delta[1]", { type: "STATE_DELTA", delta: [{ op: "merge" }, null] }],
  ["messages[0].content", snapshot(user(null))],
  ["messages[0].content[0]", snapshot(user(["text"]))],
  ["messages[0].role", snapshot({ id: "m" })],
  [
    "messages[0].toolCalls[0].type",
    snapshot({ id: "m", role: "assistant", toolCalls: [{ id: "c", type: "custom", function: {} }] }),
  ],
  ["input.messages", { ...started, input: { threadId: "t", runId: "r" } }],
])("a malformed %s is fatal", (path, event) => {
  expect(judge(event)).toMatchObject({ passed: [], fatal: { rule: "malformed-field", path } });
});

test("the sentence names the rule, the place, what was expected and what came", () => {
  expect(judge({ ...finished, outcome: [] }).fatal?.message).toBe(
    "Event 0 breaks the rule malformed-field at outcome: expected object, received array.",
  );
});

test("an outgoing input is stripped with warnings, refused when malformed, and itself when good", () => {
  const input: RunAgentInput = {
    threadId: "t",
    runId: "r",
    state: { open: null },
    messages: [{ id: "m", role: "user", content: [{ type: "text", text: "hi" }] }],
    tools: [{ name: "n", description: "d", parameters: { open: 1 } }],
    context: [],
    forwardedProps: {},
    resume: [{ interruptId: "i", status: "resolved", payload: false }],
  };
  const judgeInput = (value: RunAgentInput): Verdict =>
    collect((passed, report) => passed.push(enforceInput(value, report)));
  expect(judgeInput(input).passed[0]).toBe(input);
  const extra = Object.assign({ more: 1 }, input);
  expect(judgeInput(extra)).toMatchObject({ passed: [input], warnings: [{ path: "more" }] });
  expect(judgeInput({ ...input, state: null })).toMatchObject({
    passed: [],
    fatal: { rule: "malformed-field", path: "state" },
  });
  expect(
    judgeInput({ ...input, resume: [{ interruptId: "i", status: "resolved", payload: null }] }),
  ).toMatchObject({ fatal: { path: "resume[0].payload" } });
});

test("the fast path for deltas gives the verdict of the general walk", () => {
  const type = fc.constantFrom("TEXT_MESSAGE_CONTENT", "TOOL_CALL_ARGS", "REASONING_MESSAGE_CONTENT");
  const value = fc.oneof({ weight: 4, arbitrary: fc.string() }, fc.constantFrom(null, 5, undefined, {}));
  const delta = fc.record(
    { type, delta: value, messageId: value, toolCallId: value, subagentRunId: value, future: value },
    { requiredKeys: ["type"] },
  );
  fc.assert(
    fc.property(delta, (event) => {
      // A described optional field keeps the event off the fast path and changes no verdict.
      const slow = judge({ ...event, timestamp: 1 });
      const fast = judge(event);
      expect({ ...fast, passed: fast.passed.map((each) => ({ ...Object(each), timestamp: 1 })) }).toEqual(
        slow,
      );
    }),
    { numRuns: 1000 },
  );
});
