export type { AnswerPolicy, StrictAnswers } from "./answer-policy.ts";
export { createRunInput } from "./create-run-input.ts";
export type { Agent, AgentFunction } from "./define-agent.ts";
export { defineAgent } from "./define-agent.ts";
export { filterToolCalls } from "./filter-tool-calls.ts";
export { localTransport } from "./local-transport.ts";
export type { MessageHandle, MessageRole } from "./message-handle.ts";
export type { NodeRequest, NodeResponse } from "./node-types.ts";
export type {
  CancelledOutcome,
  InterruptOutcome,
  ResumeEntryOptions,
  RunOutcome,
  SuccessOutcome,
} from "./outcome.ts";
export { cancelled, interrupt, interruptsOf, resolved, success, validateOutcome } from "./outcome.ts";
export type { Refusal, RefusalCode } from "./refusal.ts";
export { runAgent } from "./run-agent.ts";
export type { RunContext } from "./run-context.ts";
export type { RunAgentOptions } from "./run-options.ts";
export type { StateUpdate } from "./run-state.ts";
export type { RunErrorCode } from "./terminal-event.ts";
export { failure } from "./terminal-event.ts";
export type { FetchHandler, FetchHandlerOptions } from "./to-fetch-handler.ts";
export { toFetchHandler } from "./to-fetch-handler.ts";
export type { NodeHandler } from "./to-node-handler.ts";
export { toNodeHandler } from "./to-node-handler.ts";
export type { ToolCallHandle, ToolCallOptions } from "./tool-call-handle.ts";
export type { ToolResultToStateOptions } from "./tool-result-to-state.ts";
export { toolResultToState } from "./tool-result-to-state.ts";
export type { EventTransformer, TransformerContext } from "./transformer.ts";
