import { decodeSse } from "../stream/sse.ts";
import { type BodyReader, createExchange, type HttpTransportOptions } from "./exchange.ts";
import type { Transport } from "./transport.ts";

export type { HttpTransportOptions } from "./exchange.ts";

const readers: readonly BodyReader[] = [{ mediaType: "text/event-stream", read: decodeSse }];

/**
 * The transport of most agents: one POST with the input as JSON, answered by
 * server-sent events. Ends quietly when the run is stopped. Sends nothing twice.
 *
 * Throws `TransportError` when the request could not be made or the server not
 * reached, for an answer that is no event stream (with its status, type, first
 * 2048 characters and `Retry-After`), for a connection that breaks off, and for
 * one that is silent for longer than `idleTimeout`;
 * `ProtocolError` for a frame that is not JSON.
 * Source: AG-UI 1.1, basic/transports/http-sse.
 */
export const httpTransport = (options: HttpTransportOptions): Transport => {
  return createExchange(options, readers);
};
