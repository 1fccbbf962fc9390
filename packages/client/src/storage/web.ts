import type { StorageAdapter } from "./adapter.ts";
import { createStorage, type StorageOptions } from "./create-storage.ts";
import type { ThreadStorage } from "./types.ts";

/** Tabs in different processes see each other's writes a little later; there is no lock around them. */
const SETTLE_MS = 50;

export interface WebStorageOptions extends StorageOptions {
  /** `localStorage` unless given. It holds about 5 MB for a whole origin. */
  area?: Storage;
}

/**
 * Keeps threads in `localStorage`, or in `sessionStorage`. It writes at once, so that what was typed
 * last outlives the tab. Where there is none, as on a server, nothing is kept.
 */
export function webStorage({ area, ...options }: WebStorageOptions = {}): ThreadStorage {
  return createStorage(webAdapter(area), options);
}

function webAdapter(given: Storage | undefined): StorageAdapter {
  // Read at call time: where storage is forbidden, asking for it already throws.
  const area = () => given ?? globalThis.localStorage;
  return {
    settleTime: SETTLE_MS,
    read: async (key) => area()?.getItem(key) ?? undefined,
    async update(key, change) {
      const text = area()?.getItem(key) ?? undefined;
      const next = change(text);
      // What another tab has written since, and this one does not see yet, stays.
      if (next === text) return;
      if (next === undefined) area()?.removeItem(key);
      else area()?.setItem(key, next);
    },
    async keys() {
      const { length } = area() ?? [];
      return Array.from({ length }, (_, at) => area().key(at) ?? "");
    },
    watch(onChange) {
      const listener = ({ storageArea, key }: StorageEvent) => {
        if (storageArea === area() && key !== null) onChange(key);
      };
      globalThis.addEventListener?.("storage", listener);
      return () => globalThis.removeEventListener?.("storage", listener);
    },
  };
}
