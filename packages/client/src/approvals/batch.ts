import { defined } from "../lib/defined.ts";
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
        message: `The agent asks for "${interrupt.id}" again, which was just answered.`,
      });
    }
    return defined<ApprovalItem>({
      id: interrupt.id,
      batch: token,
      kind: "interrupt",
      interrupt,
      toolCall: toolCall(interrupt.toolCallId ?? "") ?? null,
      status: "open",
      expired: false,
      expiresAt: parseExpiry(interrupt, warn),
      draft: before?.draft ?? before?.payload,
      errors: [],
      notice: before === undefined ? null : "asked-again",
    });
  });
  return { token, runId, phase: "open", items, started: false, error: null, sent: null };
}

function parseExpiry(interrupt: Interrupt, warn: OnWarning): number | null {
  if (interrupt.expiresAt === undefined) return null;
  const at = Date.parse(interrupt.expiresAt);
  if (!Number.isNaN(at)) return at;
  warn({
    code: "expiry-unreadable",
    message: `"${interrupt.id}" never expires: its expiresAt "${interrupt.expiresAt}" is no date.`,
  });
  return null;
}

/** The items as of `now`. */
export function withExpiry(items: readonly ApprovalItem[], now: number): readonly ApprovalItem[] {
  return items.map((item) => {
    const expired = item.expiresAt !== null && item.expiresAt <= now;
    return expired === item.expired ? item : { ...item, expired };
  });
}

const NO_BATCH = { token: null, runId: null, items: [], started: false, error: null };

/** What readers see of a batch, or of none after the last one was accepted. */
export function toApprovals(batch: Batch | null, emptyPhase: "none" | "accepted"): Approvals {
  const { token, runId, items, started, error } = batch ?? NO_BATCH;
  const count = (status: ApprovalItem["status"]) => items.filter((item) => item.status === status).length;
  const expired = items.filter((item) => item.expired).length;
  const deadlines = items.flatMap((item) =>
    item.expiresAt === null || item.expired ? [] : [item.expiresAt],
  );
  const counts = {
    total: items.length,
    answered: count("answered"),
    declined: count("declined"),
    open: count("open"),
    expired,
  };
  return {
    batch: token,
    runId,
    phase: batch?.phase ?? emptyPhase,
    items,
    counts,
    ready: counts.total > 0 && counts.open === 0 && !items.some(isLate),
    started,
    nextExpiry: deadlines.length === 0 ? null : Math.min(...deadlines),
    error,
  };
}

/** Answered, but its deadline has passed since. */
export const isLate = (item: ApprovalItem): boolean => item.expired && item.status === "answered";
