import { defined } from "../lib/defined.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import type { Message } from "../protocol/messages.ts";
import type { MessageMarks, ThreadMessage } from "./types.ts";

/**
 * Edits the conversation by a snapshot: known messages are replaced in place,
 * new ones appended, absent ones dropped, but activity and reasoning messages
 * stay unless the snapshot carries any of that role. Messages that say the same
 * keep their identity. Source: AG-UI 1.1, events/state.
 */
export const reconcile = (
  current: readonly ThreadMessage[],
  snapshot: readonly Message[],
  marks: MessageMarks,
): readonly ThreadMessage[] => {
  // A Map keeps the last restatement of an id that a snapshot repeats.
  const incoming = new Map(snapshot.map((message) => [message.id, message]));
  const roles = new Set(snapshot.map((message) => message.role));
  const next: ThreadMessage[] = [];
  for (const message of current) {
    const restated = incoming.get(message.id);
    if (restated !== undefined) {
      incoming.delete(message.id);
      next.push(restate(message, restated));
    } else if (isClientOnly(message) && !roles.has(message.role)) {
      next.push(message);
    }
  }
  for (const message of incoming.values()) next.push({ ...message, ...marks });
  return next;
};

const isClientOnly = (message: ThreadMessage): boolean =>
  message.role === "activity" || message.role === "reasoning";

const restate = (current: ThreadMessage, message: Message): ThreadMessage => {
  const next: ThreadMessage = { ...message, ...marksOf(current), phase: "complete" };
  return jsonEqual(current, next) ? current : next;
};

/** What the thread knows of a message beyond the wire. */
export const marksOf = (message: ThreadMessage): MessageMarks => {
  const { phase, origin, runId } = message;
  return defined<MessageMarks>({ phase, origin, runId });
};
