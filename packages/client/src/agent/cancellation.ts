import { onAbort } from "./on-abort.ts";

/** How an agent hears that its run was stopped. */
export interface RunCancellation {
  /** Aborted when the client is gone or the run is stopped; hand it to whatever the agent waits for. */
  readonly signal: AbortSignal;
  /** Whether the run was stopped. */
  readonly isCancelled: boolean;
  /** Throws the abort's reason once the run was stopped; for long work that reports nothing. */
  checkCancelled(): void;
  /**
   * Waits for a promise no longer than for the stop of the run, for what takes no signal. Rejects with the abort's reason when
   * the run is stopped first; what the promise does then is nobody's.
   */
  untilCancelled<T>(promise: PromiseLike<T>): Promise<T>;
}

/** Creates the view that an agent has of the signal of its run. */
export function createCancellation(signal: AbortSignal): RunCancellation {
  return {
    signal,
    get isCancelled() {
      return signal.aborted;
    },
    checkCancelled: () => signal.throwIfAborted(),
    async untilCancelled(promise) {
      const stop = whenAborted(signal);
      try {
        return await Promise.race([stop.promise, promise]);
      } finally {
        stop.forget();
      }
    },
  };
}

/** Rejects with the reason of an abort; `forget` takes its listener off a signal that outlives many waits. */
function whenAborted(signal: AbortSignal): { promise: Promise<never>; forget: () => void } {
  let forget = () => {};
  const promise = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else forget = onAbort(signal, stop);
  });
  return { promise, forget };
}
