import { ProtocolError } from "../errors.ts";
import { frameTooLarge } from "../stream/frame-limit.ts";

const utf8 = new TextEncoder();

/**
 * Reads the data of one WebSocket message as one JSON text; `limit` is in bytes of UTF-8.
 * Throws `ProtocolError` with rule `not-json`, for binary data too, or `frame-too-large`.
 */
export function parseFrame(data: unknown, limit: number): unknown {
  if (typeof data !== "string") {
    throw new ProtocolError("A frame is binary: events are sent as text frames.", { rule: "not-json" });
  }
  // A character takes three bytes at most, so a short text need not be measured.
  if (data.length > limit || (data.length * 3 > limit && utf8.encode(data).length > limit)) {
    throw frameTooLarge(limit);
  }
  try {
    return JSON.parse(data);
  } catch (cause) {
    const excerpt = JSON.stringify(data.slice(0, 200));
    throw new ProtocolError(`A frame of the stream is not JSON: ${excerpt}.`, { rule: "not-json", cause });
  }
}
