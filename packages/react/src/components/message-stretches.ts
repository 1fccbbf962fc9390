import type { MessageRow } from "./message-rows.ts";

/** How many rows a stretch has, more or less. */
const LENGTH = 24;

/** A part of a conversation that a browser can leave out of its work as long as nothing of it is on the screen. */
export interface MessageStretch {
  /** No other stretch of the conversation has it. */
  readonly key: string;
  readonly rows: readonly MessageRow[];
}

/**
 * Cuts a conversation into stretches. An id alone decides whether it begins one, so that what is added or taken
 * away, be it at the beginning, moves no other row out of its own. A stretch keeps the key that it had `before`, with
 * another row at its beginning, too: under another key all of its rows would be made anew.
 */
export function toStretches(
  rows: readonly MessageRow[],
  before: readonly MessageStretch[] = [],
): readonly MessageStretch[] {
  const keys = new Map(before.flatMap(({ key, rows }) => rows.map((row) => [keyOf(row), key] as const)));
  const cut: { first: string; known: (string | undefined)[]; rows: MessageRow[] }[] = [];
  for (const row of rows) {
    const own = keyOf(row);
    const current = cut.at(-1);
    if (!current || begins(own)) cut.push({ first: own, known: [keys.get(own)], rows: [row] });
    else {
      current.known.push(keys.get(own));
      current.rows.push(row);
    }
  }
  const taken = new Set<string>();
  return cut.map(({ first, known, rows }) => {
    let key = known.find((each) => each !== undefined && !taken.has(each)) ?? first;

    while (taken.has(key)) key += " again";
    taken.add(key);
    return { key, rows };
  });
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
