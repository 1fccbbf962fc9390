import { createFrames } from "./frames.ts";
import { createTextReader } from "./text.ts";

export interface SseOptions {
  /** The longest frame that is accepted, in bytes of its data; 16 MiB unless given. */
  maxFrameBytes?: number | undefined;
  /** Ends the reading quietly when aborted, even where the body ignores it. */
  signal?: AbortSignal;
}

const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/**
 * Reads a body of server-sent events whose data are JSON. Yields one batch for
 * each chunk that completed a frame. Only `data` counts: comments, ids, event
 * names, empty frames and a closing `[DONE]` are passed over. A last frame
 * without its blank line counts when the body closes cleanly and the frame is
 * complete JSON. The body is cancelled when the reading stops early.
 *
 * Throws `ProtocolError` with rule `not-json` or `frame-too-large`,
 * after everything before that point was yielded; what the body itself throws passes through.
 * Source: AG-UI 1.1, basic/transports/http-sse; HTML, server-sent events.
 */
export async function* decodeSse(
  body: ReadableStream<Uint8Array>,
  { maxFrameBytes = MAX_FRAME_BYTES, signal }: SseOptions = {},
): AsyncGenerator<readonly unknown[], void, undefined> {
  const text = createTextReader();
  const frames = createFrames(maxFrameBytes);
  const reader = body.getReader();
  const stop = (): void => {
    // A body that failed already rejects here with what `read` has thrown.
    reader.cancel().catch(() => {});
  };
  signal?.addEventListener("abort", stop);
  try {
    while (!signal?.aborted) {
      const chunk = await reader.read().catch((error: unknown) => {
        if (!signal?.aborted) throw error;
      });
      if (chunk === undefined || signal?.aborted) return;
      const read = chunk.done ? undefined : text.read(chunk.value);
      const { batch, failure } = read === undefined ? frames.close(text.end()) : frames.feed(read);
      if (batch.length > 0) yield batch;
      if (failure) throw failure;
      if (read === undefined) return;
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
    reader.releaseLock();
  }
}
