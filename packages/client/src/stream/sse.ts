import { MAX_FRAME_BYTES } from "./frame.ts";
import { createFrames } from "./frames.ts";
import { createTextReader } from "./text.ts";
import { chunksOf } from "./wait-for.ts";

export interface SseOptions {
  /** The longest frame that is accepted, in bytes of its data; 16 MiB unless given. */
  maxFrameBytes?: number | undefined;
  /** Ends the reading quietly when aborted, even where the body ignores it. */
  signal?: AbortSignal;
  /** The longest wait for a chunk, in milliseconds; for ever unless given. */
  idleTimeout?: number | undefined;
}

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
  { maxFrameBytes = MAX_FRAME_BYTES, signal, idleTimeout }: SseOptions = {},
): AsyncGenerator<readonly unknown[], void, undefined> {
  const text = createTextReader();
  const frames = createFrames(maxFrameBytes);
  for await (const chunk of chunksOf(body, signal, idleTimeout)) {
    const { batch, failure } = chunk ? frames.feed(text.read(chunk), text.held()) : frames.close(text.rest());
    if (batch.length > 0) yield batch;
    if (failure) throw failure;
  }
}
