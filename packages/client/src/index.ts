import "./pack-order.ts";

export type { StoredBatch } from "./approvals/batch.ts";
export {
  type Answer,
  type AskFields,
  defineInterrupt,
  type InterruptDefinition,
} from "./approvals/define-interrupt.ts";
export { definePolicy, type Policy, type PolicyContext } from "./approvals/define-policy.ts";
export {
  describeInterrupt,
  type InterruptDescription,
  type QuestionWords,
  questionWords,
} from "./approvals/describe-interrupt.ts";
export type {
  ApprovalActions,
  ApprovalItem,
  ApprovalPhase,
  Approvals,
  Decision,
  Inbox,
  InboxEntry,
  PolicyReply,
  Proposal,
  SubmitError,
} from "./approvals/types.ts";
export { type AgentClient, type AgentClientOptions, createAgentClient, type ThreadSeed } from "./client.ts";
export {
  ApprovalError,
  type ApprovalErrorCode,
  isApprovalError,
  isProtocolError,
  isRunError,
  isStorageError,
  isTransportError,
  ProtocolError,
  RunError,
  StorageError,
  TransportError,
} from "./errors.ts";
export type { Readable } from "./lib/cell.ts";
export { deviceClock, type Environment, type IdKind, type Schedule, type Timer } from "./lib/environment.ts";
export { jsonEqual } from "./lib/json-equal.ts";
export type { ToolCallView } from "./lib/tool-call-view.ts";
export { totalUsage } from "./lib/total-usage.ts";
export type { OnWarning, Warning } from "./lib/warning.ts";
export type { AgentEvent, EventOf, EventType, JsonPatchOperation, TokenUsage } from "./protocol/events.ts";
export type { Interrupt, ResumeEntry, RunFinishedOutcome } from "./protocol/interrupts.ts";
export type {
  ActivityMessage,
  AssistantMessage,
  ContentPart,
  DeveloperMessage,
  Message,
  Metadata,
  PartSource,
  ReasoningMessage,
  Role,
  SystemMessage,
  ToolCall,
  ToolMessage,
  UserMessage,
} from "./protocol/messages.ts";
export type { Context, RunAgentInput, Tool } from "./protocol/run-input.ts";
export { PROTOCOL_VERSION } from "./protocol/version.ts";
export { defineTool, type ToolDefinition } from "./run/define-tool.ts";
export type { Thread, ThreadApprovals, ThreadSnapshot, ThreadStatus } from "./run/thread-types.ts";
export type { ClientTool, ToolContext, ToolOutcome } from "./run/tool-types.ts";
export type { Offer, RunEnd, RunOptions, RunStatus } from "./run/types.ts";
export type { StandardSchema } from "./schema/standard.ts";
export type { FieldError, Path } from "./schema/types.ts";
export type { StorageAdapter } from "./storage/adapter.ts";
export { createStorage, type StorageOptions } from "./storage/create-storage.ts";
export { type IndexedDbStorageOptions, indexedDbStorage } from "./storage/indexed-db.ts";
export { memoryAdapter } from "./storage/memory.ts";
export { readRecord, type ThreadRecord } from "./storage/record.ts";
export type { ThreadStorage } from "./storage/types.ts";
export { type WebStorageOptions, webStorage } from "./storage/web.ts";
export type { Middleware, MiddlewareContext, RawEvent } from "./stream/middleware.ts";
export type { SubagentView } from "./thread/subagents.ts";
export type { MessageMarks, RunUsage, ThreadMessage } from "./thread/types.ts";
export { type HttpTransportOptions, httpTransport } from "./transport/http.ts";
export { type ReplayOptions, type ReplayTransport, replayTransport } from "./transport/replay.ts";
export type { Session, Transport, TransportOptions } from "./transport/transport.ts";
export {
  type WebSocketLike,
  type WebSocketTransportOptions,
  webSocketTransport,
} from "./transport/websocket.ts";
