/**
 * The first of each id, in their order. By a table: how many answers, calls and questions there are is up to the client, whose one
 * request must not keep a server busy.
 */
export function firstOfEach<T>(list: readonly T[], idOf: (one: T) => string): ReadonlyMap<string, T> {
  const firsts = new Map<string, T>();
  for (const one of list) {
    const id = idOf(one);
    if (!firsts.has(id)) firsts.set(id, one);
  }
  return firsts;
}

/** Of each id, whether it came before. */
export function repeatsIn(ids: readonly string[]): boolean[] {
  const known = new Set<string>();
  return ids.map((id) => known.size === known.add(id).size);
}
