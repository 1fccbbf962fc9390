import { createParser } from "eventsource-parser";
import { frameTooLarge, MAX_FRAME_BYTES, parseFrame } from "./frame.ts";
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
  let batch: unknown[] = [];
  let failure: unknown;
  let isClosed = false;
  let afterCr = false;
  /** The bytes that came since a frame was complete, its chunk's among them: the next can have no more. */
  let received = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    // In characters, which are never more than the bytes, with room for the field's name and its colon.
    maxBufferSize: maxFrameBytes + 6,
    onError({ type }) {
      if (type === "max-buffer-size-exceeded") failure ??= frameTooLarge(maxFrameBytes);
    },
    onEvent({ data }) {
      if (failure || data === "" || data === "[DONE]") return;
      try {
        batch.push(parseFrame(data, maxFrameBytes, received));
      } catch (refused) {
        // A frame that broke off is no fault of its sender: the run is truncated, which its reader will see.
        if (!isClosed) failure = refused;
      }
    },
  });

  for await (const chunk of chunksOf(body, signal, idleTimeout)) {
    isClosed = chunk === undefined;
    const size = chunk?.length ?? 0;
    received += size;
    let text = decoder.decode(chunk, { stream: !isClosed });
    if (isClosed) text += "\n\n";
    // The parser would hold a CR back at the end of a chunk, so it gets each line end as an LF, at once.
    if (afterCr && text.startsWith("\n")) text = text.slice(1);
    else if (text === "") continue;
    afterCr = text.endsWith("\r");
    batch = [];
    parser.feed(text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);
    if (batch.length > 0) {
      received = size;
      yield batch;
    }
    if (failure) throw failure;
  }
}
