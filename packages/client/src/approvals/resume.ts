import { ApprovalError } from "../errors.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import { isLate } from "./batch.ts";
import type { ApprovalItem, Decision } from "./types.ts";

/**
 * The resume entries of a batch, one per item, in the agent's order. Throws
 * `ApprovalError` naming the ids while an item is open, invalid, or answered
 * after its deadline. Source: AG-UI 1.1, basic/patterns/interrupt-resume.
 */
export function toResumeEntries(items: readonly ApprovalItem[]): readonly ResumeEntry[] {
  const open = items.filter((item) => item.status === "open");
  if (open.length > 0) {
    const invalid = open.every((item) => item.errors.length > 0);
    throw new ApprovalError(
      invalid ? "invalid" : "uncovered",
      `Nothing was sent: ${quote(open)} has no ${invalid ? "valid " : ""}answer yet.`,
      open.map((item) => item.id),
    );
  }
  const late = items.filter(isLate);
  if (late.length > 0) {
    throw new ApprovalError(
      "expired",
      `Nothing was sent: ${quote(late)} has expired and can only be declined.`,
      late.map((item) => item.id),
    );
  }
  return items.map(toEntry);
}

function toEntry(item: ApprovalItem): ResumeEntry {
  const declines = item.status === "declined" || isRefusal(item);
  // The wire forbids a null payload: a root null is the answer without one.
  const carries = item.payload !== undefined && item.payload !== null;
  return {
    interruptId: item.id,
    status: declines ? "cancelled" : "resolved",
    ...(carries && { payload: item.payload }),
    ...(item.metadata !== undefined && { metadata: item.metadata }),
  };
}

/** No on a lone required boolean of a tool approval: agents that ask for those read the status alone. */
function isRefusal({ interrupt, payload }: ApprovalItem): boolean {
  if (interrupt?.reason !== "tool_approval") return false;
  const { properties, required } = interrupt.responseSchema ?? {};
  const [only = "", ...others] = Object.keys(Object(properties));
  const isLone = others.length === 0 && [required].flat().includes(only);
  return payload === false || (isLone && jsonEqual(payload, { [only]: false }));
}

const quote = (items: readonly ApprovalItem[]): string => items.map((item) => `"${item.id}"`).join(", ");

/** The decisions that a batch settled with these entries. */
export function toDecisions(
  batch: { token: string; runId: string; items: readonly ApprovalItem[] },
  entries: readonly ResumeEntry[],
  facts: { at: number; actor: string | undefined; confirmation: Decision["confirmation"] },
): readonly Decision[] {
  return entries.map((entry) => {
    const toolCallId = batch.items.find((item) => item.id === entry.interruptId)?.interrupt?.toolCallId;
    return {
      batch: batch.token,
      runId: batch.runId,
      interruptId: entry.interruptId,
      status: entry.status,
      ...(entry.payload !== undefined && { payload: entry.payload }),
      ...(toolCallId !== undefined && { toolCallId }),
      ...(facts.actor !== undefined && { actor: facts.actor }),
      at: facts.at,
      by: "person",
      confirmation: facts.confirmation,
    };
  });
}
