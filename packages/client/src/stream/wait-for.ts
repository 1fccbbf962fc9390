import { TransportError } from "../errors.ts";
import { LONGEST_TIMER_MS } from "../lib/alarm.ts";

/**
 * What a task comes to, or nothing as soon as `signal` is aborted, even where the task ignores that;
 * a `TransportError` where it takes longer than `idleTimeout` milliseconds. Without a time, or with 0,
 * or with one that no timer can wait for, it may take for ever.
 */
export function waitFor<T>(
  task: () => Promise<T>,
  signal: AbortSignal | undefined,
  idleTimeout?: number,
): Promise<T | undefined> {
  if (!signal && !idleTimeout) return task();
  let stop = (): void => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<T | undefined>((resolve, reject) => {
    stop = () => resolve(undefined);
    if (signal?.aborted) return stop();
    signal?.addEventListener("abort", stop);
    if (idleTimeout && idleTimeout <= LONGEST_TIMER_MS) {
      const silence = `The stream was silent for ${idleTimeout / 1000} s.`;
      timer = setTimeout(() => reject(new TransportError(silence)), idleTimeout);
    }
    task().then(resolve, reject);
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  });
}

/**
 * The chunks of a body until `signal` is aborted, even where the body ignores that; after the last of a
 * body that came to its end, undefined. Each is waited for as long as `waitFor` does. The body is
 * cancelled when the reading stops early.
 */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
  idleTimeout?: number,
): AsyncGenerator<Uint8Array | undefined, void, undefined> {
  const reader = body.getReader();
  const stop = (): void => {
    // A body that failed already rejects here with what `read` has thrown.
    reader.cancel().catch(() => {});
  };
  // One listener for all: those that `waitFor` would add and take away cost as much as the reading.
  signal?.addEventListener("abort", stop);
  try {
    for (;;) {
      const chunk = await waitFor(() => reader.read(), undefined, idleTimeout);
      if (signal?.aborted) return;
      yield chunk?.value;
      if (!chunk?.value) return;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
    reader.releaseLock();
  }
}
