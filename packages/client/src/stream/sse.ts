import { frameTooLarge, MAX_FRAME_BYTES, parseFrame } from "./frame.ts";
import { chunksOf } from "./wait-for.ts";

export interface SseOptions {
  /** The longest frame that is accepted, in bytes of its data; 16 MiB unless given. */
  maxFrameBytes?: number | undefined;
  /** Ends the reading when aborted, even where the body ignores it. */
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
  const decoder = new TextDecoder();
  let afterCr = false;
  /** The line that is still coming, and the data of the frame that is. */
  let line = "";
  let data = "";
  /** The bytes that came since a frame was complete, its chunk's among them: the next can have no more. */
  let received = 0;

  for await (const chunk of chunksOf(body, signal, idleTimeout)) {
    const isClosed = chunk === undefined;
    const size = chunk?.length ?? 0;
    received += size;
    let text = decoder.decode(chunk, { stream: !isClosed });
    if (isClosed) text += "\n\n";
    // A line end of two characters may be cut between them.
    if (afterCr && text.startsWith("\n")) text = text.slice(1);
    else if (text === "") continue;
    afterCr = text.endsWith("\r");
    if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");

    const batch: unknown[] = [];
    // Only what is new is looked through, so that a long line costs no more for coming in many chunks.
    let end = text.indexOf("\n");
    if (end >= 0) end += line.length;
    text = line + text;
    let start = 0;
    try {
      for (; end >= 0; end = text.indexOf("\n", start)) {
        if (end === start) {
          // White space around JSON says nothing, not even around what is none.
          const json = data.trim();
          if (json && json !== "[DONE]") batch.push(parseFrame(json, maxFrameBytes, received));
          data = "";
        } else if (text.startsWith("data:", start)) {
          const value = text.slice(start + (text[start + 5] === " " ? 6 : 5), end);
          // Most frames are one line, which is not copied.
          data = data ? `${data}\n${value}` : value;
        }
        start = end + 1;
      }
      line = text.slice(start);
      // In characters, which are never more than the bytes, with room for the field's name and its colon.
      if (line.length + data.length > maxFrameBytes + 6) throw frameTooLarge(maxFrameBytes);
    } catch (refused) {
      // A frame that broke off is no fault of its sender: the run is truncated, which its reader will see.
      if (!isClosed) throw refused;
    } finally {
      if (batch.length > 0) {
        received = size;
        yield batch;
      }
    }
  }
}
