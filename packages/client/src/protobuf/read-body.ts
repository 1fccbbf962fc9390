import { isProtocolError, type ProtocolError } from "../errors.ts";
import type { OnWarning, Warning } from "../lib/warning.ts";
import { MAX_FRAME_BYTES } from "../stream/frame.ts";
import { chunksOf } from "../stream/wait-for.ts";
import type { BodyReader } from "../transport/exchange.ts";
import { decodeEvent } from "./decode-event.ts";
import { createFrameReader } from "./frames.ts";

const unknownEvent: Warning = {
  code: "unknown-event",
  message: "Dropped an event of a type that the installed @ag-ui/proto does not know.",
};

/**
 * Reads a body of length-prefixed protobuf frames. Yields one batch for each chunk that completed
 * a frame. A variant that this build does not know is dropped with a warning; a body that ends
 * inside a frame just ends, and its run is truncated. The body is cancelled when the reading stops early.
 *
 * Throws `ProtocolError` with rule `not-protobuf` or `frame-too-large`, after everything before
 * that point was yielded; what the body itself throws passes through.
 * Source: AG-UI 1.1, basic/transports/http-protobuf.
 */
export const readProtobuf: BodyReader["read"] = async function* (
  body,
  { signal, warn, maxFrameBytes = MAX_FRAME_BYTES, idleTimeout },
) {
  const feed = createFrameReader(maxFrameBytes);
  for await (const chunk of chunksOf(body, signal, idleTimeout)) {
    if (chunk === undefined) return;
    const { frames, failure } = feed(chunk);
    const { batch, refused } = decodeAll(frames, warn);
    if (batch.length > 0) yield batch;
    if (refused ?? failure) throw refused ?? failure;
  }
};

function decodeAll(
  frames: readonly Uint8Array[],
  warn: OnWarning | undefined,
): { batch: unknown[]; refused?: ProtocolError } {
  const batch: unknown[] = [];
  for (const frame of frames) {
    try {
      const event = decodeEvent(frame);
      if (event !== undefined) batch.push(event);
      else warn?.(unknownEvent);
    } catch (error) {
      if (!isProtocolError(error)) throw error;
      return { batch, refused: error };
    }
  }
  return { batch };
}
