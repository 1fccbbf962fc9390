import type { ApprovalError, ProtocolError, RunError, TransportError } from "../errors.ts";
import type { Readable } from "../lib/cell.ts";
import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { Interrupt } from "../protocol/interrupts.ts";
import type { Metadata } from "../protocol/messages.ts";
import type { FieldError } from "../schema/types.ts";

/** An answer that a rule gives. */
export type PolicyReply =
  | { readonly payload: unknown; readonly metadata?: Metadata }
  | { readonly decline: true };

/** What a rule would answer. */
export interface Proposal {
  readonly policy: string;
  readonly reply: PolicyReply;
}

/** One pending question and what has been answered to it so far. */
export interface ApprovalItem {
  readonly id: string;
  /** The token of the batch that the item belongs to. */
  readonly batch: string;
  readonly kind: "interrupt" | "tool";
  /** The interrupt exactly as the agent sent it. */
  readonly interrupt?: Interrupt;
  /** The tool call that the question is about, where it names one. */
  readonly toolCall: ToolCallView | null;
  readonly status: "open" | "answered" | "declined";
  readonly expired: boolean;
  /** Milliseconds since the epoch; null where there is no deadline or none that can be read. */
  readonly expiresAt: number | null;
  /** The answer, where `status` is `answered`; or what goes along with declining. Present although null. */
  readonly payload?: unknown;
  readonly metadata?: Metadata;
  /** What has been typed and is no valid answer yet, or the texts behind one. Any JSON. */
  readonly draft?: unknown;
  /** Why the payload is no answer; or, while it is one, why the agent has refused it, with keyword `server`. */
  readonly errors: readonly FieldError[];
  /** `arguments-changed`: the call is not what it was when it was answered, so that the answer was withdrawn. */
  readonly notice: "arguments-changed" | "asked-again" | null;
  /** The call as it was when it was answered, with the notice `arguments-changed`. */
  readonly toolCallBefore?: ToolCallView;
  /** The rule of the app that gave the answer, where no person did. */
  readonly policy?: string;
  /** What a rule would answer, where it only shows that. */
  readonly proposal?: Proposal;
}

/** Where the batch stands: see the table in CONTRIBUTING. */
export type ApprovalPhase = "none" | "open" | "submitting" | "accepted" | "failed" | "unknown";

/** Why the last submit did not go through. */
export type SubmitError = TransportError | ProtocolError | RunError | ApprovalError;

/** All the questions of one interrupted run, answered together. */
export interface Approvals {
  /** A token of this batch; an answer made for another one is refused. */
  readonly batch: string | null;
  /** The run that stopped to ask. */
  readonly runId: string | null;
  readonly phase: ApprovalPhase;
  readonly items: readonly ApprovalItem[];
  readonly counts: {
    readonly total: number;
    readonly answered: number;
    readonly declined: number;
    readonly open: number;
    readonly expired: number;
  };
  /** Every item is answered or declined, and none was answered after its deadline. */
  readonly ready: boolean;
  /** A person has begun to answer. */
  readonly started: boolean;
  /** The nearest deadline, in milliseconds since the epoch. */
  readonly nextExpiry: number | null;
  readonly error: SubmitError | null;
}

/** A settled answer, kept on the thread. */
export interface Decision {
  readonly batch: string;
  readonly runId: string;
  readonly interruptId: string;
  readonly status: "resolved" | "cancelled";
  readonly payload?: unknown;
  readonly toolCallId?: string;
  readonly actor?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly by: "person" | "policy";
  /** The rule that answered, where one did. */
  readonly policy?: string;
  readonly confirmation: "confirmed" | "unconfirmed";
}

/**
 * Reading the pending questions and answering them; nothing is sent by any of these.
 * Each throws `ApprovalError`: `busy` while a submit is out, `unconfirmed` while
 * its end is unknown, `unknown-id`, `stale-batch`, `expired`, `nothing-pending`.
 */
export interface ApprovalActions extends Readable<Approvals> {
  /**
   * Answers an item with any JSON value; `null`, `false`, `0` and `""` are answers.
   * A payload that the item's schema refuses becomes the item's draft instead,
   * and its faults are returned. An earlier draft is dropped.
   */
  answer(
    id: string,
    payload: unknown,
    options?: { batch?: string; metadata?: Metadata },
  ): readonly FieldError[];
  /** Keeps what has been typed so far; the item's status stays. */
  draft(id: string, value: unknown, options?: { batch?: string }): void;
  /** Takes the answer back; the draft stays. */
  clear(id: string, options?: { batch?: string }): void;
  /** Declines an item, expired ones too. */
  decline(id: string, options?: { batch?: string; payload?: unknown; metadata?: Metadata }): void;
  /**
   * Answers every item by a function: `{ payload }` answers, `{ decline: true }` declines,
   * undefined leaves it. Applies wholly or, where one answer is refused, not at all;
   * returns the faults by item id.
   */
  answerAll(
    fn: (item: ApprovalItem) => { payload: unknown; metadata?: Metadata } | { decline: true } | undefined,
  ): ReadonlyMap<string, readonly FieldError[]>;
  /** Declines every item. */
  declineAll(): void;
  /** The property of an answer that takes the edited arguments of its call. */
  readonly editedArgs: string;
  /** The schema of the arguments of a tool that the app has declared; undefined for any other. */
  parametersOf(toolName: string): unknown;
}

/** A thread that waits for somebody. It is answered on the thread itself, never from here. */
export interface InboxEntry {
  readonly threadId: string;
  /** The pending questions: prompts, counts and the nearest deadline. */
  readonly approvals: Approvals;
}

/** Every thread that waits for somebody. */
export type Inbox = readonly InboxEntry[];
