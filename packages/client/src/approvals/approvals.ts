import { type Cell, createCell } from "../lib/cell.ts";
import { defined } from "../lib/defined.ts";
import type { Environment } from "../lib/environment.ts";
import type { Publisher } from "../lib/publisher.ts";
import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { EventOf } from "../protocol/events.ts";
import type { Interrupt, ResumeEntry } from "../protocol/interrupts.ts";
import { type Batch, type BatchFacts, NONE, type Questions, reckoned, toItems } from "./batch.ts";
import { createEdits } from "./edits.ts";
import { refuse } from "./refuse.ts";
import { toResumeEntries } from "./resume.ts";
import type { ApprovalActions, ApprovalItem, Decision, SubmitError } from "./types.ts";

/** What the approvals need of the thread around them. */
export interface ApprovalsContext {
  readonly publisher: Publisher;
  readonly environment: Pick<Environment, "clock" | "generateId">;
  readonly warn: OnWarning;
  readonly actor?: string;
  toolCall(id: string): ToolCallView | undefined;
}

/** How a run ended by its own terminal event. */
interface Terminal {
  readonly status: string;
  readonly runId: string;
  readonly interrupts?: readonly Interrupt[];
  readonly error?: SubmitError;
}

/**
 * Watches one stream for what it means to the batch. Only the server's own
 * terminal event settles a batch, and only where a resume entry answers it: ours,
 * or one that the server echoes for a replayed run.
 */
export interface RunGate {
  started(event: EventOf<"RUN_STARTED">): void;
  /** `calls` are those that the run leaves to a person. */
  settled(end: Terminal, calls: Questions["calls"]): void;
}

/** The batch and its answers, with the moves that a run makes; apps see `actions` only. */
export interface ApprovalsControl {
  readonly actions: ApprovalActions;
  readonly decisions: Cell<readonly Decision[]>;
  /** The working batch. */
  current(): Batch;
  /** Throws `ApprovalError` while questions are pending: a plain run may not pass them by. */
  refusePending(): void;
  /** The entries to send now, or the very ones of the last submit; throws `ApprovalError` while they may not go out. */
  entries(again?: boolean): readonly ResumeEntry[];
  /**
   * A run with this id starts, with the entries that it carries: the batch is locked while they are
   * on their way; that an earlier one was accepted is over. Gives the watch over the run's stream.
   */
  begin(requested: string, sent: readonly ResumeEntry[] | undefined): RunGate;
  /** Takes back questions that need no answer any more; not while one is on its way, or may have arrived. */
  withdraw(isGone: (item: ApprovalItem) => boolean): void;
  /** Ends a submit that did not settle the batch; `unknown` where the answers may have arrived. */
  unlock(phase: "open" | "failed" | "unknown", error: SubmitError | null): void;
  /** Closes a batch whose submit is unconfirmed; throws `ApprovalError` where there is none. */
  dismiss(): void;
}

