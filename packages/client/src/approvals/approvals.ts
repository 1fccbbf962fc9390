import { ApprovalError } from "../errors.ts";
import { type Cell, createCell } from "../lib/cell.ts";
import type { Environment } from "../lib/environment.ts";
import type { Publisher } from "../lib/publisher.ts";
import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { Interrupt, ResumeEntry } from "../protocol/interrupts.ts";
import { prepareSchema } from "../schema/prepare.ts";
import { toAnswer } from "../schema/to-answer.ts";
import type { FieldError } from "../schema/types.ts";
import { validate } from "../schema/validate.ts";
import { type Batch, openBatch, toApprovals, withExpiry } from "./batch.ts";
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
  open(runId: string, interrupts: readonly Interrupt[], earlier: Batch | null): void;
  /** Throws `ApprovalError` while questions are pending: a plain run may not pass them by. */
  refusePending(): void;
  /** The entries to send now; throws `ApprovalError` while they may not go out. */
  entries(): readonly ResumeEntry[];
  /** The very entries of the last submit; throws `ApprovalError` where there are none. */
  retryEntries(): readonly ResumeEntry[];
  /** Locks the batch: its entries are on their way. */
  submitting(entries: readonly ResumeEntry[]): void;
  /** Ends a submit that did not settle the batch. */
  unlock(phase: "open" | "failed" | "unknown", error: SubmitError | null): void;
  /** Closes the batch and keeps its decisions. */
  close(entries: readonly ResumeEntry[], confirmation: Decision["confirmation"]): void;
  /** Forgets that a batch was accepted, where none is open. */
  settle(): void;
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

  /** The batch, if it may be edited now. */
  function editable(token: string | undefined): Batch {
    if (batch === null) throw new ApprovalError("nothing-pending", "No question is pending.");
    if (token !== undefined && token !== batch.token) {
      throw new ApprovalError("stale-batch", "The answer was made for questions that are no longer pending.");
    }
    refuseLocked(batch);
    return batch;
  }

  /** The batch, if it may be edited, and the item with this id. */
  function find(id: string, token?: string): ApprovalItem {
    const items = withExpiry(editable(token).items, environment.clock());
    const item = items.find((each) => each.id === id);
    if (item === undefined) throw new ApprovalError("unknown-id", `No question "${id}" is pending.`, [id]);
    return item;
  }

  /** Writes edited items back. An edit after a refusal opens the batch again, and the entries sent then are spent. */
  function edit(changed: ReadonlyMap<string, ApprovalItem>): void {
    if (batch === null || changed.size === 0) return;
    show({
      ...batch,
      phase: "open",
      error: batch.phase === "failed" ? null : batch.error,
      started: true,
      sent: null,
      items: batch.items.map((item) => changed.get(item.id) ?? item),
    });
    publisher.flush();
  }

  const editOne = (item: ApprovalItem) => edit(new Map([[item.id, item]]));

  const actions: ApprovalActions = {
    get: cell.get,
    subscribe: cell.subscribe,
    answer(id, payload, options) {
      const item = answered(find(id, options?.batch), payload, options?.metadata);
      editOne(item);
      return item.errors;
    },
    draft(id, value, options) {
      const item = find(id, options?.batch);
      const json = toAnswer(value);
      if (json.ok) editOne({ ...item, draft: json.value });
    },
    clear(id) {
      editOne(opened(find(id)));
    },
    decline(id, options) {
      editOne(declined(find(id), options?.payload, options?.metadata));
    },
    answerAll(fn) {
      const changed = new Map<string, ApprovalItem>();
      const faults = new Map<string, readonly FieldError[]>();
      for (const { id } of editable(undefined).items) {
        const item = find(id);
        const response = fn(item);
        if (response === undefined) continue;
        const next =
          "decline" in response
            ? declined(item, undefined, undefined)
            : answered(item, response.payload, response.metadata);
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
    open(runId, interrupts, earlier) {
      show(openBatch(environment.generateId("batch"), runId, interrupts, context.toolCall, earlier, warn));
    },
    refusePending() {
      if (batch === null) return;
      const ids = batch.items.map((item) => item.id);
      throw new ApprovalError(
        batch.phase === "unknown" ? "unconfirmed" : "uncovered",
        `Nothing was sent: the agent waits for ${ids.map((id) => `"${id}"`).join(", ")}. Answer and submit, or send with { pending: "decline" }.`,
        ids,
      );
    },
    entries() {
      return toResumeEntries(withExpiry(editable(undefined).items, environment.clock()));
    },
    retryEntries() {
      if (batch === null) throw new ApprovalError("nothing-pending", "No question is pending.");
      if (batch.phase === "submitting") refuseLocked(batch);
      if (batch.sent === null) {
        throw new ApprovalError("invalid", "The answers were changed, or never sent: submit() sends them.");
      }
      return batch.sent;
    },
    submitting(entries) {
      if (batch !== null) show({ ...batch, phase: "submitting", error: null, sent: entries });
    },
    unlock(phase, error) {
      if (batch !== null) show({ ...batch, phase, error });
    },
    close(entries, confirmation) {
      if (batch === null) return;
      const facts = { at: environment.clock(), actor: context.actor, confirmation };
      decisions.set([...decisions.peek(), ...toDecisions(batch, entries, facts)]);
      show(null, "accepted");
    },
    settle() {
      if (batch === null && cell.peek().phase !== "none") show(null);
    },
  };
}

function refuseLocked(batch: Batch): void {
  const ids = batch.items.map((item) => item.id);
  if (batch.phase === "submitting") {
    throw new ApprovalError("busy", "The answers are being sent.", ids);
  }
  if (batch.phase === "unknown") {
    throw new ApprovalError(
      "unconfirmed",
      "It is unknown whether the answers arrived: retry() sends them again, dismiss() leaves them.",
      ids,
    );
  }
}

/** The item with an answer, or, where its schema refuses the payload, open with the payload as draft. */
function answered(item: ApprovalItem, payload: unknown, metadata: ApprovalItem["metadata"]): ApprovalItem {
  if (item.expired) {
    throw new ApprovalError("expired", `The question "${item.id}" has expired; it can only be declined.`, [
      item.id,
    ]);
  }
  const json = toAnswer(payload);
  if (!json.ok) {
    const error = {
      path: json.path,
      keyword: "json",
      params: {},
      message: `This is no JSON: ${json.reason}.`,
    };
    return { ...opened(item), errors: [error] };
  }
  const errors = validate(prepareSchema(item.interrupt?.responseSchema), json.value);
  if (errors.length > 0) return { ...opened(item), draft: json.value, errors };
  return {
    ...opened(item),
    status: "answered",
    payload: json.value,
    ...(metadata !== undefined && { metadata }),
  };
}

function declined(item: ApprovalItem, payload: unknown, metadata: ApprovalItem["metadata"]): ApprovalItem {
  const json = toAnswer(payload);
  return {
    ...opened(item),
    status: "declined",
    ...(payload !== undefined && json.ok && { payload: json.value }),
    ...(metadata !== undefined && { metadata }),
  };
}

/** The item without its answer; what was typed stays. */
function opened(item: ApprovalItem): ApprovalItem {
  const { payload: _payload, metadata: _metadata, ...rest } = item;
  return { ...rest, status: "open", errors: [] };
}
