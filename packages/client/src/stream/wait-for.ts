import { TransportError } from "../errors.ts";
import { LONGEST_TIMER_MS } from "../lib/environment.ts";

/**
 * What is waited for, or a `TransportError` where it takes longer than `idleTimeout` milliseconds. Without
 * a time, or with 0, or with one that no timer can wait for, it may take for ever.
 */
export const inTime = <T>(work: Promise<T>, idleTimeout: number | undefined): Promise<T> => {
  if (!idleTimeout || idleTimeout > LONGEST_TIMER_MS) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const message = `The stream was silent for ${idleTimeout / 1000} s.`;
    timer = setTimeout(() => reject(new TransportError(message)), idleTimeout);
  });
  return Promise.race([work, silence]).finally(() => clearTimeout(timer));
};

/**
 * The chunks of a body until `signal` is aborted, even where the body ignores that; after the last of a
 * body that came to its end, undefined. Each is waited for as long as `inTime` does. The body is
 * cancelled when the reading stops early; what it throws, also when aborted, passes through.
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
  signal?.addEventListener("abort", stop);
  try {
    for (;;) {
      const { value } = await inTime(reader.read(), idleTimeout);
      if (signal?.aborted) return;
      yield value;
      if (!value) return;
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }
}
