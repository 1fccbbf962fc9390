import { expect, test } from "vitest";
import { isProtocolError } from "../errors.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { createRunInput } from "./create-run-input.ts";
import { codeOfFault, createVerifier } from "./verifier.ts";

const started: AgentEvent = { type: "RUN_STARTED", threadId: "t", runId: "r", protocolVersion: "1.1" };
const finished: AgentEvent = { type: "RUN_FINISHED", threadId: "t", runId: "r" };
const opened: AgentEvent = { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" };
const content: AgentEvent = { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "hi" };
const ended: AgentEvent = { type: "TEXT_MESSAGE_END", messageId: "m" };
const called: AgentEvent = { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "search" };
const callEnded: AgentEvent = { type: "TOOL_CALL_END", toolCallId: "c" };
const result: AgentEvent = { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c", content: "ok" };

/** The rule and the ids of the first event that is refused, after `RUN_STARTED`. */
function refusalOf(
  events: readonly AgentEvent[],
  partial: Parameters<typeof createRunInput>[0] = { threadId: "t" },
) {
  const warnings: string[] = [];
  const verify = createVerifier(createRunInput(partial), ({ code }) => warnings.push(code));
  for (const [index, event] of [started, ...events].entries()) {
    try {
      verify(event);
    } catch (error) {
      if (!isProtocolError(error)) throw error;
      expect(error.index).toBe(index);
      expect(error.event).toBe(event);
      for (const word of [event.type, error.rule, ...error.ids]) expect(error.message).toContain(word);
      return { at: index - 1, rule: error.rule, ids: error.ids, code: codeOfFault(error) };
    }
  }
  return undefined;
}

test.each<[string, AgentEvent[]]>([
  ["a message, a call and its result", [opened, content, ended, called, callEnded, result, finished]],
  [
    "overlapping messages and parallel calls",
    [
      ...[opened, { ...opened, messageId: "n" }, called, { ...called, toolCallId: "d" }],
      ...[
        ended,
        callEnded,
        { ...ended, messageId: "n" },
        { ...callEnded, toolCallId: "d" },
        result,
        finished,
      ],
    ],
  ],
  ["state inside an open call", [called, { type: "STATE_DELTA", delta: [] }, callEnded, finished]],
  [
    "chunks without brackets, and a result for a call that they made",
    [
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "whole" },
      { type: "TOOL_CALL_CHUNK", toolCallId: "c", toolCallName: "search", delta: "{}" },
      result,
      finished,
    ],
  ],
  ["an id that is opened again after its end", [opened, ended, opened, ended, finished]],
  ["an error that leaves things open", [opened, called, { type: "RUN_ERROR", message: "no" }]],
  [
    "nested steps of different names",
    [step("STARTED", "a"), step("STARTED", "b"), step("FINISHED", "a"), step("FINISHED", "b"), finished],
  ],
])("passes %s", (_, events) => {
  expect(refusalOf(events)).toBeUndefined();
});

function step(what: "STARTED" | "FINISHED", stepName: string): AgentEvent {
  return { type: `STEP_${what}`, stepName };
}

test.each<[string, AgentEvent[], string]>([
  ["run-ended: an event after the end", [finished, opened], ""],
  ["run-ended: a second end", [finished, finished], ""],
  ["duplicate-run-started: a second start of the run", [started], "r"],
  ["duplicate-start: a message that is open", [opened, opened], "m"],
  ["duplicate-start: a call that is open", [called, called], "c"],
  ["duplicate-start: a step that is running", [step("STARTED", "a"), step("STARTED", "a")], "a"],
  ["not-open: content without a start", [content], "m"],
  ["not-open: content after the end", [opened, ended, content], "m"],
  ["not-open: an end without a start", [ended], "m"],
  [
    "not-open: arguments of another call",
    [called, { type: "TOOL_CALL_ARGS", toolCallId: "d", delta: "" }],
    "d",
  ],
  [
    "not-open: thoughts outside a message",
    [{ type: "REASONING_MESSAGE_CONTENT", messageId: "m", delta: "" }],
    "m",
  ],
  ["not-open: a step that was not started", [step("FINISHED", "a")], "a"],
  ["unknown-id: a result for a call that nobody made", [result], "c"],
  ["out-of-order: a result before the call has ended", [called, result], "c"],
  ["open-at-finish: an end while a message is open", [opened, finished], "m"],
  ["open-at-finish: an end while a step is running", [step("STARTED", "a"), finished], "a"],
])("%s", (title, events, id) => {
  expect(refusalOf(events)).toMatchObject({
    at: events.length - 1,
    rule: title.split(":")[0],
    ids: id === "" ? [] : expect.arrayContaining([id]),
    code: "PROTOCOL_VIOLATION",
  });
});

test("a result may be for a call of an earlier run, which the messages or a snapshot have", () => {
  const call = { id: "c", type: "function" as const, function: { name: "search", arguments: "{}" } };
  const message = { id: "a", role: "assistant" as const, toolCalls: [call] };
  expect(refusalOf([result, finished], { threadId: "t", messages: [message] })).toBeUndefined();
  expect(refusalOf([{ type: "MESSAGES_SNAPSHOT", messages: [message] }, result, finished])).toBeUndefined();
});

test("what the protocol does not allow at any time has a code of its own", () => {
  const malformed: AgentEvent = JSON.parse('{"type":"TEXT_MESSAGE_START","messageId":7}');
  expect(refusalOf([malformed])).toMatchObject({ rule: "malformed-field", code: "PROTOCOL" });
  const asks = { ...finished, outcome: { type: "interrupt" as const, interrupts: [] } };
  expect(refusalOf([asks])).toMatchObject({ rule: "empty-interrupts", code: "PROTOCOL" });
});

test("an event of an unknown type is left out, and a property that nobody describes too, with a warning each", () => {
  const codes: string[] = [];
  const verify = createVerifier(createRunInput({ threadId: "t" }), ({ code }) => codes.push(code));
  verify(started);
  expect(verify(JSON.parse('{"type":"TEXT_MESSAGE_STRAT","messageId":"m"}'))).toBeUndefined();
  expect(verify(JSON.parse('{"type":"STEP_STARTED","stepName":"a","colour":"red"}'))).toEqual(
    step("STARTED", "a"),
  );
  expect(codes).toEqual(["unknown-event", "unknown-property"]);
});

test("a run is held to this version, whatever a transformer makes of what it declares", () => {
  const verify = createVerifier(createRunInput({ threadId: "t" }), () => {});
  verify({ type: "RUN_STARTED", threadId: "t", runId: "r" });
  verify(opened);
  expect(() => verify(opened)).toThrow("duplicate-start");
});
