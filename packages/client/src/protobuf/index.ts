export type { HttpTransportOptions } from "../transport/exchange.ts";
export { protobufTransport } from "./transport.ts";
