import type { ApprovalItem, Thread, ThreadRecord } from "@holdpoint/client";
import { hashKey } from "@tanstack/react-query";

/**
 * Whether a record would take something away that is nowhere else: a run that is out, what a person has
 * answered, typed or written and no agent has got, or results of the app's own tools.
 */
export function wouldLose(thread: Thread, record: ThreadRecord): boolean {
  const { status, approvals } = thread.get();
  if (status === "running" || status === "restoring") return true;
  const { messages, calls = [], begun = [] } = thread.export();
  if (calls.length + begun.length > 0) return true;
  const asked = new Set(record.batch?.items.map(({ id }) => id));
  // What the app's own tools ask, no agent can ask again.
  const isOwn = ({ id, kind }: ApprovalItem) => kind === "tool" && !asked.has(id);
  if (approvals.items.some((item) => isSaid(item) || isOwn(item))) return true;
  const last = messages.at(-1);
  return last?.role === "user" && !record.messages.some(({ id }) => id === last.id);
}

const isSaid = ({ status, draft }: ApprovalItem): boolean => status !== "open" || draft !== undefined;

/** Whether a thread shows what the record says already; showing it again would only take away how the last run ended. */
export const isShown = (thread: Thread, record: ThreadRecord): boolean =>
  toComparable(thread.export()) === toComparable(record);

const toComparable = ({ messages, state, batch }: ThreadRecord): string =>
  hashKey([
    // Where a message comes from, only the side knows that has heard it.
    messages.map(({ origin: _, runId: __, ...message }) => message),
    state,
    batch?.items.map(({ id, interrupt }) => interrupt ?? id),
  ]);
