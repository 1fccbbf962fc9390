import type { AgentEvent, EventOf, EventType, Message } from "@holdpoint/client";

/** What every event may carry. */
const base = {
  timestamp: 1_700_000_000_000,
  rawEvent: { id: 1, list: [null] },
  metadata: { k: { deep: [null, 0, ""] } },
};

/** A message of every role, with every part. */
export const MESSAGES: Message[] = [
  { id: "1", role: "user", content: "hi", name: "me", metadata: { a: 1 } },
  {
    id: "2",
    role: "user",
    content: [
      { type: "text", text: "see" },
      { type: "image", source: { type: "url", value: "https://x.example/a.png", mimeType: "image/png" } },
      { type: "audio", source: { type: "data", value: "QQ==", mimeType: "audio/wav" } },
      { type: "video", source: { type: "url", value: "https://x.example/a.mp4" } },
      {
        type: "document",
        source: { type: "data", value: "QQ==", mimeType: "application/pdf" },
        metadata: { p: 1 },
      },
    ],
  },
  {
    id: "3",
    role: "assistant",
    content: "x",
    name: "bot",
    toolCalls: [
      { id: "c", type: "function", function: { name: "look", arguments: "{}" }, encryptedValue: "z" },
    ],
  },
  { id: "4", role: "tool", toolCallId: "c", content: "r", error: "e" },
  { id: "5", role: "system", content: "" },
  { id: "6", role: "developer", content: "d" },
  { id: "7", role: "reasoning", content: "hm", encryptedValue: "z" },
  { id: "8", role: "activity", activityType: "plan", content: { steps: [] } },
];

const usage = [
  {
    provider: "p",
    model: "m",
    inputTokens: 5,
    outputTokens: 3,
    totalTokens: 8,
    reasoningTokens: 1,
    cachedInputTokens: 2,
    cacheWriteInputTokens: 0,
  },
  {},
];

type Sampled = Exclude<EventType, "RUN_STARTED" | "RUN_FINISHED" | "RUN_ERROR">;
const by = { ...base, subagentRunId: "s1" };

/**
 * Events of every type that an agent may emit, with all that they may carry, in an order that the protocol allows.
 * `RUN_STARTED` is the kit's alone; what ends a run is in `ENDS`.
 */
export const EMITTED: readonly EventOf<Sampled>[] = [
  { type: "MESSAGES_SNAPSHOT", ...base, messages: MESSAGES },
  { type: "STATE_SNAPSHOT", ...base, snapshot: { a: null, list: [], n: -0.5 } },
  {
    type: "STATE_DELTA",
    ...base,
    delta: [
      { op: "add", path: "/b", value: [] },
      { op: "replace", path: "/a", value: null },
      { op: "test", path: "/n", value: -0.5 },
      { op: "copy", from: "/a", path: "/c" },
      { op: "move", from: "/c", path: "/d~1e~0f" },
      { op: "remove", path: "/list" },
    ],
  },
  { type: "STEP_STARTED", ...base, stepName: "s" },
  { type: "SUBAGENT_STARTED", ...base, subagentRunId: "s1", name: "helper", description: "Helps" },
  { type: "SUBAGENT_STARTED", subagentRunId: "s2", name: "helper", parentSubagentRunId: "s1" },
  { type: "REASONING_START", ...by, messageId: "q" },
  { type: "REASONING_MESSAGE_START", ...by, messageId: "q", role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", ...by, messageId: "q", delta: "hm" },
  { type: "REASONING_MESSAGE_END", ...by, messageId: "q" },
  {
    type: "REASONING_ENCRYPTED_VALUE",
    ...by,
    subtype: "message",
    entityId: "q",
    encryptedValue: "z",
    encryptedValueType: "t",
  },
  { type: "REASONING_END", ...by, messageId: "q" },
  { type: "REASONING_MESSAGE_CHUNK", ...base, messageId: "q2", delta: "hm" },
  { type: "TEXT_MESSAGE_START", ...by, messageId: "m", role: "assistant", name: "bot" },
  { type: "TEXT_MESSAGE_CONTENT", ...by, messageId: "m", delta: "é 漢 👩‍👩‍👧" },
  { type: "TEXT_MESSAGE_END", ...by, messageId: "m" },
  { type: "TEXT_MESSAGE_CHUNK", ...base, messageId: "m2", role: "developer", delta: "x", name: "n" },
  { type: "TOOL_CALL_START", ...by, toolCallId: "c1", toolCallName: "look", parentMessageId: "m" },
  { type: "TOOL_CALL_ARGS", ...by, toolCallId: "c1", delta: "{}" },
  { type: "TOOL_CALL_END", ...by, toolCallId: "c1" },
  { type: "TOOL_CALL_RESULT", ...by, messageId: "r1", toolCallId: "c1", content: "", role: "tool" },
  { type: "REASONING_ENCRYPTED_VALUE", ...by, subtype: "tool-call", entityId: "c1", encryptedValue: "z" },
  { type: "TOOL_CALL_CHUNK", ...base, toolCallId: "c2", toolCallName: "draw", delta: "{}" },
  {
    type: "TOOL_CALL_RESULT",
    messageId: "r2",
    toolCallId: "c2",
    content: [{ type: "image", source: { type: "url", value: "https://x.example/a.png" } }],
  },
  {
    type: "ACTIVITY_SNAPSHOT",
    ...by,
    messageId: "p",
    activityType: "plan",
    content: { n: 1 },
    replace: false,
  },
  {
    type: "ACTIVITY_DELTA",
    ...by,
    messageId: "p",
    activityType: "plan",
    patch: [{ op: "replace", path: "/n", value: 2 }],
  },
  { type: "RAW", ...by, event: null, source: "llm" },
  { type: "CUSTOM", ...by, name: "n", value: [null, { a: 1 }] },
  { type: "SUBAGENT_ERROR", ...base, subagentRunId: "s2", message: "lost", code: "X" },
  {
    type: "SUBAGENT_FINISHED",
    ...base,
    subagentRunId: "s1",
    result: { ok: true },
    outcome: { type: "success" },
  },
  { type: "SUBAGENT_STARTED", subagentRunId: "s3", name: "asker" },
  { type: "SUBAGENT_FINISHED", subagentRunId: "s3", outcome: { type: "suspended", interruptIds: ["i"] } },
  { type: "STEP_FINISHED", ...base, stepName: "s" },
];

/** A question with all that it may carry. */
export const QUESTION = {
  id: "i",
  reason: "tool_call",
  message: "May I?",
  toolCallId: "c1",
  subagentRunId: "s3",
  responseSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  expiresAt: "2999-01-01T00:00:00Z",
  metadata: { x: null },
};

/** What an agent may emit to end its run by itself. */
export const ENDS: readonly AgentEvent[] = [
  { type: "RUN_FINISHED", threadId: "t", runId: "r" },
  {
    type: "RUN_FINISHED",
    ...base,
    threadId: "t",
    runId: "r",
    result: { ok: [null] },
    usage,
    outcome: { type: "success", pendingToolCallIds: [] },
  },
  { type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "cancelled" } },
  {
    type: "RUN_FINISHED",
    threadId: "t",
    runId: "r",
    outcome: { type: "interrupt", interrupts: [{ id: "i", reason: "input" }] },
  },
  { type: "RUN_ERROR", ...base, message: "broken", code: "X", usage },
];
