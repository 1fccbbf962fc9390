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

/** What a run leaves to a person: its interrupts, and calls of the app's own tools. */
export interface Questions {
  readonly interrupts: readonly Interrupt[];
  readonly calls: readonly ToolCallView[];
}

/** Opens a batch for what a run asks; ids that `earlier` answered start from that answer as a draft. */
export function openBatch(
  token: string,
  runId: string,
  { interrupts, calls }: Questions,
  toolCall: (id: string) => ToolCallView | undefined,
  earlier: Batch | null,
  warn: OnWarning,
): Batch {
  const blank = { batch: token, status: "open", expired: false, errors: [] } as const;
  const asked = interrupts.map((interrupt): ApprovalItem => {
    const before = earlier?.items.find((item) => item.id === interrupt.id && item.status === "answered");
    if (before !== undefined) {
      warn({
        code: "asked-again",
        message: `"${interrupt.id}" was just answered, and is asked again.`,
      });
    }
    return defined<ApprovalItem>({
      ...blank,
      id: interrupt.id,
      kind: "interrupt",
      interrupt,
      toolCall: (interrupt.toolCallId !== undefined && toolCall(interrupt.toolCallId)) || null,
      expiresAt: parseExpiry(interrupt, warn),
      draft: before?.draft ?? before?.payload,
      notice: before === undefined ? null : "asked-again",
    });
  });
  const called = calls.map(
    (toolCall): ApprovalItem => ({
      ...blank,
      id: toolCall.id,
      kind: "tool",
      toolCall,
      expiresAt: null,
      notice: null,
    }),
  );
  const items = [...asked, ...called];
  return { token, runId, phase: "open", items, started: false, error: null, sent: null };
}

function parseExpiry(interrupt: Interrupt, warn: OnWarning): number | null {
  if (interrupt.expiresAt === undefined) return null;
  const at = Date.parse(interrupt.expiresAt);
  if (!Number.isNaN(at)) return at;
  warn({
    code: "expiry-unreadable",
    message: `The expiresAt of "${interrupt.id}" is no date: "${interrupt.expiresAt}".`,
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