/** Creates the approvals of one thread. */
export function createApprovals(context: ApprovalsContext): ApprovalsControl {
  const { environment, publisher, warn } = context;
  const cell = createCell<Batch>(reckoned(NONE, 0), publisher.markDirty);
  const decisions = createCell<readonly Decision[]>([], publisher.markDirty);
  /** The runs that the thread has seen; a run of another id is the one that was asked for. */
  const knownRuns = new Set<string>();

  function show(change: Partial<BatchFacts>): void {
    cell.set(reckoned({ ...cell.peek(), ...change }, environment.clock()));
  }

  function pending(): Batch {
    const batch = cell.peek();
    return batch.batch === null ? refuse("nothing-pending", "No question is pending.") : batch;
  }

  function editable(token?: string): readonly ApprovalItem[] {
    const { batch, phase, items } = pending();
    if (token !== undefined && token !== batch) {
      refuse("stale-batch", "These questions are no longer pending.");
    }
    if (phase === "submitting") refuse("busy", "The answers are being sent.", items);
    if (phase === "unknown")
      refuse("unconfirmed", "retry() or dismiss() the unconfirmed answers first.", items);
    return reckoned(cell.peek(), environment.clock()).items;
  }

  /** An edit after a refusal opens the batch again, with its reason still there; the entries sent then are spent. */
  function replace(changed: readonly ApprovalItem[]): void {
    if (changed.length === 0) return;
    const items = cell.peek().items.map((item) => changed.find((each) => each.id === item.id) ?? item);
    show({ phase: "open", started: true, sent: null, items });
    publisher.flush();
  }

  /** Closes the batch and keeps what was decided. */
  function close(
    phase: "none" | "accepted",
    entries: readonly ResumeEntry[],
    confirmation: Decision["confirmation"],
  ): void {
    const { batch, runId, items } = cell.peek();
    const decided = entries.map(({ interruptId, status, payload }) => {
      const item = items.find(({ id }) => id === interruptId);
      return defined<Decision>({
        batch: batch ?? "",
        runId: runId ?? "",
        interruptId,
        status,
        payload,
        toolCallId: item?.toolCall?.id ?? item?.interrupt?.toolCallId,
        actor: context.actor,
        at: environment.clock(),
        by: "person",
        confirmation,
      });
    });
    decisions.set([...decisions.peek(), ...decided]);
    show({ ...NONE, phase });
  }

  function unlock(phase: Batch["phase"], error: SubmitError | null): void {
    if (cell.peek().phase === "submitting") show({ phase, error });
  }

  return {
    actions: {
      get: cell.get,
      subscribe: cell.subscribe,
      ...createEdits(editable, replace),
    },
    decisions,
    current: cell.peek,
    refusePending() {
      const { batch, items } = cell.peek();
      if (batch === null) return;
      editable();
      refuse("uncovered", 'Answer {ids} first, or send with { pending: "decline" }.', items);
    },
    entries(again) {
      if (!again) return toResumeEntries(editable());
      return pending().sent ?? refuse("invalid", "There is nothing to repeat.");
    },
    begin(requested, sent) {
      if (sent !== undefined) show({ phase: "submitting", error: null, sent });
      else if (cell.peek().phase === "accepted") show(NONE);
      let requestedCame = false;
      // Until a run has started, a failure can only be that of the run that was asked for.
      let answers = sent;
      /** Takes back what the last RUN_FINISHED did, in case of a late RUN_ERROR. */
      let undo: (() => void) | undefined;
      return {
        started({ runId, input }) {
          undo = undefined;
          const isRequested = runId === requested || !(requestedCame || knownRuns.has(runId));
          requestedCame ||= isRequested;
          answers = (isRequested ? sent : undefined) ?? input?.resume;
          knownRuns.add(runId);
        },
        settled({ status, runId, interrupts = [], error = null }, calls) {
          const before = cell.peek();
          if (status === "failed") {
            undo?.();
            undo = undefined;
            if (answers === sent) unlock("failed", error);
            return;
          }
          const isAnswered =
            before.batch !== null &&
            before.items.every(({ id }) => answers?.some(({ interruptId }) => interruptId === id));
          // A replay of an older run: what it left open is what is being answered.
          if (!isAnswered && before.phase === "submitting") return;
          const decided = decisions.peek();
          undo = () => {
            decisions.set(decided);
            show(before);
          };
          if (isAnswered) close("accepted", answers ?? [], "confirmed");
          if (interrupts.length + calls.length === 0) return;
          const batch = environment.generateId("batch");
          const earlier = isAnswered ? before.items : [];
          const items = toItems(batch, { interrupts, calls }, context.toolCall, earlier, warn);
          show({ ...NONE, batch, runId, phase: "open", items });
        },
      };
    },
    withdraw(isGone) {
      const { phase, items } = cell.peek();
      const left = items.filter((item) => !isGone(item));
      if (phase !== "open" || left.length === items.length) return;
      show(left.length === 0 ? NONE : { items: left });
    },
    unlock,
    dismiss() {
      const { phase, sent } = cell.peek();
      if (phase !== "unknown") refuse("nothing-pending", "No submit is unconfirmed.");
      close("none", sent ?? [], "unconfirmed");
      publisher.flush();
    },
  };
}
