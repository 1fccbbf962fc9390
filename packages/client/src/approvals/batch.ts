import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { Interrupt, ResumeEntry } from "../protocol/interrupts.ts";
import type { ApprovalItem, ApprovalPhase, Approvals, SubmitError } from "./types.ts";

/** The working value of a batch; every change makes a new one. */
export interface Batch {
  readonly token: string;
  readonly runId: string;
  readonly phase: Exclude<ApprovalPhase, "none" | "accepted">;
  readonly items: readonly ApprovalItem[];
  readonly started: boolean;
  readonly error: SubmitError | null;
  /** What the last submit carried; a retry sends these very entries. Dropped by an edit. */
  readonly sent: readonly ResumeEntry[] | null;
}

/** What readers see where no batch is. */
export function emptyApprovals(phase: "none" | "accepted"): Approvals {
  return {
    batch: null,
    runId: null,
    phase,
    items: [],
    counts: { total: 0, answered: 0, declined: 0, open: 0, expired: 0 },
    ready: false,
    started: false,
    nextExpiry: null,
    error: null,
  };
}

/** Opens a batch for an interrupted run; ids that `earlier` answered start from that answer as a draft. */
export function openBatch(
  token: string,
  runId: string,
  interrupts: readonly Interrupt[],
  toolCall: (id: string) => ToolCallView | undefined,
  earlier: Batch | null,
  warn: OnWarning,
): Batch {
  const items = interrupts.map((interrupt): ApprovalItem => {
    const before = earlier?.items.find((item) => item.id === interrupt.id && item.status === "answered");
    if (before !== undefined) {
      warn({
        code: "asked-again",
        message: `The agent asks for "${interrupt.id}" again right after it was answered; an agent that remembers nothing must be sent all answers together.`,
      });
    }
    return {
      id: interrupt.id,
      batch: token,
      kind: "interrupt",
      interrupt,
      toolCall: (interrupt.toolCallId !== undefined && toolCall(interrupt.toolCallId)) || null,
      status: "open",
      expired: false,
      expiresAt: parseExpiry(interrupt, warn),
      ...(before !== undefined && { draft: before.draft ?? before.payload }),
      errors: [],
      notice: before === undefined ? null : "asked-again",
    };
  });
  return { token, runId, phase: "open", items, started: false, error: null, sent: null };
}

function parseExpiry(interrupt: Interrupt, warn: OnWarning): number | null {
  if (interrupt.expiresAt === undefined) return null;
  const at = Date.parse(interrupt.expiresAt);
  if (!Number.isNaN(at)) return at;
  warn({
    code: "expiry-unreadable",
    message: `The interrupt "${interrupt.id}" expires at "${interrupt.expiresAt}", which is no date; it is taken as not expiring.`,
  });
  return null;
}

/** The items as of `now`. */
export function withExpiry(items: readonly ApprovalItem[], now: number): readonly ApprovalItem[] {
  const isExpired = (item: ApprovalItem) => item.expiresAt !== null && item.expiresAt <= now;
  return items.some((item) => isExpired(item) !== item.expired)
    ? items.map((item) => (isExpired(item) === item.expired ? item : { ...item, expired: isExpired(item) }))
    : items;
}

/** What readers see of a batch. */
export function toApprovals(batch: Batch): Approvals {
  const { items } = batch;
  const count = (test: (item: ApprovalItem) => boolean) => items.filter(test).length;
  const deadlines = items.flatMap((item) =>
    item.expiresAt === null || item.expired ? [] : [item.expiresAt],
  );
  const counts = {
    total: items.length,
    answered: count((item) => item.status === "answered"),
    declined: count((item) => item.status === "declined"),
    open: count((item) => item.status === "open"),
    expired: count((item) => item.expired),
  };
  return {
    batch: batch.token,
    runId: batch.runId,
    phase: batch.phase,
    items,
    counts,
    ready: counts.open === 0 && !items.some((item) => item.expired && item.status === "answered"),
    started: batch.started,
    nextExpiry: deadlines.length === 0 ? null : Math.min(...deadlines),
    error: batch.error,
  };
}
