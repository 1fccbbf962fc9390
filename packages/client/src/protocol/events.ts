/** The 31 events of the protocol. Source: AG-UI 1.1, schema.json, `Event`. */
import type { RunFinishedOutcome, SubagentFinishedOutcome } from "./interrupts.ts";
import type { ContentPart, Message, Metadata } from "./messages.ts";
import type { RunAgentInput } from "./run-input.ts";

/** One RFC 6902 operation; open, so members that the operation does not define are kept. */
export type JsonPatchOperation =
  | { op: "add"; path: string; value: unknown }
  | { op: "remove"; path: string }
  | { op: "replace"; path: string; value: unknown }
  | { op: "move"; from: string; path: string }
  | { op: "copy"; from: string; path: string }
  | { op: "test"; path: string; value: unknown };

/** Token counts of one provider and model; parts are never additions to the totals. */
export type TokenUsage = {
  provider?: string;
  model?: string;
  inputTokens?: number;
  outputTokens?: number;
  totalTokens?: number;
  reasoningTokens?: number;
  cachedInputTokens?: number;
  cacheWriteInputTokens?: number;
};

type TextMessageRole = "developer" | "system" | "assistant" | "user";

/** The fields of each event beyond those that all events carry. */
type Fields = {
  TEXT_MESSAGE_START: Attributed & { messageId: string; role?: TextMessageRole; name?: string };
  TEXT_MESSAGE_CONTENT: Attributed & { messageId: string; delta: string };
  TEXT_MESSAGE_END: Attributed & { messageId: string };
  TEXT_MESSAGE_CHUNK: Attributed & {
    messageId?: string;
    role?: TextMessageRole;
    delta?: string;
    name?: string;
  };
  TOOL_CALL_START: Attributed & { toolCallId: string; toolCallName: string; parentMessageId?: string };
  TOOL_CALL_ARGS: Attributed & { toolCallId: string; delta: string };
  TOOL_CALL_END: Attributed & { toolCallId: string };
  TOOL_CALL_CHUNK: Attributed & {
    toolCallId?: string;
    toolCallName?: string;
    parentMessageId?: string;
    delta?: string;
  };
  TOOL_CALL_RESULT: Attributed & {
    messageId: string;
    toolCallId: string;
    content: string | ContentPart[];
    role?: "tool";
  };
  STATE_SNAPSHOT: Attributed & { snapshot: unknown };
  STATE_DELTA: Attributed & { delta: JsonPatchOperation[] };
  MESSAGES_SNAPSHOT: { messages: Message[] };
  ACTIVITY_SNAPSHOT: Attributed & {
    messageId: string;
    activityType: string;
    content: Record<string, unknown>;
    replace?: boolean;
  };
  ACTIVITY_DELTA: Attributed & { messageId: string; activityType: string; patch: JsonPatchOperation[] };
  RAW: Attributed & { event: unknown; source?: string };
  CUSTOM: Attributed & { name: string; value: unknown };
  RUN_STARTED: {
    threadId: string;
    runId: string;
    protocolVersion?: string;
    parentRunId?: string;
    input?: RunAgentInput;
  };
  RUN_FINISHED: {
    threadId: string;
    runId: string;
    result?: unknown;
    outcome?: RunFinishedOutcome;
    usage?: TokenUsage[];
  };
  RUN_ERROR: { message: string; code?: string; usage?: TokenUsage[] };
  STEP_STARTED: Attributed & { stepName: string };
  STEP_FINISHED: Attributed & { stepName: string };
  REASONING_START: Attributed & { messageId: string };
  REASONING_MESSAGE_START: Attributed & { messageId: string; role: "reasoning" };
  REASONING_MESSAGE_CONTENT: Attributed & { messageId: string; delta: string };
  REASONING_MESSAGE_END: Attributed & { messageId: string };
  REASONING_MESSAGE_CHUNK: Attributed & { messageId?: string; delta?: string };
  REASONING_END: Attributed & { messageId: string };
  REASONING_ENCRYPTED_VALUE: Attributed & {
    subtype: "tool-call" | "message";
    entityId: string;
    encryptedValue: string;
    encryptedValueType?: string;
  };
  SUBAGENT_STARTED: {
    subagentRunId: string;
    name: string;
    description?: string;
    parentSubagentRunId?: string;
    parentToolCallId?: string;
    parentMessageId?: string;
  };
  SUBAGENT_FINISHED: { subagentRunId: string; result?: unknown; outcome?: SubagentFinishedOutcome };
  SUBAGENT_ERROR: { subagentRunId: string; message: string; code?: string };
};

type Attributed = { subagentRunId?: string };
type BaseFields = { timestamp?: number; rawEvent?: unknown; metadata?: Metadata };

/** The `type` of any event. */
export type EventType = keyof Fields;

/** The event of a given type, or of any of several. */
export type EventOf<Type extends EventType> = {
  [K in Type]: BaseFields & { type: K } & Fields[K];
}[Type];

/** Any event of the protocol, told apart by `type`. */
export type AgentEvent = EventOf<EventType>;

/** Any event as what it may name, for what asks no further of its type. */
export type Naming = {
  readonly type: EventType;
  readonly messageId?: string;
  readonly toolCallId?: string;
  readonly subagentRunId?: string;
  readonly name?: string;
};
