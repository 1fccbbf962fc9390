import { AGUIUnknownEventTypeError, decode } from "@ag-ui/proto";
import { ProtocolError } from "../errors.ts";
import { isPlainObject } from "../protocol/trust.ts";

/**
 * The event of one frame as the same object that JSON would have given, or undefined for a
 * variant that the installed `@ag-ui/proto` does not know. It leaves absent members absent, but for
 * the list `resume` of an echoed input, which protobuf cannot tell from an empty one: left out too.
 *
 * Throws `ProtocolError` with rule `not-protobuf` for bytes that are no event.
 * Source: AG-UI 1.1, basic/transports/http-protobuf, "The wire schema".
 */
export function decodeEvent(frame: Uint8Array): unknown {
  let event: unknown;
  try {
    event = decode(frame);
  } catch (cause) {
    if (cause instanceof AGUIUnknownEventTypeError) return undefined;
    throw new ProtocolError(`A frame of ${frame.length} bytes is no protobuf event.`, {
      rule: "not-protobuf",
      cause,
    });
  }
  if (!isPlainObject(event) || !isPlainObject(event.input)) return event;
  const { resume, ...input } = event.input;
  return Array.isArray(resume) && resume.length === 0 ? { ...event, input } : event;
}
