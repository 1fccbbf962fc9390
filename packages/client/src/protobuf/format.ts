import { AGUI_MEDIA_TYPE } from "@ag-ui/proto";
import type { EventFormat } from "../transport/event-format.ts";
import { encodeEvent } from "./encode-event.ts";
import { toFrame } from "./frames.ts";

/**
 * The binary format for an agent's `formats`, sent to the clients whose `accept` header names it. Needs
 * `@ag-ui/proto`, which an app installs itself. Nothing is lost by it: a run whose event it cannot carry, such as
 * a JSON Patch operation with members of its own, ends there with a `RUN_ERROR` of code `SERIALIZATION`.
 * An empty list of tool calls, usage, ids or answers arrives as an absent one, which means the same.
 * Source: AG-UI 1.1, basic/transports/http-protobuf.
 */
export const protobufFormat: EventFormat = {
  mediaType: AGUI_MEDIA_TYPE,
  encode: (event) => toFrame(encodeEvent(event)),
};
