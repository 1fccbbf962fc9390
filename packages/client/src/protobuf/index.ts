export type { EventFormat } from "../transport/event-format.ts";
export type { HttpTransportOptions } from "../transport/exchange.ts";
export { protobufFormat } from "./format.ts";
export { protobufTransport } from "./transport.ts";
