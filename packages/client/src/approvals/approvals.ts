import { type Cell, createCell } from "../lib/cell.ts";
import { defined } from "../lib/defined.ts";
import type { Environment } from "../lib/environment.ts";
import type { Publisher } from "../lib/publisher.ts";
import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import { toFault } from "../schema/fault.ts";
import { prepareSchema } from "../schema/prepare.ts";
import { toAnswer } from "../schema/to-answer.ts";
import type { FieldError } from "../schema/types.ts";
import { validate } from "../schema/validate.ts";
import { type Batch, openBatch, type Questions, toApprovals, withExpiry } from "./batch.ts";
import { idsOf, quote, refuse } from "./refuse.ts";
import { toDecisions, toResumeEntries } from "./resume.ts";
import type { ApprovalActions, ApprovalItem, Approvals, Decision, SubmitError } from "./types.ts";

/** What the approvals need of the thread around them. */
export interface ApprovalsContext {
  readonly publisher: Publisher;
  readonly environment: Pick<Environment, "clock" | "generateId">;
  readonly warn: OnWarning;
  readonly actor: string | undefined;
  toolCall(id: string): ToolCallView | undefined;
}

/** The batch and its answers, with the moves that a run makes; apps see `actions` only. */
export interface ApprovalsControl {
  readonly actions: ApprovalActions;
  readonly decisions: Cell<readonly Decision[]>;
  /** The working batch. */
  current(): Batch | null;
  /** Puts a batch back, or none, and takes back the decisions that closing it had written. */
  restore(batch: Batch | null): void;
  /** Opens a batch, replacing any. */
  open(runId: string, questions: Questions, earlier: Batch | null): void;
  /** Whether the pending question with this id is a call of the app's own tool. */
  isTool(id: string): boolean;
  /** Throws `ApprovalError` while questions are pending: a plain run may not pass them by. */
  refusePending(): void;
  /** The entries to send now; throws `ApprovalError` while they may not go out. */
  entries(): readonly ResumeEntry[];
  /** The very entries of the last submit; throws `ApprovalError` where there are none. */
  retryEntries(): readonly ResumeEntry[];
  /** A run starts: the batch is locked while its entries are on their way; that an earlier one was accepted is over. */
  begin(entries: readonly ResumeEntry[] | undefined): void;
  /** Ends a submit that did not settle the batch. */
  unlock(phase: "open" | "failed" | "unknown", error: SubmitError | null): void;
  /** Closes the batch, which was accepted, and keeps its decisions. */
  close(entries: readonly ResumeEntry[]): void;
  /** Closes a batch whose submit is unconfirmed; throws `ApprovalError` where there is none. */
  dismiss(): void;
}

