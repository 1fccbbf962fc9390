import { AGUI_MEDIA_TYPE } from "@ag-ui/proto";
import { decodeSse } from "../stream/sse.ts";
import { type BodyReader, createExchange, type HttpTransportOptions } from "../transport/exchange.ts";
import type { Transport } from "../transport/transport.ts";
import { readProtobuf } from "./read-body.ts";

const readers: readonly BodyReader[] = [
  { mediaType: AGUI_MEDIA_TYPE, read: readProtobuf },
  { mediaType: "text/event-stream", read: decodeSse },
];

/**
 * As `httpTransport`, for an agent that can answer in the binary binding: the same POST, which
 * accepts protobuf beside server-sent events, and whichever of the two comes is read. Needs
 * `@ag-ui/proto`, which an app installs itself. The binary wire is narrower than JSON: a field that
 * the installed `@ag-ui/proto` does not know is lost without a warning, and so are members that an
 * agent added to a JSON Patch operation.
 *
 * Throws as `httpTransport` does, and `ProtocolError` with rule `not-protobuf` for a frame that is no event.
 * Source: AG-UI 1.1, basic/transports/http-protobuf.
 */
export function protobufTransport(options: HttpTransportOptions): Transport {
  return createExchange(options, readers);
}
