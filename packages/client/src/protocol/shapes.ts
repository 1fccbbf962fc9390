/**
 * The shapes of the wire as plain data, read by the enforcing walk.
 * Source: AG-UI 1.1, schema.json.
 *
 * An object is a text of its fields, `name:type`, or only the name of a `string`;
 * the name is followed by `?` where the field may be absent; `...?:any` are any others. A union is the member that tells its shapes apart, and
 * the shapes by that member's value; neither that member nor what `all` of them have is repeated in them.
 *
 * Types: the names of `SHAPES`; the leaves `string`, `boolean`, `integer` (safe),
 * `count` (a safe integer from 0), `object` and `schema` (open inside), `value` (any but
 * null), `any`, `pointer`; any other word for that one text; `a|b` for a closed set of
 * texts; `T[]` for a list, `text|T[]` for a text or a list.
 */
import type { EventType, JsonPatchOperation } from "./events.ts";
import type { RunFinishedOutcome, SubagentFinishedOutcome } from "./interrupts.ts";
import type { ContentPart, PartSource, Role } from "./messages.ts";

/** Shapes told apart by the value of one of their members, with the fields that all of them have. */
export type Union = {
  readonly by: string;
  readonly all: string;
  readonly of: { readonly [value: string]: string };
};

type UnionOf<Value extends string> = Union & { readonly of: { readonly [K in Value]: string } };

const event: UnionOf<EventType> = {
  by: "type",
  all: "timestamp?:integer rawEvent?:value metadata?:object",
  of: {
    TEXT_MESSAGE_START: "subagentRunId? messageId role?:developer|system|assistant|user name?",
    TEXT_MESSAGE_CONTENT: "subagentRunId? messageId delta",
    TEXT_MESSAGE_END: "subagentRunId? messageId",
    TEXT_MESSAGE_CHUNK: "subagentRunId? messageId? role?:developer|system|assistant|user name? delta?",
    TOOL_CALL_START: "subagentRunId? toolCallId toolCallName parentMessageId?",
    TOOL_CALL_ARGS: "subagentRunId? toolCallId delta",
    TOOL_CALL_END: "subagentRunId? toolCallId",
    TOOL_CALL_CHUNK: "subagentRunId? toolCallId? toolCallName? parentMessageId? delta?",
    TOOL_CALL_RESULT: "subagentRunId? messageId toolCallId content:text|ContentPart[] role?:tool",
    STATE_SNAPSHOT: "subagentRunId? snapshot:any",
    STATE_DELTA: "subagentRunId? delta:PatchOperation[]",
    MESSAGES_SNAPSHOT: "messages:Message[]",
    ACTIVITY_SNAPSHOT: "subagentRunId? messageId activityType content:object replace?:boolean",
    ACTIVITY_DELTA: "subagentRunId? messageId activityType patch:PatchOperation[]",
    RAW: "subagentRunId? event:any source?",
    CUSTOM: "subagentRunId? name value:any",
    RUN_STARTED: "threadId runId protocolVersion? parentRunId? input?:RunAgentInput",
    RUN_FINISHED: "threadId runId result?:value outcome?:RunFinishedOutcome usage?:TokenUsage[]",
    RUN_ERROR: "message code? usage?:TokenUsage[]",
    STEP_STARTED: "subagentRunId? stepName",
    STEP_FINISHED: "subagentRunId? stepName",
    REASONING_START: "subagentRunId? messageId",
    REASONING_MESSAGE_START: "subagentRunId? messageId role:reasoning",
    REASONING_MESSAGE_CONTENT: "subagentRunId? messageId delta",
    REASONING_MESSAGE_END: "subagentRunId? messageId",
    REASONING_MESSAGE_CHUNK: "subagentRunId? messageId? delta?",
    REASONING_END: "subagentRunId? messageId",
    REASONING_ENCRYPTED_VALUE:
      "subagentRunId? subtype:tool-call|message entityId encryptedValue encryptedValueType?",
    SUBAGENT_STARTED:
      "subagentRunId name description? parentSubagentRunId? parentToolCallId? parentMessageId?",
    SUBAGENT_FINISHED: "subagentRunId result?:value outcome?:SubagentFinishedOutcome",
    SUBAGENT_ERROR: "subagentRunId message code?",
  },
};

const messages: UnionOf<Role> = {
  by: "role",
  all: "id metadata?:object subagentRunId?",
  of: {
    developer: "encryptedValue? encryptedValueType? name? content",
    system: "encryptedValue? encryptedValueType? name? content",
    assistant: "encryptedValue? encryptedValueType? name? content? toolCalls?:ToolCall[]",
    user: "encryptedValue? encryptedValueType? name? content:text|ContentPart[]",
    tool: "encryptedValue? encryptedValueType? toolCallId content:text|ContentPart[] error?",
    activity: "activityType content:object",
    reasoning: "encryptedValue? encryptedValueType? content",
  },
};

const contentParts: UnionOf<ContentPart["type"]> = {
  by: "type",
  all: "id? metadata?:value",
  of: {
    text: "text",
    image: "source:PartSource",
    audio: "source:PartSource",
    video: "source:PartSource",
    document: "source:PartSource",
  },
};

const sources: UnionOf<PartSource["type"]> = {
  by: "type",
  all: "value",
  of: { data: "mimeType", url: "mimeType?", file: "provider? mimeType?" },
};

const runOutcomes: UnionOf<RunFinishedOutcome["type"]> = {
  by: "type",
  all: "",
  of: { success: "pendingToolCallIds?:string[]", interrupt: "interrupts:Interrupt[]", cancelled: "" },
};

const subagentOutcomes: UnionOf<SubagentFinishedOutcome["type"]> = {
  by: "type",
  all: "",
  of: { success: "", suspended: "interruptIds?:string[]" },
};

/** Open, because RFC 6902 has members that an operation does not define ignored, not refused. */
const patchOperations: UnionOf<JsonPatchOperation["op"]> = {
  by: "op",
  all: "path:pointer ...?:any",
  of: {
    add: "value:any",
    remove: "",
    replace: "value:any",
    move: "from:pointer",
    copy: "from:pointer",
    test: "value:any",
  },
};

/** Every shape of the protocol's wire that a consumer reads or sends, by name. */
export const SHAPES: { readonly [name: string]: string | Union } & { readonly Event: UnionOf<EventType> } = {
  Event: event,
  Message: messages,
  ContentPart: contentParts,
  PartSource: sources,
  RunFinishedOutcome: runOutcomes,
  SubagentFinishedOutcome: subagentOutcomes,
  PatchOperation: patchOperations,
  ToolCall: "id type:function function:FunctionCall encryptedValue? encryptedValueType? metadata?:object",
  FunctionCall: "name arguments",
  TokenUsage:
    "provider? model? inputTokens?:count outputTokens?:count totalTokens?:count reasoningTokens?:count cachedInputTokens?:count cacheWriteInputTokens?:count",
  Interrupt:
    "id reason message? toolCallId? responseSchema?:schema expiresAt? metadata?:object subagentRunId?",
  ResumeEntry: "interruptId status:resolved|cancelled payload?:value metadata?:object",
  Context: "description value",
  Tool: "name description parameters?:value metadata?:object",
  RunAgentInput:
    "threadId runId protocolVersion? parentRunId? state?:value messages:Message[] tools?:Tool[] context?:Context[] forwardedProps?:value resume?:ResumeEntry[]",
};