/** Creates the approvals of one thread. */
export function createApprovals(context: ApprovalsContext): ApprovalsControl {
  const { environment, publisher, warn } = context;
  const cell = createCell<Approvals>(toApprovals(null, "none"), publisher.markDirty);
  const decisions = createCell<readonly Decision[]>([], publisher.markDirty);
  let batch: Batch | null = null;

  function show(next: Batch | null, emptyPhase: "none" | "accepted" = "none"): void {
    batch = next === null ? null : { ...next, items: withExpiry(next.items, environment.clock()) };
    cell.set(toApprovals(batch, emptyPhase));
  }

  function pending(): Batch {
    return batch ?? refuse("nothing-pending", "No question is pending.");
  }

  /** The items as of now, if they may be edited. */
  function editable(token?: string): readonly ApprovalItem[] {
    const current = pending();
    if (token !== undefined && token !== current.token) {
      refuse("stale-batch", "These questions are no longer pending.");
    }
    refuseLocked(current);
    return withExpiry(current.items, environment.clock());
  }

  /** The item with this id, if it may be edited. */
  function find(id: string, token?: string): ApprovalItem {
    const item = editable(token).find((each) => each.id === id);
    return item ?? refuse("unknown-id", `No question "${id}" is pending.`, [id]);
  }

  /** Writes edited items back. An edit after a refusal opens the batch again, with its reason still there; the entries sent then are spent. */
  function edit(changed: ReadonlyMap<string, ApprovalItem>): void {
    if (batch === null || changed.size === 0) return;
    show({
      ...batch,
      phase: "open",
      started: true,
      sent: null,
      items: batch.items.map((item) => changed.get(item.id) ?? item),
    });
    publisher.flush();
  }

  const editOne = (item: ApprovalItem) => edit(new Map([[item.id, item]]));

  function keepDecisions(entries: readonly ResumeEntry[], confirmation: Decision["confirmation"]): void {
    if (batch === null) return;
    const facts = { at: environment.clock(), actor: context.actor, confirmation };
    decisions.set([...decisions.peek(), ...toDecisions(batch, entries, facts)]);
  }

  const actions: ApprovalActions = {
    get: cell.get,
    subscribe: cell.subscribe,
    answer(id, payload, options) {
      const item = answered(find(id, options?.batch), { ...options, payload });
      editOne(item);
      return item.errors;
    },
    draft(id, value, options) {
      const item = find(id, options?.batch);
      const json = toAnswer(value);
      if (json.ok) editOne({ ...item, draft: json.value });
    },
    clear(id, options) {
      editOne(restated(find(id, options?.batch), { status: "open" }));
    },
    decline(id, options) {
      editOne(declined(find(id, options?.batch), options));
    },
    answerAll(fn) {
      const changed = new Map<string, ApprovalItem>();
      const faults = new Map<string, readonly FieldError[]>();
      for (const { id } of editable()) {
        // Found anew, because `fn` may have edited an item itself.
        const item = find(id);
        const response = fn(item);
        if (response === undefined) continue;
        const next = "decline" in response ? declined(item) : answered(item, response);
        if (next.errors.length > 0) faults.set(id, next.errors);
        changed.set(id, next);
      }
      if (faults.size === 0) edit(changed);
      return faults;
    },
    declineAll() {
      actions.answerAll(() => ({ decline: true }));
    },
  };

  return {
    actions,
    decisions,
    current: () => batch,
    restore(earlier) {
      const token = earlier?.token;
      if (token !== undefined) decisions.set(decisions.peek().filter((decision) => decision.batch !== token));
      show(earlier);
    },
    open(runId, questions, earlier) {
      show(openBatch(environment.generateId("batch"), runId, questions, context.toolCall, earlier, warn));
    },
    isTool: (id) => batch?.items.some((item) => item.id === id && item.kind === "tool") ?? false,
    refusePending() {
      if (batch === null) return;
      const ids = idsOf(batch.items);
      refuse(
        batch.phase === "unknown" ? "unconfirmed" : "uncovered",
        `Answer ${quote(ids)} first, or send with { pending: "decline" }.`,
        ids,
      );
    },
    entries: () => toResumeEntries(editable()),
    retryEntries() {
      return pending().sent ?? refuse("invalid", "There is nothing to repeat.");
    },
    begin(entries) {
      if (batch !== null && entries !== undefined) {
        show({ ...batch, phase: "submitting", error: null, sent: entries });
      } else if (cell.peek().phase === "accepted") {
        show(null);
      }
    },
    unlock(phase, error) {
      if (batch?.phase === "submitting") show({ ...batch, phase, error });
    },
    close(entries) {
      keepDecisions(entries, "confirmed");
      show(null, "accepted");
    },
    dismiss() {
      if (batch?.phase !== "unknown") return refuse("nothing-pending", "No submit is unconfirmed.");
      keepDecisions(batch.sent ?? [], "unconfirmed");
      show(null);
      publisher.flush();
    },
  };
}

function refuseLocked({ phase, items }: Batch): void {
  const ids = idsOf(items);
  if (phase === "submitting") refuse("busy", "The answers are being sent.", ids);
  if (phase === "unknown") refuse("unconfirmed", "retry() or dismiss() the unconfirmed answers first.", ids);
}

type Reply = Pick<ApprovalItem, "payload" | "metadata">;

/** The item with an answer, or, where its schema refuses the payload, open with the payload as draft. */
function answered(item: ApprovalItem, { payload, metadata }: Reply): ApprovalItem {
  if (item.expired) {
    refuse("expired", `"${item.id}" has expired: decline it.`, [item.id]);
  }
  const json = toAnswer(payload);
  if (!json.ok) {
    const errors = [toFault(json.path, "json", {}, `This ${json.reason}.`)];
    return restated(item, { status: "open", errors });
  }
  const errors = validate(prepareSchema(item.interrupt?.responseSchema), json.value);
  return errors.length > 0
    ? restated(item, { status: "open", draft: json.value, errors })
    : restated(item, { status: "answered", payload: json.value, draft: undefined, metadata });
}

function declined(item: ApprovalItem, { payload, metadata }: Reply = {}): ApprovalItem {
  const json = toAnswer(payload);
  return restated(item, { status: "declined", payload: json.ok ? json.value : undefined, metadata });
}

/** The item with a new status and nothing of its last answer; what was typed stays. */
function restated(
  item: ApprovalItem,
  change: Pick<ApprovalItem, "status" | "payload"> & {
    draft?: unknown;
    metadata?: ApprovalItem["metadata"] | undefined;
    errors?: readonly FieldError[];
  },
): ApprovalItem {
  return defined<ApprovalItem>({
    ...item,
    payload: undefined,
    metadata: undefined,
    errors: [],
    ...change,
  });
}
