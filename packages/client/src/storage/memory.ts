import type { StorageAdapter } from "./adapter.ts";

/** Creates an adapter over a map of texts, for tests and for clients that share one process. */
export function memoryAdapter(texts: Map<string, string> = new Map()): StorageAdapter {
  return {
    read: async (key) => texts.get(key),
    async update(key, change) {
      const next = change(texts.get(key));
      if (next === undefined) texts.delete(key);
      else texts.set(key, next);
    },
    keys: async () => [...texts.keys()],
  };
}
