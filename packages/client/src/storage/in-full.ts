import type { StoredBatch } from "../approvals/batch.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import { isEditable } from "./merge.ts";
import type { ThreadRecord } from "./record.ts";

/** A record that this tab and the storage agreed on. */
export interface Agreed {
  /** As this tab shows it. */
  readonly shown: ThreadRecord;
  /** As it is kept, without what was left out: redacted by the app, or too long. The same where nothing was. */
  kept(): ThreadRecord;
}

/**
 * What another tab has written, with what was left out of an earlier record and is known here: where
 * theirs says what was kept then, it means what is shown. Each message, item and decision is taken
 * whole or not at all, so that nothing is made up of two.
 */
export function inFull(theirs: ThreadRecord, agreed: Agreed | undefined): ThreadRecord {
  const shown = agreed?.shown;
  const kept = agreed?.kept();
  if (!shown || !kept || shown === kept) return theirs;
  const { batch, state, session } = theirs;
  return {
    ...theirs,
    messages: withOmitted(
      each(theirs.messages, kept.messages, shown.messages, idOf),
      kept.messages,
      shown.messages,
    ),
    decisions: each(theirs.decisions, kept.decisions, shown.decisions, placeOf),
    usage: each(theirs.usage, kept.usage, shown.usage, ({ runId }) => runId),
    state: one(state, kept.state, shown.state),
    session: one(session, kept.session, shown.session),
    ...(batch && { batch: batchInFull(batch, kept.batch, shown.batch) }),
  };
}

/** The answers that another tab is sending, or has sent, are its own, unless they were sent from here before. */
function batchInFull(
  theirs: StoredBatch,
  kept: StoredBatch | undefined,
  shown: StoredBatch | undefined,
): StoredBatch {
  if (!kept || !shown || theirs.batch !== kept.batch || theirs.batch !== shown.batch) return theirs;
  // Why it was refused is each tab's own to know.
  if (jsonEqual({ ...theirs, error: null }, { ...kept, error: null })) return shown;
  const sent = theirs.sent && jsonEqual(theirs.sent, kept.sent) ? shown.sent : null;
  if (!isEditable(theirs) && !sent) return theirs;
  return {
    ...theirs,
    items: each(theirs.items, kept.items, shown.items, idOf),
    sent: sent ?? theirs.sent,
  };
}

const idOf = ({ id }: { readonly id: string }): string => id;
const placeOf = ({ batch, interruptId }: ThreadRecord["decisions"][number]): string =>
  `${batch} ${interruptId}`;

/** What is shown, where theirs says no more than what was kept of it. */
const one = <T>(theirs: T, kept: T, shown: T): T => (jsonEqual(theirs, kept) ? shown : theirs);

/** The same for each part of a list, by its key. */
function each<T>(
  theirs: readonly T[],
  kept: readonly T[],
  shown: readonly T[],
  keyOf: (part: T) => string,
): readonly T[] {
  const byKey = (parts: readonly T[]) => new Map(parts.map((part) => [keyOf(part), part]));
  const [before, whole] = [byKey(kept), byKey(shown)];
  return theirs.map((part) => {
    const known = whole.get(keyOf(part));
    return known !== undefined && jsonEqual(part, before.get(keyOf(part))) ? known : part;
  });
}

/** The messages with those that were left out wholly: the oldest ones, and others behind the one before them. */
function withOmitted(
  messages: ThreadRecord["messages"],
  kept: ThreadRecord["messages"],
  shown: ThreadRecord["messages"],
): ThreadRecord["messages"] {
  const isKept = new Set(kept.map(idOf));
  const known = new Set(messages.map(idOf));
  const omitted = new Map<string | undefined, ThreadRecord["messages"][number][]>();
  let last: string | undefined;
  for (const message of shown) {
    if (isKept.has(message.id)) last = message.id;
    else if (!known.has(message.id)) omitted.set(last, [...(omitted.get(last) ?? []), message]);
  }
  const behind = (id: string | undefined) => omitted.get(id) ?? [];
  // Of a conversation that begins otherwise than it did, the oldest messages are not known.
  const oldest = messages[0]?.id === kept[0]?.id ? behind(undefined) : [];
  return [...oldest, ...messages.flatMap((message) => [message, ...behind(message.id)])];
}
