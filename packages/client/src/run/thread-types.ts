import type { ApprovalActions, Approvals, Decision } from "../approvals/types.ts";
import type { Readable } from "../lib/cell.ts";
import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { ContentPart, Message } from "../protocol/messages.ts";
import type { ThreadRecord } from "../storage/record.ts";
import type { SubagentView } from "../thread/subagents.ts";
import type { RunUsage, ThreadMessage } from "../thread/types.ts";
import type { Offer, RunEnd, RunOptions, RunStatus } from "./types.ts";

/** Where a thread stands: doing nothing yet, running, or how its last run ended. */
export type ThreadStatus = "restoring" | "idle" | "running" | RunStatus;

/** A whole thread at one publish; the same reference until the next. */
export interface ThreadSnapshot<State = unknown> {
  readonly threadId: string;
  readonly status: ThreadStatus;
  readonly runId?: string;
  /** Why the last run ended badly. */
  readonly error?: Error;
  readonly messages: readonly ThreadMessage[];
  readonly state: State;
  readonly approvals: Approvals;
  readonly subagents: readonly SubagentView[];
  readonly usage: readonly RunUsage[];
  readonly decisions: readonly Decision[];
}

/** The pending questions of a thread, with the ways to send their answers. */
export interface ThreadApprovals extends ApprovalActions {
  /**
   * Sends every answer in one request, as one new run on the thread. Rejects with
   * `ApprovalError`, and sends nothing, while an item is open (`uncovered`), invalid,
   * or answered after its deadline; and with `answered-elsewhere` where another tab was first. A second call while one is out returns the same promise.
   */
  submit(options?: RunOptions): Promise<RunEnd>;
  /** Sends the very entries of the last submit again under a new run id. Never happens by itself. */
  retry(): Promise<RunEnd>;
  /** Only in phase `unknown`: sends nothing, closes the batch, keeps its decisions as unconfirmed. */
  dismiss(): void;
}

/** Written as a method, whose parameters are compared loosely: a thread of any state is a `Thread`. */
type Update<State> = { from(state: State): State }["from"];

/** One conversation: the same handle for the life of the client. */
export interface Thread<State = unknown> extends Readable<ThreadSnapshot<State>> {
  initial(): ThreadSnapshot<State>;
  readonly threadId: string;
  /** The client has a `storage`, so what is answered here is there again with the next page. */
  readonly isKept: boolean;
  readonly status: Readable<ThreadStatus>;
  readonly state: Readable<State>;
  readonly approvals: ThreadApprovals;
  readonly messageIds: Readable<readonly string[]>;
  /** The invocations of subagents, in the order in which they were heard of. */
  readonly subagents: Readable<readonly SubagentView[]>;
  /** What each run reported; `totalUsage` adds it up. */
  readonly usage: Readable<readonly RunUsage[]>;
  readonly decisions: Readable<readonly Decision[]>;
  message(id: string): Readable<ThreadMessage | undefined>;
  toolCall(id: string): Readable<ToolCallView | undefined>;
  /** Resolved once a stored record has been read; sending and submitting wait for it. */
  readonly ready: Promise<void>;
  /** The thread as JSON: messages, state, pending questions with answers and drafts, decisions. */
  export(): ThreadRecord;
  /**
   * Shows a record in place of all that is there, stopping a run that is out. What comes from outside
   * goes through `readRecord` first. The next request carries what was restored, with this thread's own
   * id, which is warned about where the record has another one.
   */
  hydrate(record: ThreadRecord): void;
  /**
   * Adds a message of the person and runs. Resolves with how the run ended, however badly;
   * rejects only for misuse: `ApprovalError` with code `busy` while a run is out and
   * `uncovered` while questions are open, unless `pending: "decline"` declines them all: every item
   * of the batch, answered ones too, since what was not submitted is not sent.
   */
  send(content: string | ContentPart[], options?: RunOptions & { pending?: "decline" }): Promise<RunEnd>;
  /** Runs without a new message; rejects as `send` does. */
  run(options?: RunOptions): Promise<RunEnd>;
  /** Aborts the run that is out; its end is `stopped`. Without one, nothing. */
  stop(): void;
  /** Replaces the state that the next run starts from. */
  setState(next: State | Update<State>): void;
  /** Replaces the conversation. Questions that are open stay open. */
  setMessages(messages: readonly Message[]): void;
  /**
   * Changes what the runs that start from now on offer to the agent, until the returned function is called:
   * for tools and context that come and go with a part of the app. `change` gives what is offered in place
   * of what it is given, after those that came before it. It is asked as a run starts, and again as it is
   * sent, since a tool that works between may change the app; it must not throw.
   */
  prepare(change: (offer: Offer) => Offer): () => void;
  /** Hears every event as the stages let it through, before it shows. */
  onEvent(listener: (event: AgentEvent) => void): () => void;
  /** Stops the run and ends every subscription; the handle is dead afterwards. */
  dispose(): void;
}
