import { isApprovalError } from "../errors.ts";
import { type Cell, createCell } from "../lib/cell.ts";
import { defined } from "../lib/defined.ts";
import type { Environment } from "../lib/environment.ts";
import type { Publisher } from "../lib/publisher.ts";
import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { EventOf } from "../protocol/events.ts";
import type { Interrupt, ResumeEntry } from "../protocol/interrupts.ts";
import { type Batch, type BatchFacts, NONE, type Questions, reckoned, toItems } from "./batch.ts";
import { blamed } from "./blame.ts";
import type { Policy } from "./define-policy.ts";
import { createEdits, lookedAt, type Replier, replied } from "./edits.ts";
import { judgeAnswer, type Knowledge } from "./judge.ts";
import { refuse } from "./refuse.ts";
import { toResumeEntries } from "./resume.ts";
import type { ApprovalActions, ApprovalItem, Decision, SubmitError } from "./types.ts";

/** What the approvals need of the thread around them. */
export interface ApprovalsContext extends Knowledge {
  readonly threadId: string;
  readonly publisher: Publisher;
  readonly environment: Pick<Environment, "clock" | "generateId" | "timer">;
  readonly actor?: string;
  readonly policies?: readonly Policy[];
  toolCall(id: string | undefined): ToolCallView | undefined;
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
  /** Throws the `ApprovalError` for a plain run that would pass the pending questions by. */
  refusePending(): never;
  /** The entries to send now, or the very ones of the last submit; throws `ApprovalError` while they may not go out. */
  entries(again?: boolean): readonly ResumeEntry[];
  /** The entries of a batch that rules of the app have answered, and nobody else; undefined for any other. */
  decided(): readonly ResumeEntry[] | undefined;
  /**
   * A run with this id starts, with the entries that it carries: the batch is locked while they are
   * on their way; that an earlier one was accepted is over. Gives the watch over the run's stream.
   */
  begin(requested: string, sent: readonly ResumeEntry[] | undefined, warn: OnWarning): RunGate;
  /** Puts what is known of a batch in place of what was. */
  put(facts: Partial<BatchFacts>): void;
  /** The conversation has changed: what was shown of a call may not hold any more. */
  lookAtCalls(): void;
  /** Ends the submit of these answers, not of another tab's, unsettled; `unknown` where they may have arrived. */
  unlock(answers: Batch["sent"] | undefined, phase: Batch["phase"], error?: SubmitError): void;
  /** Closes a batch whose submit is unconfirmed; throws `ApprovalError` where there is none. */
  dismiss(): void;
  /** Lets go of the clock. */
  close(): void;
}

