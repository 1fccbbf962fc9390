import type { StoredBatch } from "../approvals/batch.ts";
import type { ApprovalItem } from "../approvals/types.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import type { ThreadRecord } from "./record.ts";

/**
 * What a tab shows when another one has written: theirs as it is, but where both still answer the
 * same batch, with the items that were edited here since `base`, the last record that both knew.
 */
export function merge(
  base: ThreadRecord | undefined,
  ours: ThreadRecord,
  theirs: ThreadRecord,
): ThreadRecord {
  const { batch: mine } = ours;
  const { batch } = theirs;
  if (!mine || !batch || mine.batch !== batch.batch || !isEditable(mine) || !isEditable(batch)) return theirs;
  const before = base?.batch?.batch === batch.batch ? base.batch.items : [];
  const edited = mine.items.filter((item) => {
    const known = find(before, item.id);
    return known !== undefined && !jsonEqual(saidOf(item), saidOf(known));
  });
  if (edited.length === 0) return theirs;
  const items = batch.items.map((item) => find(edited, item.id) ?? item);
  // As after any edit: what was sent before is spent.
  return { ...theirs, batch: { ...batch, items, phase: "open", started: true, sent: null } };
}

/** Whether the answers of a batch may still be changed. */
export const isEditable = ({ phase }: StoredBatch): boolean => phase === "open" || phase === "failed";

/** What a person has said: the call that is shown and the deadline are each tab's own to find out. */
const saidOf = ({ status, payload, metadata, draft, policy }: ApprovalItem) => ({
  status,
  payload,
  metadata,
  draft,
  policy,
});

const find = (items: readonly ApprovalItem[], id: string): ApprovalItem | undefined =>
  items.find((item) => item.id === id);
