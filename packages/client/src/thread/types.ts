import type { TokenUsage } from "../protocol/events.ts";
import type { Message } from "../protocol/messages.ts";

/** What the thread knows of a message beyond the wire; none of it is ever sent. */
export interface MessageMarks {
  /** `incomplete`: its run ended badly while the message was still arriving. */
  readonly phase: "streaming" | "complete" | "incomplete";
  /** Who put it here: this app, or the agent (also where its role is `user`). */
  readonly origin: "app" | "agent";
  /** The run that brought it. */
  readonly runId?: string;
}

/** A message of the thread. */
export type ThreadMessage = Message & MessageMarks;

/** The token usage that one run reported: one entry a provider and model. */
export interface RunUsage {
  readonly runId: string;
  readonly usage: readonly TokenUsage[];
}
