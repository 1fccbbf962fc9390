import {
  type ApprovalItem,
  describeInterrupt,
  type InterruptDescription,
  jsonEqual,
} from "@holdpoint/client";
import type { PanelMessages } from "../messages.ts";
import { entriesOf } from "./json-text.ts";

/** The question of an item in words, never its bare reason code, and what else there is to show of it. */
export const describe = (item: ApprovalItem, messages: PanelMessages): InterruptDescription => {
  return describeInterrupt(item, { decision: messages.fallbackQuestion, call: messages.toolQuestion });
};

/** The question of an item in words. */
export const questionOf = (item: ApprovalItem, messages: PanelMessages): string => {
  return describe(item, messages).question;
};

/** That the deadline of an item has passed, in words. */
export const expiredWords = ({ expiresAt }: ApprovalItem, messages: PanelMessages): string => {
  // What has expired has a deadline.
  return messages.expired(new Date(Number(expiresAt)));
};

/** What is worth showing of a detail: neither what is empty, nor the arguments of the call once more. */
export const isTelling = (detail: unknown, { toolCall }: ApprovalItem): boolean => {
  if (detail === undefined || entriesOf(detail)?.length === 0) return false;
  return !jsonEqual(detail, toolCall?.input);
};

/** Who asks; undefined where the question itself says it. */
export const askerOf = (
  item: ApprovalItem,
  source: InterruptDescription["source"],
  messages: PanelMessages,
): string | undefined => {
  if (item.interrupt?.subagentRunId !== undefined) return messages.askedBySubagent;
  return source === "message" || source === "metadata" ? messages.askedByAgent : undefined;
};
