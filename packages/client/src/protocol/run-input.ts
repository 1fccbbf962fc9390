/** The one message from the application to the agent. Source: AG-UI 1.1, basic/run-input. */
import type { ResumeEntry } from "./interrupts.ts";
import type { Message, Metadata } from "./messages.ts";

/** A tool that the application offers to the agent; `parameters` is a JSON Schema. */
export type Tool = { name: string; description: string; parameters?: unknown; metadata?: Metadata };

/** A piece of information for the agent's context. */
export type Context = { description: string; value: string };

/**
 * A request to run an agent. `tools` and `context` are optional in the protocol
 * and always present here, because older servers require them; nothing in it is ever null.
 */
export type RunAgentInput = {
  threadId: string;
  runId: string;
  protocolVersion?: string;
  parentRunId?: string;
  state?: unknown;
  messages: Message[];
  tools: Tool[];
  context: Context[];
  forwardedProps?: unknown;
  resume?: ResumeEntry[];
};