/** Creates the approvals of one thread. */
export const createApprovals = (context: ApprovalsContext): ApprovalsControl => {
  const { environment, policies = [], publisher } = context;
  const cell = createCell<Batch>(reckoned(NONE, 0), publisher);
  const decisions = createCell<readonly Decision[]>([], publisher);
  /** The runs that the thread has seen; a run of another id is the one that was asked for. */
  const knownRuns = new Set<string>();
  /** The answers that are out may have arrived before. */
  let unconfirmed = false;
  /** Stops waiting for the next deadline. */
  let unwatch: (() => void) | undefined;
  /** Takes back what the last RUN_FINISHED did, in case of a late RUN_ERROR. */
  let undo: (() => void) | undefined;

  const show = (change: Partial<BatchFacts>): void => {
    const now = environment.clock();
    const batch = reckoned({ ...cell.peek(), ...change }, now);
    cell.set(batch);
    unwatch?.();
    if (batch.nextExpiry) unwatch = environment.timer(expire, batch.nextExpiry - now);
  };

  const expire = (): void => {
    show({});
    publisher.flush();
  };

  const reply: Replier = (item, given) =>
    replied(item, given, (payload) => judgeAnswer(item, payload, context));

  /** What was shown is what is approved: shows the calls that have changed since. An answer that is withdrawn is not repeated. */
  const lookAtCalls = (): void => {
    const { items, phase, sent } = cell.peek();
    const looked = items.map((item) => lookedAt(item, context.toolCall, phase));
    if (looked.every((item, at) => item === items[at])) return;
    const isSame = looked.every(({ status }, at) => status === items[at]?.status);
    show({ items: looked, sent: isSame ? sent : null });
  };

  const pending = (): Batch => {
    const batch = cell.peek();
    // Another tab has answered, or is about to: nothing that is done here may count.
    if (isApprovalError(batch.error)) throw batch.error;
    return batch.batch === null ? refuse("nothing-pending", "No question is pending") : batch;
  };

  const editable = (token?: string): readonly ApprovalItem[] => {
    const { batch, phase, items } = pending();
    if (token !== undefined && token !== batch) {
      refuse("stale-batch", "No such question is pending");
    }
    if (phase === "submitting") refuse("busy", "The answers are being sent:", items);
    if (phase === "unknown") refuse("unconfirmed", "retry() or dismiss() first:", items);
    return reckoned(cell.peek(), environment.clock()).items;
  };

  /** An edit after a refusal opens the batch again, with its reason still there; the entries sent then are spent. */
  const replace = (changed: readonly ApprovalItem[]): void => {
    const [first] = changed;
    if (!first) return;
    // Whoever gave or judged the answers may have sent the batch meanwhile: what is sent is what is shown.
    const items = editable(first.batch).map((item) => changed.find((each) => each.id === item.id) ?? item);
    show({ phase: "open", started: true, sent: null, items });
    publisher.flush();
  };

  /** Closes the batch and keeps what was decided. */
  const close = (
    phase: "none" | "accepted",
    entries: readonly ResumeEntry[],
    confirmation: Decision["confirmation"],
  ): void => {
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
        by: item?.policy ? "policy" : "person",
        policy: item?.policy,
        confirmation,
      });
    });
    decisions.set([...decisions.peek(), ...decided]);
    show({ ...NONE, phase });
  };

  const unlock: ApprovalsControl["unlock"] = (answers, phase, error) => {
    const { phase: before, items, sent } = cell.peek();
    if (before !== "submitting" || sent !== answers) return;
    const next = unconfirmed && phase === "open" ? "unknown" : phase;
    show({
      phase: next,
      error: error ?? null,
      items: blamed(items, phase === "failed" ? error?.message : undefined),
    });
    // A call may have changed while its answer was out.
    lookAtCalls();
  };

  return {
    actions: {
      get: cell.get,
      initial: cell.initial,
      subscribe: cell.subscribe,
      ...createEdits(editable, reply, replace),
      editedArgs: context.editedArgs ?? "editedArgs",
      parametersOf: context.parametersOf,
    },
    decisions,
    current: cell.peek,
    refusePending() {
      refuse("uncovered", 'submit() first, or send with { pending: "decline" }:', editable());
    },
    entries(again) {
      lookAtCalls();
      if (!again) return toResumeEntries(editable());
      return pending().sent ?? refuse("invalid", "Nothing was sent yet");
    },
    decided() {
      const { items, ready } = cell.peek();
      return ready && items.every(({ policy }) => policy) ? toResumeEntries(items) : undefined;
    },
    begin(requested, sent, warn) {
      const { batch, error, items, phase } = cell.peek();
      if (sent) {
        unconfirmed = phase === "unknown";
        show({ phase: "submitting", error: null, sent, items: blamed(items) });
      } else if (phase === "accepted" || (batch === null && error)) show(NONE);
      let requestedCame = false;
      undo = undefined;
      // Until a run has started, a failure can only be that of the run that was asked for.
      let answers = sent;
      return {
        started({ runId, input }) {
          undo = undefined;
          const isRequested = runId === requested || !(requestedCame || knownRuns.has(runId));
          requestedCame ||= isRequested;
          answers = (isRequested ? sent : undefined) ?? input?.resume;
          knownRuns.add(runId);
        },
        settled({ status, runId, interrupts = [], error }, calls) {
          lookAtCalls();
          const before = cell.peek();
          if (status === "failed") {
            undo?.();
            if (answers === sent) unlock(sent, "failed", error);
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
          const facts = { ...context, warn, decisions: decisions.peek() };
          policies[0]?.consult(policies, facts, { current: cell.peek, show, reply });
        },
      };
    },
    put(facts) {
      undo = undefined;
      show(facts);
      lookAtCalls();
    },
    lookAtCalls,
    unlock,
    close: () => unwatch?.(),
    dismiss() {
      const { phase, sent } = cell.peek();
      if (phase !== "unknown") refuse("nothing-pending", "Nothing is unconfirmed");
      close("none", sent ?? [], "unconfirmed");
      publisher.flush();
    },
  };
};
