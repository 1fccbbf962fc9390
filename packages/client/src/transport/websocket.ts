import { isProtocolError, ProtocolError, TransportError } from "../errors.ts";
import { isRecord } from "../protocol/trust.ts";
import { MAX_FRAME_BYTES, parseFrame } from "../stream/frame.ts";
import { type Arrivals, createArrivals, takeAll } from "./arrivals.ts";
import type { Transport } from "./transport.ts";

/** What a close event says: as agreed, without a code, or that no closing handshake was seen. Source: RFC 6455, section 7.4.1. */
const NORMAL = 1000;
const NO_CODE = 1005;
const BROKEN_OFF = 1006;

/**
 * The part of a WebSocket that is used; the platform's own has it, and that of the `ws` package.
 * Of an event only `data`, `code`, `reason` and `error` are read.
 */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number): void;
  addEventListener(type: "open" | "message" | "error" | "close", listener: (event: object) => void): void;
}

export interface WebSocketTransportOptions {
  /** Where the agent answers, `ws:` or `wss:`; a function is asked at each run, for a token in the url. */
  url: string | URL | (() => string | URL | Promise<string | URL>);
  /** Subprotocols to offer. */
  protocols?: string | string[];
  /** Used instead of the platform's `WebSocket`, as in a Node that has none. */
  WebSocket?: new (
    url: string | URL,
    protocols?: string | string[],
  ) => WebSocketLike;
  /** The longest frame that is accepted, in bytes of its text; 16 MiB unless given. */
  maxFrameBytes?: number;
}

/**
 * A transport over WebSockets, one connection a run. The framing:
 *
 * - Once the connection is open the input is sent as one text frame of JSON. Nothing else is ever sent.
 * - Each text frame of the peer is one event as JSON, as the data of one server-sent event would be.
 * - The peer ends the stream by closing with code 1000, or with none. A peer that leaves the
 *   connection open after the run's last event keeps it open until the run is stopped.
 * - Any other close is a connection that broke off. An input is refused by closing before the
 *   first event, with a code from 4000 to 4999 and a reason that says why.
 * - A run that is stopped or refused here closes with 1000. Nothing is sent twice.
 *
 * A WebSocket cannot be held back: what comes faster than it is read waits in memory, and only the
 * size of a frame is bounded here. Objects that came together, or while the reader was at work, are
 * yielded as one batch; a browser mostly hands frames over one by one.
 *
 * Throws `TransportError` for a connection that could not be made, or that failed or was closed with
 * another code: its `cause` is the socket's error or its close event, with `code` and `reason`.
 * Throws `ProtocolError` with rule `not-json` for a frame that is binary or no JSON, and
 * `frame-too-large`; both after everything that came before.
 * Source: AG-UI 1.1, basic/transports/index, "Custom transports".
 */
export function webSocketTransport(options: WebSocketTransportOptions): Transport {
  return async function* run(input, { signal }) {
    const request = await prepare(options, input);
    if (signal.aborted) return;
    const arrivals = createArrivals();
    const socket = open(options, request.url);
    listen(socket, request.body, options.maxFrameBytes ?? MAX_FRAME_BYTES, arrivals);
    yield* takeAll(arrivals, signal, () => socket.close(NORMAL));
  };
}

async function prepare(
  { url }: WebSocketTransportOptions,
  input: unknown,
): Promise<{ url: string | URL; body: string }> {
  let made = "url";
  try {
    const target = typeof url === "function" ? await url() : url;
    made = "body";
    return { url: target, body: JSON.stringify(input) };
  } catch (cause) {
    throw new TransportError(`The request was not sent: its ${made} could not be made.`, { cause });
  }
}

function open({ WebSocket: Given, protocols }: WebSocketTransportOptions, url: string | URL): WebSocketLike {
  const Socket = Given ?? globalThis.WebSocket;
  if (typeof Socket !== "function") {
    throw new TransportError("This platform has no WebSocket: give one in the transport's options.");
  }
  try {
    return new Socket(url, protocols);
  } catch (cause) {
    throw new TransportError("The connection could not be opened: check its url and protocols.", { cause });
  }
}

function listen(socket: WebSocketLike, body: string, limit: number, arrivals: Arrivals): void {
  const failed = "The connection failed before the server ended the stream.";
  let opened = false;
  let error: unknown;
  const fail = (message: string, event: unknown): void => {
    const unreachable = "The server could not be reached: check the network and the url.";
    arrivals.end(new TransportError(opened ? message : unreachable, { cause: error ?? event }));
  };

  socket.addEventListener("open", () => {
    opened = true;
    try {
      socket.send(body);
    } catch (cause) {
      fail("The request could not be sent.", cause);
    }
  });
  socket.addEventListener("message", (event) => {
    try {
      const { data } = membersOf(event);
      if (typeof data !== "string") {
        throw new ProtocolError("A frame is binary: events are sent as text frames.", { rule: "not-json" });
      }
      arrivals.push(parseFrame(data, limit));
    } catch (refused) {
      if (!isProtocolError(refused)) throw refused;
      arrivals.end(refused);
    }
  });
  socket.addEventListener("error", (event) => {
    error = membersOf(event).error;
    // The close event that follows knows more, but not every implementation sends it at once.
    setTimeout(() => fail(failed, event));
  });
  socket.addEventListener("close", (event) => {
    const { code, reason } = membersOf(event);
    if (opened && error === undefined && (code === NORMAL || code === NO_CODE)) return arrivals.end();
    const closed = `The server closed the connection with code ${code}${reason ? `: ${reason}` : ""}.`;
    fail(error === undefined && code !== BROKEN_OFF ? closed : failed, event);
  });
}

const membersOf = (event: object): Record<string, unknown> => (isRecord(event) ? event : {});
