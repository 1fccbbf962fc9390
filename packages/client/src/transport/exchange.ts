import { isProtocolError, isTransportError, TransportError } from "../errors.ts";
import { defined } from "../lib/defined.ts";
import type { OnWarning } from "../lib/warning.ts";
import { inTime } from "../stream/wait-for.ts";
import { toRefusal } from "./refusal.ts";
import type { Transport } from "./transport.ts";

export interface HttpTransportOptions {
  /** Where the agent answers; a function is asked at each request. */
  url: string | URL | (() => string | URL | Promise<string | URL>);
  /** Headers of the app's own, such as authorization; a function is asked at each request. */
  headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>);
  /** Used instead of the client's `fetch`. */
  fetch?: typeof fetch;
  credentials?: RequestCredentials;
  /** The longest frame that is accepted, in bytes of its data; 16 MiB unless given. */
  maxFrameBytes?: number;
  /**
   * The longest silence, in milliseconds: for the server's answer after the request, then between any
   * two chunks of bytes, keep-alive comments included. The run then ends with a `TransportError`.
   * Off unless given: choose more than the interval at which the server keeps the stream alive.
   */
  idleTimeout?: number;
}

/** Reads the body of one media type. */
export interface BodyReader {
  /** In lower case, without parameters. */
  readonly mediaType: string;
  read(
    body: ReadableStream<Uint8Array>,
    options: {
      readonly signal: AbortSignal;
      readonly warn: OnWarning | undefined;
      readonly maxFrameBytes: number | undefined;
      readonly idleTimeout: number | undefined;
    },
  ): AsyncIterable<readonly unknown[]>;
}

/** One POST with the input as JSON, answered by a stream that one of the readers reads. */
export const createExchange = (options: HttpTransportOptions, readers: readonly BodyReader[]): Transport => {
  const { url, headers, credentials, maxFrameBytes, idleTimeout } = options;
  const accept = readers.map(({ mediaType }) => mediaType).join(", ");

  return async function* run(input, { signal, warn, fetch: clientFetch }) {
    let failure = "The request could not be made.";
    try {
      const target = typeof url === "function" ? await url() : url;
      const own = new Headers(typeof headers === "function" ? await headers() : headers);
      const all = new Headers({ "content-type": "application/json", accept, ...Object.fromEntries(own) });
      const body = JSON.stringify(input);
      const init = defined<RequestInit>({ method: "POST", headers: all, signal, body, credentials });
      // Whoever has stopped meanwhile sends nothing, also by a fetch that ignores the signal.
      if (signal.aborted) return;
      failure = "The server could not be reached: check the network, the url and CORS.";
      const response = await inTime((options.fetch ?? clientFetch)(target, init), idleTimeout);
      const { ok, body: stream } = response;
      const contentType = response.headers.get("content-type") ?? "";
      const reader = readers.find(({ mediaType }) => contentType.toLowerCase().startsWith(mediaType));
      if (!ok || !stream || !reader) throw await toRefusal(response);
      failure = "The connection broke off.";
      yield* reader.read(stream, { signal, warn, maxFrameBytes, idleTimeout });
    } catch (cause) {
      if (signal.aborted) return;
      if (isProtocolError(cause) || isTransportError(cause)) throw cause;
      throw new TransportError(failure, { cause });
    }
  };
};
