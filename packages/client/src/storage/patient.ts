import { StorageError } from "../errors.ts";
import type { StorageAdapter } from "./adapter.ts";

/** How long a storage may take for one thing, in milliseconds: a thread waits for it before it sends. */
const PATIENCE_MS = 10_000;

/** The same place, but what it does not do in time fails, and is not done later. */
export function patient(adapter: StorageAdapter): StorageAdapter {
  const { settleTime } = adapter;
  return {
    ...(settleTime !== undefined && { settleTime }),
    ...(adapter.watch && { watch: adapter.watch.bind(adapter) }),
    read: (key) => inTime(adapter.read(key)),
    keys: () => inTime(adapter.keys()),
    update(key, change) {
      let isLate = false;
      const made = adapter.update(key, (text) => (isLate ? text : change(text)));
      return inTime(made, () => {
        isLate = true;
      });
    },
  };
}

function inTime<T>(work: Promise<T>, onLate?: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onLate?.();
      reject(new StorageError(`The storage has not answered for ${PATIENCE_MS / 1000} seconds.`));
    }, PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
