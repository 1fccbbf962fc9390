import { createStore, get, keys, promisifyRequest } from "idb-keyval";
import type { StorageAdapter } from "./adapter.ts";
import { createStorage, type StorageOptions } from "./create-storage.ts";
import type { ThreadStorage } from "./types.ts";

export interface IndexedDbStorageOptions extends StorageOptions {
  /** The name of the database; `holdpoint` unless given. */
  database?: string;
}

/**
 * Keeps threads in IndexedDB: for conversations that are too large for `localStorage`. Its writes are
 * atomic between tabs.
 */
export function indexedDbStorage({ database, ...options }: IndexedDbStorageOptions = {}): ThreadStorage {
  return createStorage(indexedDbAdapter(database), options);
}

function indexedDbAdapter(database = "holdpoint"): StorageAdapter {
  let opened: ReturnType<typeof createStore> | undefined;
  // Opened when first used, so that a server may make the client.
  const store = () => {
    opened ??= createStore(database, "threads");
    return opened;
  };
  return {
    read: (key) => get<string>(key, store()),
    // Of one transaction, as the library's own `update`, which keeps a key that has no text any more.
    update: (key, change) =>
      store()("readwrite", (threads) => {
        const reading: IDBRequest<string | undefined> = threads.get(key);
        return new Promise((resolve, reject) => {
          reading.onsuccess = () => {
            try {
              const next = change(reading.result);
              if (next === undefined) threads.delete(key);
              else threads.put(next, key);
              resolve(promisifyRequest(threads.transaction));
            } catch (error) {
              reject(error);
            }
          };
          reading.onerror = () => reject(reading.error);
        });
      }),
    keys: async () => (await keys<string>(store())).map(String),
  };
}
