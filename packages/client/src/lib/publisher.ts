import type { Commit, Publishing } from "./cell.ts";
import type { Schedule } from "./environment.ts";

/** Calls each with these arguments; one that throws is shown on the console, and keeps none of the others from its turn. */
export const callAll = <Args extends readonly unknown[]>(
  calls: readonly ((...args: Args) => void)[],
  ...args: Args
): void => {
  for (const call of calls) {
    try {
      call(...args);
    } catch (error) {
      console.error(error);
    }
  }
};

/** For a cell that stands alone: shows each change as it comes. */
export const atOnce: Publishing = {
  markDirty: (commit) => callAll(commit()),
};

/** Collects the cells that changed and makes them visible together. */
export interface Publisher extends Publishing {
  /** Publishes now, before anything that must not be seen without it; `isInitial` where it is what there is to begin with. */
  flush(isInitial?: boolean): void;
  /** Publishes for the last time. */
  close(): void;
  /** Adds a function called after each publish. */
  onPublish(listener: () => void): () => void;
}

/**
 * Creates a publisher. Changes are published together at the injected
 * schedule; no listener runs before every changed cell shows its new value.
 */
export const createPublisher = (schedule: Schedule): Publisher => {
  let dirty: Commit[] = [];
  let cancel: (() => void) | undefined;
  let closed = false;
  const listeners = new Set<() => void>();

  const flush = (isInitial?: boolean): void => {
    cancel?.();
    cancel = undefined;
    if (closed || dirty.length === 0) return;
    const batch = dirty;
    dirty = [];
    callAll([...listeners, ...batch.flatMap((commit) => commit(isInitial))]);
  };

  return {
    markDirty(commit) {
      // A schedule may call at once.
      if (dirty.push(commit) === 1) cancel = schedule(() => flush());
    },
    flush,
    close() {
      flush();
      closed = true;
    },
    onPublish(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
