/**
 * The port between the core and any user interface: the same reference until
 * the next publish, and a call for each publish that changed it.
 */
export interface Readable<T> {
  get(): T;
  /**
   * The value as it was made, or given by `hydrate`: before anything was restored, sent or received. A page
   * shows it first while it takes over what a server has drawn of the same. Default: `get`.
   */
  initial?(): T;
  /** Calls `onChange` after each publish that changed the value; returns the function that ends it. */
  subscribe(onChange: () => void): () => void;
}

/** A readable value with a working copy that becomes visible at the next publish. */
export interface Cell<T> extends Readable<T> {
  initial(): T;
  /** The working value, which readers do not see yet. */
  peek(): T;
  /** Replaces the working value, which is shown with the next publish. */
  set(value: T): void;
  /** Adds to the working value by the cell's `join`, once for all that came until it is next looked at. */
  grow(tail: string, part?: string): void;
}

/** Shows the new value, which may be the initial one still, and gives whoever is to hear of it: nobody where nothing has changed. */
export type Commit = (isInitial?: boolean) => readonly (() => void)[];

/** Who is told, once per change, that there is something to show. */
export interface Publishing {
  markDirty(commit: Commit): void;
}

/** Creates a cell, shown by this publisher; `join` adds what it has grown by. */
export const createCell = <T>(
  first: T,
  publisher: Publishing,
  join: (value: T, tail: string, part: string | undefined) => T = (value) => value,
): Cell<T> => {
  let initial = first;
  let working = first;
  let published = first;
  let dirty = false;
  let tail: string | undefined;
  let grown: string | undefined;
  const listeners = new Set<() => void>();
  const commit: Commit = (isInitial) => {
    dirty = false;
    if (published === peek()) return [];
    published = working;
    if (isInitial) initial = working;
    return [...listeners];
  };

  const peek = (): T => {
    if (tail !== undefined) {
      working = join(working, tail, grown);
      tail = undefined;
    }
    return working;
  };

  const mark = (): void => {
    if (dirty) return;
    dirty = true;
    publisher.markDirty(commit);
  };

  return {
    get: () => published,
    initial: () => initial,
    peek,
    set(value) {
      if (value === peek()) return;
      working = value;
      mark();
    },
    grow(more, part) {
      if (part !== grown) peek();
      grown = part;
      tail = tail === undefined ? more : tail + more;
      mark();
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
};
