import { beforeSilence } from "./silence.ts";

/** The body of an answer while it is read. */
export interface OpenBody {
  /** The next chunk; undefined once the reading was aborted. Fails like the body, or after a silence. */
  read(): Promise<ReadableStreamReadResult<Uint8Array> | undefined>;
  /** Ends the reading; a body that goes on is cancelled. */
  close(): void;
}

/**
 * Reads a body until `signal` aborts, even where the body ignores that; a read that waits longer
 * than `idleTimeout` milliseconds for any byte is a `TransportError`.
 */
export function openBody(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
  idleTimeout?: number,
): OpenBody {
  const reader = body.getReader();
  const stop = (): void => {
    // A body that failed already rejects here with what `read` has thrown.
    reader.cancel().catch(() => {});
  };
  signal?.addEventListener("abort", stop);
  return {
    async read() {
      try {
        const chunk = await beforeSilence(idleTimeout, reader.read());
        return signal?.aborted ? undefined : chunk;
      } catch (error) {
        if (!signal?.aborted) throw error;
      }
    },
    close() {
      signal?.removeEventListener("abort", stop);
      stop();
      reader.releaseLock();
    },
  };
}
