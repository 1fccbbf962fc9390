import type { Commit, Publishing } from "./cell.ts";
import type { Schedule } from "./environment.ts";

/** Calls each; one that throws is reported, and keeps none of the others from its turn. */
export function callAll(calls: readonly (() => void)[], onThrow: (error: unknown) => void): void {
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      onThrow(error);
    }
  }
}

/** For a cell that stands alone: shows each change as it comes. */
export const atOnce: Publishing = {
  markDirty: (commit) => callAll(commit() ?? [], console.error),
};

/** Collects the cells that changed and makes them visible together. */
export interface Publisher extends Publishing {
  /** Publishes now, before anything that must not be seen without it. */
  flush(): void;
  /** Publishes for the last time. */
  close(): void;
  /** Adds a function called after each publish that changed something. */
  onPublish(listener: () => void): () => void;
}

/**
 * Creates a publisher. Changes are published together at the injected
 * schedule; no listener runs before every changed cell shows its new value.
 * `onThrow` hears what a listener throws.
 */
export function createPublisher(schedule: () => Schedule, onThrow: (error: unknown) => void): Publisher {
  let dirty: Commit[] = [];
  let cancel: (() => void) | undefined;
  let closed = false;
  const listeners = new Set<() => void>();

  function flush(): void {
    cancel?.();
    cancel = undefined;
    if (closed || dirty.length === 0) return;
    const batch = dirty;
    dirty = [];
    const changed = batch.map((commit) => commit()).filter((heard) => heard !== undefined);
    if (changed.length > 0) callAll([...listeners, ...changed.flat()], onThrow);
  }

  return {
    markDirty(commit) {
      dirty.push(commit);
      cancel ??= schedule()(flush);
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
}
