/** Objects that came by themselves and wait for the one reader. */
export interface Arrivals {
  push(object: unknown): void;
  /** Ends after what waits; thrown there is `failure`, if given. Only the first end counts. */
  end(failure?: Error): void;
  /** Everything that waits, as soon as there is something; undefined once all was taken and it ended. */
  take(): Promise<readonly unknown[] | undefined>;
}

/**
 * Creates the queue between a source that cannot be held back and its one reader. What comes
 * in one burst, or while the reader is at work, is taken as one batch.
 */
export function createArrivals(): Arrivals {
  let waiting: unknown[] = [];
  let ended = false;
  let failed: Error | undefined;
  let wake = (): void => {};

  return {
    push(object) {
      if (ended) return;
      waiting.push(object);
      wake();
    },
    end(failure) {
      if (ended) return;
      ended = true;
      failed = failure;
      wake();
    },
    async take() {
      if (waiting.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        return batch;
      }
      if (failed !== undefined) throw failed;
      return undefined;
    },
  };
}
