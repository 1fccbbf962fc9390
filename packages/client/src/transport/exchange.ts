import { isProtocolError, isTransportError, TransportError } from "../errors.ts";
import type { OnWarning } from "../lib/warning.ts";
import { waitFor } from "../stream/wait-for.ts";
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
export function createExchange(options: HttpTransportOptions, readers: readonly BodyReader[]): Transport {
  const { maxFrameBytes, idleTimeout } = options;
  const accept = readers.map(({ mediaType }) => mediaType).join(", ");

  async function prepare(
    input: unknown,
    signal: AbortSignal,
  ): Promise<[url: string | URL, init: RequestInit]> {
    const { url, headers, credentials } = options;
    try {
      const target = typeof url === "function" ? await url() : url;
      const own = new Headers(typeof headers === "function" ? await headers() : headers);
      const all = new Headers({ "content-type": "application/json", accept, ...Object.fromEntries(own) });
      const body = JSON.stringify(input);
      return [target, { method: "POST", headers: all, signal, body, ...(credentials && { credentials }) }];
    } catch (cause) {
      throw new TransportError("The request could not be made.", { cause });
    }
  }

  return async function* run(input, { signal, warn, fetch: clientFetch }) {
    const request = await waitFor(() => prepare(input, signal), signal);
    const answer = async (target: string | URL, init: RequestInit): Promise<Response> => {
      try {
        const late = await (options.fetch ?? clientFetch)(target, init);
        if (signal.aborted) late.body?.cancel().catch(() => {});
        return late;
      } catch (cause) {
        const unreachable = "The server could not be reached: check the network, the url and CORS.";
        throw new TransportError(unreachable, { cause });
      }
    };
    const response = request && (await waitFor(() => answer(...request), signal, idleTimeout));
    if (!response) return;
    const { ok, status, headers, body } = response;
    const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    const reader = readers.find(({ mediaType }) => mediaType === type);
    if (!ok || !body || !reader) {
      const refusal = await waitFor(() => toRefusal(response), signal);
      if (refusal) throw refusal;
      return;
    }
    try {
      yield* reader.read(body, { signal, warn, maxFrameBytes, idleTimeout });
    } catch (cause) {
      if (isProtocolError(cause) || isTransportError(cause)) throw cause;
      throw new TransportError("The connection broke off.", { cause, status, contentType: type });
    }
  };
}
