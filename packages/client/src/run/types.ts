import type { ApprovalError, ProtocolError, RunError, TransportError } from "../errors.ts";
import type { TokenUsage } from "../protocol/events.ts";
import type { Interrupt } from "../protocol/interrupts.ts";
import type { Context, Tool } from "../protocol/run-input.ts";

/** What one run may add to the thread's own options. */
export interface RunOptions {
  runId?: string;
  tools?: readonly Tool[];
  context?: readonly Context[];
  forwardedProps?: unknown;
  /** Aborting it stops the run. */
  signal?: AbortSignal;
}

/** What a run offers to the agent: that of the client, of the thread and of its own options, in this order. */
export interface Offer {
  readonly tools: readonly Tool[];
  readonly context: readonly Context[];
}

/**
 * The eight ways in which a run ends. `failed`: the agent's own RUN_ERROR.
 * `rejected`: the stream broke the protocol. `truncated`: it broke off after its
 * first event. `stopped`: this side aborted it. `unstarted`: no event came.
 */
export type RunStatus =
  | "success"
  | "interrupted"
  | "cancelled"
  | "failed"
  | "rejected"
  | "truncated"
  | "stopped"
  | "unstarted";

/** How a run ended. Everything delivered before a bad end stays on the thread. */
export interface RunEnd {
  readonly status: RunStatus;
  readonly runId: string;
  readonly result?: unknown;
  readonly error?: TransportError | ProtocolError | RunError | ApprovalError;
  readonly interrupts?: readonly Interrupt[];
  readonly pendingToolCallIds?: readonly string[];
  readonly usage?: readonly TokenUsage[];
}
