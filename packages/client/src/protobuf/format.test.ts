/** The binary format: what our agents write, read by the protocol's own package and by our transport. */
import { AGUI_MEDIA_TYPE, decode } from "@ag-ui/proto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isProtocolError } from "../errors.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { isAgentEvent } from "../protocol/trust.ts";
import { protobufFormat } from "./format.ts";
import { createFrameReader } from "./frames.ts";

/** One of each event that the protocol has, with all that it may carry. */
const everyEvent: readonly unknown[] = JSON.parse(`[
  { "type": "RUN_STARTED", "threadId": "t", "runId": "r", "parentRunId": "p", "protocolVersion": "1.1", "timestamp": 1700000000000,
    "input": { "threadId": "t", "runId": "r", "state": { "a": [1, null] }, "tools": [{ "name": "n", "description": "d", "parameters": { "type": "object" } }],
      "context": [{ "description": "d", "value": "v" }], "forwardedProps": { "x": true },
      "messages": [{ "id": "u", "role": "user", "content": [{ "type": "text", "text": "hé" }] }],
      "resume": [{ "interruptId": "i", "status": "resolved", "payload": { "n": 1.5, "no": null } }] } },
  { "type": "TEXT_MESSAGE_START", "messageId": "m", "role": "assistant", "name": "bot", "metadata": { "k": { "deep": [null, 0, ""] } } },
  { "type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "é 漢 👩‍👩‍👧 \\u0000\\n" },
  { "type": "TEXT_MESSAGE_END", "messageId": "m" },
  { "type": "TEXT_MESSAGE_CHUNK", "messageId": "m2", "role": "user", "delta": "x" },
  { "type": "TOOL_CALL_START", "toolCallId": "c", "toolCallName": "look", "parentMessageId": "m" },
  { "type": "TOOL_CALL_ARGS", "toolCallId": "c", "delta": "{\\"a\\":" },
  { "type": "TOOL_CALL_END", "toolCallId": "c" },
  { "type": "TOOL_CALL_CHUNK", "toolCallId": "c2", "toolCallName": "look", "delta": "{}" },
  { "type": "TOOL_CALL_RESULT", "messageId": "m3", "toolCallId": "c", "content": "", "role": "tool" },
  { "type": "STATE_SNAPSHOT", "snapshot": { "a": null, "list": [], "text": "", "no": false, "n": -0.5, "big": 9007199254740991 } },
  { "type": "STATE_SNAPSHOT", "snapshot": null },
  { "type": "STATE_DELTA", "delta": [{ "op": "replace", "path": "/a", "value": null }, { "op": "move", "from": "/a", "path": "/b" },
    { "op": "remove", "path": "/list" }, { "op": "test", "path": "", "value": {} }, { "op": "add", "path": "/x", "value": [] }, { "op": "copy", "from": "/x", "path": "/y" }] },
  { "type": "MESSAGES_SNAPSHOT", "messages": [
    { "id": "1", "role": "user", "content": "hi" }, { "id": "2", "role": "assistant", "toolCalls": [
      { "id": "c", "type": "function", "function": { "name": "look", "arguments": "{}" } }] },
    { "id": "3", "role": "tool", "toolCallId": "c", "content": "r", "error": "e" }, { "id": "4", "role": "system", "content": "" },
    { "id": "5", "role": "developer", "content": "d" }, { "id": "6", "role": "reasoning", "content": "hm", "encryptedValue": "z" },
    { "id": "7", "role": "activity", "activityType": "plan", "content": { "steps": [] } },
    { "id": "8", "role": "user", "content": [{ "type": "image", "source": { "type": "url", "value": "https://x.example/a.png", "mimeType": "image/png" } }] }] },
  { "type": "ACTIVITY_SNAPSHOT", "messageId": "a", "activityType": "plan", "content": { "n": 1 }, "replace": false },
  { "type": "ACTIVITY_DELTA", "messageId": "a", "activityType": "plan", "patch": [{ "op": "replace", "path": "/n", "value": 2 }] },
  { "type": "STEP_STARTED", "stepName": "s" },
  { "type": "STEP_FINISHED", "stepName": "s" },
  { "type": "REASONING_START", "messageId": "q" },
  { "type": "REASONING_MESSAGE_START", "messageId": "q", "role": "reasoning" },
  { "type": "REASONING_MESSAGE_CONTENT", "messageId": "q", "delta": "hm" },
  { "type": "REASONING_MESSAGE_END", "messageId": "q" },
  { "type": "REASONING_MESSAGE_CHUNK", "messageId": "q2", "delta": "hm" },
  { "type": "REASONING_END", "messageId": "q" },
  { "type": "REASONING_ENCRYPTED_VALUE", "subtype": "message", "entityId": "q", "encryptedValue": "zzz" },
  { "type": "RAW", "event": { "any": ["thing"] }, "source": "llm", "rawEvent": { "id": 1 } },
  { "type": "CUSTOM", "name": "n", "value": [null, { "a": 1 }] },
  { "type": "SUBAGENT_STARTED", "subagentRunId": "s", "name": "helper" },
  { "type": "SUBAGENT_FINISHED", "subagentRunId": "s", "outcome": { "type": "suspended", "interruptIds": ["i"] } },
  { "type": "SUBAGENT_ERROR", "subagentRunId": "s", "message": "broken", "code": "X" },
  { "type": "RUN_FINISHED", "threadId": "t", "runId": "r", "outcome": { "type": "interrupt", "interrupts": [
    { "id": "i", "reason": "confirmation", "message": "?", "toolCallId": "c", "expiresAt": "2030-01-01T00:00:00Z",
      "responseSchema": { "type": "object", "properties": { "n": { "type": "integer" } } }, "metadata": { "x": null } }] } },
  { "type": "RUN_FINISHED", "threadId": "t", "runId": "r", "result": { "ok": true }, "outcome": { "type": "success", "pendingToolCallIds": ["c"] },
    "usage": [{ "provider": "p", "model": "m", "inputTokens": 3, "outputTokens": 5 }] },
  { "type": "RUN_FINISHED", "threadId": "t", "runId": "r", "outcome": { "type": "cancelled" } },
  { "type": "RUN_FINISHED", "threadId": "t", "runId": "r" },
  { "type": "RUN_ERROR", "message": "broken", "code": "AGENT_ERROR" }
]`);

