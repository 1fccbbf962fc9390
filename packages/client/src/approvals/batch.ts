import { defined } from "../lib/defined.ts";
import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { Interrupt, ResumeEntry } from "../protocol/interrupts.ts";
import type { ApprovalItem, Approvals } from "./types.ts";

/** The working value of a batch, and of none; readers see it as `Approvals`. Every change makes a new one. */
export interface Batch extends Approvals {
  /** What the last submit carried; a retry sends these very entries. Dropped by an edit. */
  readonly sent: readonly ResumeEntry[] | null;
}

/** What is known of a batch beside what is counted. */
export type BatchFacts = Omit<Batch, "counts" | "ready" | "nextExpiry">;

/** A batch as a record keeps it; what is counted is counted anew. */
export interface StoredBatch extends Omit<BatchFacts, "error"> {
  /** Why the agent refused the answers, in its own words. */
  readonly error: { readonly message: string; readonly code?: string | undefined } | null;
}

/** No batch. */
export const NONE: BatchFacts = {
  batch: null,
  runId: null,
  phase: "none",
  items: [],
  started: false,
  error: null,
  sent: null,
};

/** What a run leaves to a person: its interrupts, and calls of the app's own tools, by ids of their own. */
export interface Questions {
  readonly interrupts: readonly Interrupt[];
  readonly calls: readonly { readonly id: string; readonly toolCall: ToolCallView }[];
}

/** The items of a batch for what a run asks; ids that `earlier` answered start from that answer as a draft. */
export const toItems = (
  batch: string,
  { interrupts, calls }: Questions,
  toolCall: (id: string | undefined) => ToolCallView | undefined,
  earlier: readonly ApprovalItem[],
  warn: OnWarning,
): readonly ApprovalItem[] => {
  const blank = {
    batch,
    kind: "tool",
    status: "open",
    expired: false,
    expiresAt: null,
    errors: [],
    notice: null,
  } as const;
  const asked = interrupts.map((interrupt): ApprovalItem => {
    const before = earlier.find((item) => item.id === interrupt.id && item.status === "answered");
    if (before) {
      warn({
        code: "asked-again",
        message: `"${interrupt.id}" is asked again.`,
      });
    }
    return defined<ApprovalItem>({
      ...blank,
      id: interrupt.id,
      kind: "interrupt",
      interrupt,
      toolCall: toolCall(interrupt.toolCallId) ?? null,
      expiresAt: parseExpiry(interrupt, warn),
      draft: before?.draft ?? before?.payload,
      notice: before ? "asked-again" : null,
    });
  });
  return [...asked, ...calls.map((call): ApprovalItem => ({ ...blank, ...call }))];
};

/** The deadline of a question; null where it has none, or none that can be read. */
export const parseExpiry = ({ id, expiresAt }: Interrupt, warn: OnWarning): number | null => {
  const at = Date.parse(expiresAt ?? "");
  if (!Number.isNaN(at)) return at;
  if (expiresAt !== undefined) {
    warn({ code: "expiry-unreadable", message: `The expiresAt of "${id}" is no date.` });
  }
  return null;
};

/** The batch as of `now`, with all that is counted from its items. */
export const reckoned = (facts: BatchFacts, now: number): Batch => {
  const items = facts.items.map((item) => {
    const expired = item.expiresAt !== null && item.expiresAt <= now;
    return expired === item.expired ? item : { ...item, expired };
  });
  const counts = { total: items.length, answered: 0, declined: 0, open: 0, expired: 0 };
  let nextExpiry: number | null = null;
  for (const { status, expired, expiresAt } of items) {
    counts[status] += 1;
    if (expired) counts.expired += 1;
    else if (expiresAt !== null) nextExpiry = Math.min(expiresAt, nextExpiry ?? expiresAt);
  }
  const ready = counts.total > 0 && counts.open === 0 && !items.some(isLate);
  return { ...facts, items, counts, ready, nextExpiry };
};

/** Answered, but its deadline has passed since. */
export const isLate = (item: ApprovalItem): boolean => item.expired && item.status === "answered";
