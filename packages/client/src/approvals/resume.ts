import type { ApprovalErrorCode } from "../errors.ts";
import { defined } from "../lib/defined.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { resolvePointer } from "../schema/pointer.ts";
import { type Batch, isLate } from "./batch.ts";
import { idsOf, quote, refuse } from "./refuse.ts";
import type { ApprovalItem, Decision } from "./types.ts";

/**
 * The resume entries of a batch, one per item, in the agent's order. Throws
 * `ApprovalError` naming the ids while an item is open, invalid, or answered
 * after its deadline. Source: AG-UI 1.1, basic/patterns/interrupt-resume.
 */
export function toResumeEntries(items: readonly ApprovalItem[]): readonly ResumeEntry[] {
  const open = items.filter((item) => item.status === "open");
  if (open.length > 0) {
    const isInvalid = open.every((item) => item.errors.length > 0);
    refuseToSend(isInvalid ? "invalid" : "uncovered", open, "no valid answer to");
  }
  const late = items.filter(isLate);
  if (late.length > 0) refuseToSend("expired", late, "too late to answer");
  return items.map(toEntry);
}

function refuseToSend(code: ApprovalErrorCode, items: readonly ApprovalItem[], what: string): never {
  const ids = idsOf(items);
  return refuse(code, `Nothing was sent: ${what} ${quote(ids)}.`, ids);
}

function toEntry(item: ApprovalItem): ResumeEntry {
  const declines = item.status === "declined" || isRefusal(item);
  return defined<ResumeEntry>({
    interruptId: item.id,
    status: declines ? "cancelled" : "resolved",
    // The wire forbids a null payload: a root null is the answer without one.
    payload: item.payload ?? undefined,
    metadata: item.metadata,
  });
}

/** What is asked for where no schema says it. */
const APPROVAL = { properties: { approved: {} }, required: "approved" };

/** No on a lone required boolean of a tool approval: agents that ask for those read the status alone. */
function isRefusal({ interrupt, payload }: ApprovalItem): boolean {
  if (interrupt?.reason !== "tool_approval") return false;
  const { properties, required } = unwrap(interrupt.responseSchema ?? APPROVAL);
  const [only = "", ...others] = Object.keys(Object(properties));
  const isLone = others.length === 0 && [required].flat().includes(only);
  return payload === false || (isLone && jsonEqual(payload, { [only]: false }));
}

/** The schema that says which members there are: behind references, an `allOf` of one and "or null". */
function unwrap(root: unknown, schema = root, depth = 8): Record<string, unknown> {
  if (!isPlainObject(schema)) return {};
  const { $ref, allOf, anyOf, oneOf } = schema;
  const [only, ...others] = [allOf, anyOf, oneOf]
    .flat()
    .filter((branch) => isPlainObject(branch) && branch.type !== "null");
  const inner = typeof $ref === "string" ? resolvePointer(root, $ref) : only;
  return isPlainObject(inner) && others.length === 0 && depth > 0 ? unwrap(root, inner, depth - 1) : schema;
}

/** The decisions that a batch settled with these entries. */
export function toDecisions(
  { batch, runId, items }: Batch,
  entries: readonly ResumeEntry[],
  facts: Pick<Decision, "at" | "confirmation"> & { actor: string | undefined },
): readonly Decision[] {
  return entries.map(({ interruptId, status, payload }) => {
    const item = items.find(({ id }) => id === interruptId);
    return defined<Decision>({
      batch: batch ?? "",
      runId: runId ?? "",
      interruptId,
      status,
      payload,
      toolCallId: item?.toolCall?.id ?? item?.interrupt?.toolCallId,
      by: "person",
      ...facts,
    });
  });
}
