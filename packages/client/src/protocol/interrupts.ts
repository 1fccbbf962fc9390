/**
 * How a run that stopped to ask says so, and how the next run answers.
 * Source: AG-UI 1.1, basic/patterns/interrupt-resume and schema.json.
 */
import type { Metadata } from "./messages.ts";

/** Something a run needs from outside before it can continue. */
export type Interrupt = {
  /** Unique within its run; a resume entry answers by this id. */
  id: string;
  /** An open string: why the run stopped. */
  reason: string;
  /** A prompt for the person who answers. */
  message?: string;
  /** The tool call that this interrupt concerns. */
  toolCallId?: string;
  /** A JSON Schema of the answer. Untrusted: see the schema room. */
  responseSchema?: Record<string, unknown>;
  /** Conventionally ISO 8601; the protocol leaves the format open. */
  expiresAt?: string;
  metadata?: Metadata;
  subagentRunId?: string;
};

/** An answer to one interrupt. `cancelled` is a person declining, not a failure. `payload` is never null on the wire. */
export type ResumeEntry = {
  interruptId: string;
  status: "resolved" | "cancelled";
  payload?: unknown;
  metadata?: Metadata;
};

/** Why a run ended; an absent outcome means success. */
export type RunFinishedOutcome =
  | { type: "success"; pendingToolCallIds?: string[] }
  | { type: "interrupt"; interrupts: Interrupt[] }
  | { type: "cancelled" };

/** Why a subagent's segment of a run ended. */
export type SubagentFinishedOutcome = { type: "success" } | { type: "suspended"; interruptIds?: string[] };
