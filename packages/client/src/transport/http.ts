import { isProtocolError, TransportError } from "../errors.ts";
import { decodeSse } from "../stream/sse.ts";
import { isEventStream, toRefusal } from "./refusal.ts";
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
}

/**
 * The transport of most agents: one POST with the input as JSON, answered by
 * server-sent events. Ends quietly when the run is stopped. Sends nothing twice.
 *
 * Throws `TransportError` when the request could not be made or the server not
 * reached, for an answer that is no event stream (with its status, type, first
 * 2048 characters and `Retry-After`), and for a connection that breaks off;
 * `ProtocolError` for a frame that is not JSON.
 * Source: AG-UI 1.1, basic/transports/http-sse.
 */
export function httpTransport(options: HttpTransportOptions): Transport {
  const limit = options.maxFrameBytes === undefined ? {} : { maxFrameBytes: options.maxFrameBytes };
  return async function* run(input, { signal, fetch: clientFetch }) {
    const request = (): Promise<Response> => send(options, input, options.fetch ?? clientFetch, signal);
    const response = await untilAborted(signal, request);
    if (!response) return;
    if (!isEventStream(response)) {
      const refusal = await untilAborted(signal, () => toRefusal(response));
      if (refusal) throw refusal;
      return;
    }
    try {
      yield* decodeSse(response.body, { signal, ...limit });
    } catch (cause) {
      if (isProtocolError(cause)) throw cause;
      throw new TransportError("The connection broke off before the server ended the stream.", { cause });
    }
  };
}

async function send(
  { url, headers, credentials }: HttpTransportOptions,
  input: unknown,
  fetchNow: typeof fetch,
  signal: AbortSignal,
): Promise<Response> {
  const target = await prepared("url", () => (typeof url === "function" ? url() : url));
  const init: RequestInit = await prepared("headers", async () => {
    const all = new Headers(typeof headers === "function" ? await headers() : headers);
    if (!all.has("content-type")) all.set("content-type", "application/json");
    if (!all.has("accept")) all.set("accept", "text/event-stream");
    return { method: "POST", headers: all, signal, ...(credentials && { credentials }) };
  });
  init.body = await prepared("body", () => JSON.stringify(input));
  signal.throwIfAborted();
  try {
    const response = await fetchNow(target, init);
    if (signal.aborted) response.body?.cancel().catch(() => {});
    return response;
  } catch (cause) {
    throw new TransportError("The server could not be reached: check the network, the url and CORS.", {
      cause,
    });
  }
}

async function prepared<T>(part: string, make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (cause) {
    throw new TransportError(`The request was not sent: its ${part} could not be made.`, { cause });
  }
}

/** What a task comes to, or nothing as soon as the run is stopped, even where the task ignores that. */
function untilAborted<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop);
    task()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}
