import { defined } from "../lib/defined.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { prepareSchema } from "../schema/prepare.ts";
import { validate } from "../schema/validate.ts";
import { isLate } from "./batch.ts";
import { refuse } from "./refuse.ts";
import type { ApprovalItem } from "./types.ts";

/**
 * The resume entries of a batch, one per item, in the agent's order. Throws
 * `ApprovalError` naming the ids while an item is open, invalid, or answered
 * after its deadline. Source: AG-UI 1.1, basic/patterns/interrupt-resume.
 */
export const toResumeEntries = (items: readonly ApprovalItem[]): readonly ResumeEntry[] => {
  const open = items.filter((item) => item.status === "open");
  if (open.length > 0) {
    const isInvalid = open.every((item) => item.errors.length > 0);
    refuse(isInvalid ? "invalid" : "uncovered", "Nothing was sent, no valid answer:", open);
  }
  const late = items.filter(isLate);
  if (late.length > 0) refuse("expired", "Nothing was sent, too late to answer:", late);
  return items.map(toEntry);
};

const toEntry = (item: ApprovalItem): ResumeEntry => {
  const declines = item.status === "declined" || isRefusal(item);
  return defined<ResumeEntry>({
    interruptId: item.id,
    status: declines ? "cancelled" : "resolved",
    // The wire forbids a null payload: a root null is the answer without one.
    payload: item.payload ?? undefined,
    metadata: item.metadata,
  });
};

/**
 * No to a tool approval and nothing else, be it bare or as the one member that the schema demands:
 * agents that ask for those read the status alone.
 */
const isRefusal = ({ interrupt, payload }: ApprovalItem): boolean => {
  if (interrupt?.reason !== "tool_approval") return false;
  const said = isPlainObject(payload) ? Object.values(payload) : [];
  const { responseSchema: schema } = interrupt;
  const isDemanded = () => !schema || validate(prepareSchema(schema), {}).length > 0;
  return payload === false || (said.length === 1 && said[0] === false && isDemanded());
};
