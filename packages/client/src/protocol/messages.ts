/**
 * The messages of a conversation, as they travel in `RunAgentInput.messages`
 * and `MESSAGES_SNAPSHOT`. Source: AG-UI 1.1, schema.json, `Message`.
 */

/** Extra information, open by key; the object may be absent but is never null. */
export type Metadata = Record<string, unknown>;

/** Where a media part's bytes are: inline, at a URL, or at the provider under a handle it issued. */
export type PartSource =
  | { type: "data"; value: string; mimeType: string }
  | { type: "url"; value: string; mimeType?: string }
  | { type: "file"; value: string; provider?: string; mimeType?: string };

/** A part of plain text. */
export type TextPart = { type: "text"; id?: string; text: string; metadata?: unknown };

/** A part that carries media. */
export type MediaPart<Type extends "image" | "audio" | "video" | "document"> = {
  type: Type;
  id?: string;
  source: PartSource;
  metadata?: unknown;
};

/** One part of a user's message or of a tool's result. */
export type ContentPart =
  | TextPart
  | MediaPart<"image">
  | MediaPart<"audio">
  | MediaPart<"video">
  | MediaPart<"document">;

type Attributable = { subagentRunId?: string };
type Encrypted = { encryptedValue?: string; encryptedValueType?: string };
type BaseMessage = Attributable & Encrypted & { id: string; name?: string; metadata?: Metadata };

/** A call that an assistant message made; `function.arguments` is text, conventionally JSON, never validated by the protocol. */
export type ToolCall = Encrypted & {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
  metadata?: Metadata;
};

/** Instructions from the application developer. */
export type DeveloperMessage = BaseMessage & { role: "developer"; content: string };
/** Instructions from the system. */
export type SystemMessage = BaseMessage & { role: "system"; content: string };
/** What the agent said, and the tool calls of that turn. */
export type AssistantMessage = BaseMessage & { role: "assistant"; content?: string; toolCalls?: ToolCall[] };
/** What the person sent. */
export type UserMessage = BaseMessage & { role: "user"; content: string | ContentPart[] };
/** What a tool returned. */
export type ToolMessage = Attributable &
  Encrypted & {
    id: string;
    role: "tool";
    content: string | ContentPart[];
    toolCallId: string;
    error?: string;
    metadata?: Metadata;
  };
/** Structured progress; never sent back to the agent. */
export type ActivityMessage = Attributable & {
  id: string;
  role: "activity";
  activityType: string;
  content: Record<string, unknown>;
  metadata?: Metadata;
};
/** A span of the agent's reasoning. */
export type ReasoningMessage = Attributable &
  Encrypted & { id: string; role: "reasoning"; content: string; metadata?: Metadata };

/** Any message of a conversation, told apart by `role`. */
export type Message =
  | DeveloperMessage
  | SystemMessage
  | AssistantMessage
  | UserMessage
  | ToolMessage
  | ActivityMessage
  | ReasoningMessage;

/** The role of any message. */
export type Role = Message["role"];
