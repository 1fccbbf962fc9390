import type { Readable } from "@holdpoint/client";

/** The last entries of a list that never ends. */
export interface Ring<T> {
  push(entry: T): void;
  /** Puts a newer value in the place of an entry that is still held. */
  replace(before: T, after: T): void;
  clear(): void;
  /** What is held, in a list of its own. */
  list(): readonly T[];
  /** How many were let go of. */
  dropped(): number;
}

/** Creates a ring of at most so many entries. */
export function createRing<T>(limit: number): Ring<T> {
  let held: T[] = [];
  let total = 0;
  return {
    push(entry) {
      held.push(entry);
      total += 1;
      // A list that is cut at each push would be copied at each.
      if (held.length > 2 * limit) held = held.slice(-limit);
    },
    replace(before, after) {
      const at = held.lastIndexOf(before);
      if (at >= 0) held[at] = after;
    },
    clear() {
      held = [];
      total = 0;
    },
    list: () => held.slice(-limit),
    dropped: () => Math.max(0, total - limit),
  };
}

/** A view that is made anew at most once a frame, however much changes, and only where somebody looks. */
export interface View<T> extends Readable<T> {
  changed(): void;
}

/** The longest that a change stays unseen where frames do not come, as in a hidden tab; in milliseconds. */
const LONGEST_WAIT_MS = 100;

/** Creates a view of what `look` gives. */
export function createView<T>(look: () => T): View<T> {
  const listeners = new Set<() => void>();
  let shown: { readonly value: T } | undefined;
  let stale = false;
  let cancel: (() => void) | undefined;

  function show(): void {
    cancel?.();
    cancel = undefined;
    stale = false;
    shown = undefined;
    for (const listener of [...listeners]) listener();
  }

  return {
    get() {
      // Nobody was waiting for a frame, so whoever looks sees what there is.
      if (stale && listeners.size === 0) {
        stale = false;
        shown = undefined;
      }
      shown ??= { value: look() };
      return shown.value;
    },
    subscribe(onChange) {
      const listener = () => onChange();
      listeners.add(listener);
      if (stale) cancel ??= soon(show);
      return () => {
        listeners.delete(listener);
      };
    },
    changed() {
      stale = true;
      if (listeners.size > 0) cancel ??= soon(show);
    },
  };
}

function soon(task: () => void): () => void {
  const timer = setTimeout(task, LONGEST_WAIT_MS);
  const frame = globalThis.requestAnimationFrame?.(task);
  return () => {
    clearTimeout(timer);
    globalThis.cancelAnimationFrame?.(frame);
  };
}
