import type { MessageRow } from "./message-rows.ts";

/** How many rows a stretch has, more or less. */
const LENGTH = 24;

/** A part of a conversation that a browser can leave out of its work as long as nothing of it is on the screen. */
export interface MessageStretch {
  readonly key: string;
  readonly rows: readonly MessageRow[];
}

/**
 * Cuts a conversation into stretches. An id alone decides whether it begins one, so that what is added or taken
 * away, be it at the beginning, moves no other row out of its own.
 */
export function toStretches(rows: readonly MessageRow[]): readonly MessageStretch[] {
  const stretches: { key: string; rows: MessageRow[] }[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    const current = stretches.at(-1);
    if (!current || begins(key)) stretches.push({ key, rows: [row] });
    else current.rows.push(row);
  }
  return stretches;
}

/** What tells a row from all others. */
export const keyOf = (row: MessageRow): string =>
  row.kind === "message" ? `message ${row.id}` : `subagent ${row.view.id}`;

/** A hash after Fowler, Noll and Vo, since ids that are counted, or random, are to be cut alike. */
function begins(key: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % LENGTH === 0;
}
