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

/**
 * Yields what arrives, batch by batch, and what it ended with is thrown. Once `signal` is aborted it
 * ends quietly. `release` is called once, however it ends: also when the reader leaves early.
 */
export async function* takeAll(
  arrivals: Arrivals,
  signal: AbortSignal,
  release: () => void,
): AsyncGenerator<readonly unknown[], void> {
  const stop = (): void => arrivals.end();
  signal.addEventListener("abort", stop);
  try {
    while (true) {
      const batch = await arrivals.take().catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      if (batch === undefined || signal.aborted) return;
      yield batch;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    release();
  }
}
