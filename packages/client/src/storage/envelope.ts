import type { ApprovalItem } from "../approvals/types.ts";
import type { Message } from "../protocol/messages.ts";
import type { ThreadRecord } from "./record.ts";

/**
 * The text that is kept: a record with the revision that it was written as, and the one before it that
 * its writer knew. They come first, so that they can be read alone; equal revisions are the same write.
 */
export const seal = (revision: string, after: string, record: string): string =>
  `{"revision":${JSON.stringify(revision)},"after":${JSON.stringify(after)},"record":${record}}`;

/** The revision of a text without reading the rest; empty where it has none. */
export const revisionOf = (text: string): string =>
  /^\{"revision":"(\d+\.[\w-]+)"/.exec(text.slice(0, 100))?.[1] ?? "";

/** The revision that the writer of a text knew; empty where it knew none. */
export const ancestorOf = (text: string): string =>
  /^\{"revision":"[^"]*","after":"(\d+\.[\w-]+)"/.exec(text.slice(0, 200))?.[1] ?? "";

/** The number of writes before, by which a revision begins. */
export const countOf = (revision: string): number => Number.parseInt(revision, 10) || 0;

const callIdOf = ({ toolCall, interrupt }: ApprovalItem) => toolCall?.id ?? interrupt?.toolCallId;

/**
 * The record as a text of at most `limit` characters. What is pending, the decisions and the state
 * always stay, and the calls that are asked about; of the conversation the oldest turns go, up to a message of the person, and all of
 * it where that is not enough. `trimmed` says how many messages were left out.
 */
export function toText(record: ThreadRecord, limit: number): { text: string; trimmed: number } {
  const text = JSON.stringify(record);
  if (text.length <= limit) return { text, trimmed: 0 };
  const { messages } = record;
  const sizes = messages.map((message) => JSON.stringify(message).length);
  let excess = text.length - limit;
  let from = 0;
  // The calls that are asked about, and what came after, are what is pending.
  const asked = new Set([...(record.calls ?? []), ...(record.batch?.items ?? []).map(callIdOf)]);
  const isAsked = (message: Message) =>
    message.role === "assistant" && message.toolCalls?.some(({ id }) => asked.has(id));
  const first = messages.findIndex(isAsked);
  const end = first < 0 ? messages.length : first;
  while (from < end && (excess > 0 || !opensTurn(messages[from]))) {
    excess -= sizes[from] ?? 0;
    from += 1;
  }
  return { text: JSON.stringify({ ...record, messages: messages.slice(from) }), trimmed: from };
}

const opensTurn = (message: Message | undefined): boolean => message?.role === "user";
