import { ProtocolError } from "../errors.ts";

/** The largest frame that is accepted where an app sets no limit: 16 MiB. */
export const MAX_FRAME_BYTES: number = 16 * 1024 * 1024;

/** The error for a frame above the limit, in bytes. */
export const frameTooLarge = (limit: number): ProtocolError =>
  new ProtocolError(`A frame is larger than maxFrameBytes, ${limit}.`, { rule: "frame-too-large" });

/**
 * Reads one frame as one JSON text; `limit` is in bytes of UTF-8, of which it has `most` at the most. Throws `ProtocolError` with rule
 * `not-json` or `frame-too-large`.
 */
export const parseFrame = (text: string, limit: number, most: number = text.length * 3): unknown => {
  // Counting bytes costs as much as reading them, so only where they can matter.
  if (most > limit && new TextEncoder().encode(text).length > limit) throw frameTooLarge(limit);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const excerpt = JSON.stringify(text.slice(0, 200));
    throw new ProtocolError(`A frame is not JSON: ${excerpt}.`, { rule: "not-json", cause });
  }
};
