import type { ProtocolError } from "../errors.ts";
import { frameTooLarge } from "../stream/frame.ts";

/** The frames that were completed, and what was wrong after them. */
export interface Frames {
  readonly frames: readonly Uint8Array[];
  readonly failure: ProtocolError | undefined;
}

const HEADER_BYTES = 4;

/**
 * Creates a reader for one body that cuts its chunks into frames: four bytes of length, unsigned
 * and big-endian, then as many of one event. A frame may lie across any number of chunks.
 * After a frame of more than `limit` bytes nothing is read.
 * Source: AG-UI 1.1, basic/transports/http-protobuf, "Framing".
 */
export function createFrameReader(limit: number): (chunk: Uint8Array) => Frames {
  const header = new Uint8Array(HEADER_BYTES);
  let failure: ProtocolError | undefined;
  let part = header;
  let filled = 0;

  /** Takes the part that is complete: a header starts its frame's body, a body is the frame. */
  function complete(frames: Uint8Array[]): void {
    filled = 0;
    if (part !== header) {
      frames.push(part);
      part = header;
      return;
    }
    const length = new DataView(header.buffer).getUint32(0);
    if (length > limit) failure = frameTooLarge(limit);
    else if (length === 0) frames.push(new Uint8Array());
    else part = new Uint8Array(length);
  }

  return (chunk) => {
    const frames: Uint8Array[] = [];
    let from = 0;
    while (from < chunk.length && failure === undefined) {
      const piece = chunk.subarray(from, from + part.length - filled);
      part.set(piece, filled);
      from += piece.length;
      filled += piece.length;
      if (filled === part.length) complete(frames);
    }
    return { frames, failure };
  };
}

/** A message with its length before it. Source: AG-UI 1.1, basic/transports/http-protobuf, "Framing". */
export function toFrame(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(HEADER_BYTES + message.length);
  new DataView(frame.buffer).setUint32(0, message.length);
  frame.set(message, HEADER_BYTES);
  return frame;
}
