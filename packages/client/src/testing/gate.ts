/** Something that a script waits for until a test, or a button of a story, opens it. */
export interface Gate {
  /** Lets through whoever waits, and everybody who comes later. */
  open(): void;
  readonly isOpen: boolean;
  /** Resolves when it is opened. */
  readonly opened: Promise<void>;
}

/** Creates a gate that is closed. */
export function createGate(): Gate {
  let isOpen = false;
  let resolve = (): void => {};
  const opened = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    open() {
      isOpen = true;
      resolve();
    },
    get isOpen() {
      return isOpen;
    },
    opened,
  };
}
