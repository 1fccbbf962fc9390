import type { Dirty } from "./cell.ts";
import type { Schedule } from "./environment.ts";

/** Collects the cells that changed and makes them visible together. */
export interface Publisher {
  markDirty(cell: Dirty): void;
  /** Publishes now, before anything that must not be seen without it. */
  flush(): void;
  /** Adds a function called after each publish that changed something. */
  onPublish(listener: () => void): () => void;
}

/**
 * Creates a publisher. Changes are published together at the injected
 * schedule; no listener runs before every changed cell shows its new value.
 */
export function createPublisher(schedule: () => Schedule): Publisher {
  let dirty: Dirty[] = [];
  let cancel: (() => void) | undefined;
  const listeners = new Set<() => void>();

  function flush(): void {
    cancel?.();
    cancel = undefined;
    if (dirty.length === 0) return;
    const batch = dirty;
    dirty = [];
    const changed = batch.filter((cell) => cell.commit());
    if (changed.length === 0) return;
    for (const listener of [...listeners]) listener();
    for (const cell of changed) cell.notify();
  }

  return {
    markDirty(cell) {
      dirty.push(cell);
      cancel ??= schedule()(flush);
    },
    flush,
    onPublish(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
