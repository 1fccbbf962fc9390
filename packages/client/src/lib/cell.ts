/**
 * The port between the core and any user interface: the same reference until
 * the next publish, and a call for each publish that changed it.
 */
export interface Readable<T> {
  get(): T;
  /** Calls `onChange` after each publish that changed the value; returns the function that ends it. */
  subscribe(onChange: () => void): () => void;
}

/** A readable value with a working copy that becomes visible at the next publish. */
export interface Cell<T> extends Readable<T> {
  /** The working value, which readers do not see yet. */
  peek(): T;
  /** Replaces the working value and marks the cell for the next publish. */
  set(value: T): void;
}

/** What a cell needs of its publisher. */
export interface Dirty {
  commit(): boolean;
  notify(): void;
}

/** Creates a cell; `markDirty` hands it to the publisher, once per change. */
export function createCell<T>(initial: T, markDirty: (cell: Dirty) => void): Cell<T> {
  let working = initial;
  let published = initial;
  let dirty = false;
  const listeners = new Set<() => void>();
  const handle: Dirty = {
    commit() {
      dirty = false;
      if (Object.is(published, working)) return false;
      published = working;
      return true;
    },
    notify() {
      for (const listener of [...listeners]) listener();
    },
  };
  return {
    get: () => published,
    peek: () => working,
    set(value) {
      working = value;
      if (dirty) return;
      dirty = true;
      markDirty(handle);
    },
    subscribe(onChange) {
      // A wrapper of its own, so that one function subscribed twice is called twice and removed once.
      const listener = () => onChange();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
