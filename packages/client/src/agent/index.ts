export type {
  AgentTool,
  AgentToolContext,
  AnsweredToolContext,
  InterruptibleTool,
  ToolHost,
  ToolQuestion,
  ToolRun,
} from "./agent-tool.ts";
export { agentTool, interruptibleTool } from "./agent-tool.ts";
export type { RunCancellation } from "./cancellation.ts";
export type { Ending, Opener } from "./closing.ts";
export { createRunInput } from "./create-run-input.ts";
export type { Agent, AgentDefinition, AgentFunction } from "./define-agent.ts";
export { defineAgent } from "./define-agent.ts";
export type { RunAgentOptions } from "./driver.ts";
export { localTransport } from "./local-transport.ts";
export type { MessageHandle, MessageOptions, MessageRole } from "./message-handle.ts";
export type { NodeRequest, NodeResponse } from "./node-types.ts";
export type {
  CancelledOutcome,
  InterruptOutcome,
  ResumeEntryOptions,
  RunOutcome,
  SuccessOutcome,
} from "./outcome.ts";
export { cancelled, interrupt, interruptsOf, resolved, success, validateOutcome } from "./outcome.ts";
export type { ReasoningHandle, ReasoningOptions } from "./reasoning-handle.ts";
export type { Refusal, RefusalCode } from "./refusal.ts";
export { runAgent } from "./run-agent.ts";
export type { RunContext } from "./run-context.ts";
export type { Question, RunRequest } from "./run-request.ts";
export type { StateChange, StateUpdate } from "./run-state.ts";
export type { RunToolCallsOptions, ToolCallRun, ToolEntry } from "./run-tool-calls.ts";
export { runToolCalls } from "./run-tool-calls.ts";
export type { StateType } from "./state-type.ts";
export type { StepHandle } from "./step-handle.ts";
export type { TestContext } from "./test-context.ts";
export { createTestContext } from "./test-context.ts";
export type { FetchHandler, FetchHandlerOptions } from "./to-fetch-handler.ts";
export { toFetchHandler } from "./to-fetch-handler.ts";
export type { NodeHandler } from "./to-node-handler.ts";
export { toNodeHandler } from "./to-node-handler.ts";
export type { ToolVerdict } from "./tool-approval.ts";
export { readApproval } from "./tool-approval.ts";
export type { AnswerableCall, ToolCallHandle, ToolCallOptions } from "./tool-call-handle.ts";