function toEvent(value: unknown): AgentEvent {
  if (!isAgentEvent(value)) throw new Error("no event");
  return value;
}

/** The one frame, as the protocol's own package reads it. */
function officially(bytes: Uint8Array): unknown {
  const { frames, failure } = createFrameReader(1_000_000)(bytes);
  expect([frames.length, failure]).toEqual([1, undefined]);
  return decode(frames[0] ?? new Uint8Array());
}

// The encoder says on the console which events its own schema refuses.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

test("is the protocol's media type, and has no comments", () => {
  expect(protobufFormat.mediaType).toBe(AGUI_MEDIA_TYPE);
  expect(protobufFormat).not.toHaveProperty("comment");
});

test("the list below has each of the 31 types", () => {
  expect(new Set(everyEvent.map((event) => toEvent(event).type)).size).toBe(31);
});

test.each(everyEvent.map((event) => [toEvent(event).type, toEvent(event)] as const))(
  "%s arrives at the official decoder as it was sent",
  (_, event) => {
    expect(officially(protobufFormat.encode(event))).toEqual(event);
    expect(console.warn).not.toHaveBeenCalled();
  },
);

describe("what the binary wire cannot carry is refused with the place, and never left out", () => {
  test.each<[string, string, object]>([
    ["a member that no field is for", "extra", { type: "STEP_STARTED", stepName: "s", extra: 1 }],
    [
      "a member of a patch operation",
      "delta[0].note",
      { type: "STATE_DELTA", delta: [{ op: "remove", path: "/a", note: "x" }] },
    ],
    [
      "a member of a tool call",
      "messages[0].toolCalls[0].extra",
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          {
            id: "1",
            role: "assistant",
            toolCalls: [{ id: "c", type: "function", function: { name: "f", arguments: "" }, extra: 1 }],
          },
        ],
      },
    ],
    [
      "a content part without a form",
      "messages[0].content[0].type",
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          {
            id: "1",
            role: "user",
            content: [
              { type: "hologram", text: "x" },
              { type: "text", text: "y" },
            ],
          },
        ],
      },
    ],
    ["half a character", "delta", { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "a\ud83d" }],
    ["a number for a text", "messageId", { type: "TEXT_MESSAGE_END", messageId: 5 }],
    [
      "a result of null",
      "result",
      { type: "RUN_FINISHED", threadId: "t", runId: "r", result: null, outcome: { type: "success" } },
    ],
    ["metadata that is a list", "metadata", { type: "STEP_STARTED", stepName: "s", metadata: ["x"] }],
    [
      "a key that is no key in JavaScript",
      "snapshot.__proto__",
      { type: "STATE_SNAPSHOT", snapshot: JSON.parse('{"__proto__":{"a":1}}') },
    ],
    ["an event without a variant", "", { type: "THINKING_START" }],
  ])("%s", (_, path, event) => {
    let error: unknown;
    try {
      protobufFormat.encode(toEvent(event));
    } catch (thrown) {
      error = thrown;
    }
    expect(isProtocolError(error) && [error.rule, error.path]).toEqual(["not-protobuf", path]);
    expect(error).toHaveProperty("message", expect.stringContaining("Server-sent events carry it"));
  });

  test("an empty list that means the same as none may be none", () => {
    const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };
    const outcome = { type: "success", pendingToolCallIds: [] };
    expect(officially(protobufFormat.encode(toEvent({ ...finished, outcome, usage: [] })))).toEqual({
      ...finished,
      outcome: { type: "success" },
    });
  });
});
