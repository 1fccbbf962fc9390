/**
 * The shapes of the wire as plain data, read by the enforcing walk.
 * Source: AG-UI 1.1, schema.json.
 *
 * An object is a text of its fields, `name:type`, or only the name of a `string`;
 * the name is followed by `?` where the field may be absent; `...?:any` are any others. A union is the member that tells its shapes apart, and
 * the shapes by that member's value; the member itself is not repeated in them.
 *
 * Types: the names of `SHAPES`; the leaves `string`, `boolean`, `integer` (safe),
 * `count` (a safe integer from 0), `object` and `schema` (open inside), `value` (any but
 * null), `any`, `pointer`; `=x` for the one text x; `a|b` for a closed set of
 * texts; `T[]` for a list, `T[+]` for a list of one or more, `text|T[]` for a text or a list.
 */
import type { EventType, JsonPatchOperation } from "./events.ts";
import type { RunFinishedOutcome, SubagentFinishedOutcome } from "./interrupts.ts";
import type { ContentPart, PartSource, Role } from "./messages.ts";

/** Shapes told apart by the value of one of their members. */
export type Union = {
  readonly by: string;
  readonly of: { readonly [value: string]: string };
};

type UnionOf<Value extends string> = Union & { readonly of: { readonly [K in Value]: string } };

const metadata = "metadata?:object ";
const owner = "subagentRunId? ";
const base = `timestamp?:integer rawEvent?:value ${metadata}`;
const work = base + owner;
const message = "messageId ";
const delta = "delta ";
const call = "toolCallId ";
const run = `${base}threadId runId `;
const subagent = `${base}subagentRunId `;
const role = "role?:developer|system|assistant|user ";
const name = "name ";
const code = "code? ";
const usage = "usage?:TokenUsage[] ";
const encrypted = "encryptedValue? encryptedValueType? ";
const stored = `id ${metadata}${owner}`;
const named = `${stored}${encrypted}name? `;
const text = "content ";
const parts = "content:text|ContentPart[] ";
const media = "id? source:PartSource metadata?:value";
/** Open, because RFC 6902 has members that an operation does not define ignored, not refused. */
const path = "...?:any path:pointer ";
const moved = `${path}from:pointer`;
const valued = `${path}value:any`;

const event: UnionOf<EventType> = {
  by: "type",
  of: {
    TEXT_MESSAGE_START: `${work}${message}${role}name?`,
    TEXT_MESSAGE_CONTENT: work + message + delta,
    TEXT_MESSAGE_END: work + message,
    TEXT_MESSAGE_CHUNK: `${work}messageId? ${role}delta? name?`,
    TOOL_CALL_START: `${work}${call}toolCallName parentMessageId?`,
    TOOL_CALL_ARGS: work + call + delta,
    TOOL_CALL_END: work + call,
    TOOL_CALL_CHUNK: `${work}toolCallId? toolCallName? parentMessageId? delta?`,
    TOOL_CALL_RESULT: `${work}${message}${call}${parts}role?:=tool`,
    STATE_SNAPSHOT: `${work}snapshot:any`,
    STATE_DELTA: `${work}delta:PatchOperation[]`,
    MESSAGES_SNAPSHOT: `${base}messages:Message[]`,
    ACTIVITY_SNAPSHOT: `${work}${message}activityType content:object replace?:boolean`,
    ACTIVITY_DELTA: `${work}${message}activityType patch:PatchOperation[]`,
    RAW: `${work}event:any source?`,
    CUSTOM: `${work}${name}value:any`,
    RUN_STARTED: `${run}protocolVersion? parentRunId? input?:RunAgentInput`,
    RUN_FINISHED: `${run}result?:value outcome?:RunFinishedOutcome ${usage}`,
    RUN_ERROR: `${base}message ${code}${usage}`,
    STEP_STARTED: `${work}stepName`,
    STEP_FINISHED: `${work}stepName`,
    REASONING_START: work + message,
    REASONING_MESSAGE_START: `${work}${message}role:=reasoning`,
    REASONING_MESSAGE_CONTENT: work + message + delta,
    REASONING_MESSAGE_END: work + message,
    REASONING_MESSAGE_CHUNK: `${work}messageId? delta?`,
    REASONING_END: work + message,
    REASONING_ENCRYPTED_VALUE: `${work}subtype:tool-call|message entityId encryptedValue encryptedValueType?`,
    SUBAGENT_STARTED: `${subagent}${name}description? parentSubagentRunId? parentToolCallId? parentMessageId?`,
    SUBAGENT_FINISHED: `${subagent}result?:value outcome?:SubagentFinishedOutcome`,
    SUBAGENT_ERROR: `${subagent}message ${code}`,
  },
};

const messages: UnionOf<Role> = {
  by: "role",
  of: {
    developer: named + text,
    system: named + text,
    assistant: `${named}content? toolCalls?:ToolCall[]`,
    user: named + parts,
    tool: `${stored}${encrypted}${parts}${call}error?`,
    activity: `${stored}activityType content:object`,
    reasoning: stored + encrypted + text,
  },
};

const contentParts: UnionOf<ContentPart["type"]> = {
  by: "type",
  of: {
    text: "id? text metadata?:value",
    image: media,
    audio: media,
    video: media,
    document: media,
  },
};

const sources: UnionOf<PartSource["type"]> = {
  by: "type",
  of: {
    data: "value mimeType",
    url: "value mimeType?",
    file: "value provider? mimeType?",
  },
};

const runOutcomes: UnionOf<RunFinishedOutcome["type"]> = {
  by: "type",
  of: { success: "pendingToolCallIds?:string[]", interrupt: "interrupts:Interrupt[+]", cancelled: "" },
};

const subagentOutcomes: UnionOf<SubagentFinishedOutcome["type"]> = {
  by: "type",
  of: { success: "", suspended: "interruptIds?:string[]" },
};

const patchOperations: UnionOf<JsonPatchOperation["op"]> = {
  by: "op",
  of: { add: valued, remove: path, replace: valued, move: moved, copy: moved, test: valued },
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
  ToolCall: `id type:=function function:FunctionCall ${encrypted}${metadata}`,
  FunctionCall: `${name}arguments`,
  TokenUsage:
    "provider? model? inputTokens?:count outputTokens?:count totalTokens?:count reasoningTokens?:count cachedInputTokens?:count cacheWriteInputTokens?:count",
  Interrupt: `id reason message? toolCallId? responseSchema?:schema expiresAt? ${metadata}${owner}`,
  ResumeEntry: `interruptId status:resolved|cancelled payload?:value ${metadata}`,
  Context: "description value",
  Tool: `${name}description parameters?:value ${metadata}`,
  RunAgentInput:
    "threadId runId protocolVersion? parentRunId? state?:value messages:Message[] tools?:Tool[] context?:Context[] forwardedProps?:value resume?:ResumeEntry[]",
};
