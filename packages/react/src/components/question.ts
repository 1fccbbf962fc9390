import type { ApprovalItem } from "@holdpoint/client";
import type { Messages } from "../messages.ts";

/** The question of an item in words; never its bare reason code. */
export function questionOf(item: ApprovalItem, messages: Messages): string {
  if (item.interrupt?.message) return item.interrupt.message;
  if (item.kind === "tool" && item.toolCall) return messages.toolQuestion(item.toolCall.name);
  return messages.fallbackQuestion;
}

/** Who asks; undefined where the question itself says it. */
export function askerOf(item: ApprovalItem, messages: Messages): string | undefined {
  if (item.interrupt?.subagentRunId !== undefined) return messages.askedBySubagent;
  return item.interrupt?.message ? messages.askedByAgent : undefined;
}
