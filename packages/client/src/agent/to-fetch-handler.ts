import type { Timer } from "../lib/environment.ts";
import { deviceClock } from "../lib/environment.ts";
import type { OnWarning } from "../lib/warning.ts";
import { isolated } from "../lib/warning.ts";
import type { EventFormat } from "../transport/event-format.ts";
import type { CorsOptions } from "./cors.ts";
import { createCors } from "./cors.ts";
import type { Agent } from "./define-agent.ts";
import { startRun } from "./driver.ts";
import { eventStreamFormat } from "./event-stream-format.ts";
import { readRequest } from "./read-request.ts";
import { ALLOWED_METHODS } from "./refusal.ts";
import { toRunBody } from "./run-body.ts";
import type { RunAgentOptions } from "./run-options.ts";

/** How an agent is served: how each of its runs is driven, and how it is reached. */
export interface FetchHandlerOptions extends RunAgentOptions {
  /** The longest body that is read, in bytes; 4 MiB by default. */
  bodyLimit?: number;
  /**
   * Milliseconds of silence after which a comment is sent, so that no proxy takes a thoughtful agent for a dead
   * connection; off by default. The binary format has no comments.
   */
  keepAlive?: number;
  /** More formats that a client may ask for by its `accept` header; server-sent events are always offered. */
  formats?: readonly EventFormat[];
  /** Lets pages of other origins call the agent; none may by default. */
  cors?: CorsOptions;
  /** Hears what of an input was not understood and left out; `console.warn` by default. */
  onWarning?: OnWarning;
  /** What the handler touches of the world: the timers of `keepAlive`, the platform's by default. */
  environment?: { timer?: Timer };
}

/** Answers one request: the handler of a Fetch-API server, a worker or a route of a framework. */
export type FetchHandler = (request: Request) => Promise<Response>;

const DEFAULT_BODY_LIMIT = 4 * 1024 * 1024;

const STREAM_HEADERS = {
  "cache-control": "no-cache, no-store, no-transform",
  "x-accel-buffering": "no",
  vary: "accept",
};

/**
 * Serves an agent over HTTP: `POST` with a run input as JSON in, an event stream out. `OPTIONS` says so;
 * every other method, `HEAD` too, is refused. A request that cannot become a run is refused with a status
 * and `{code, message}`; a run that fails is 200 with a `RUN_ERROR`. A client that leaves aborts the agent.
 * Who may call it is for the server around it; from which pages, for `cors`. A page that was not allowed
 * cannot start a run either, since JSON is not sent to another origin unasked.
 *
 * Throws a `TypeError` for `cors` that no browser would accept.
 * Source: AG-UI 1.1, basic/transports/http-sse.
 */
export function toFetchHandler<State>(agent: Agent<State>, options: FetchHandlerOptions = {}): FetchHandler {
  const { bodyLimit = DEFAULT_BODY_LIMIT, keepAlive, formats = [], cors, environment, ...drive } = options;
  const { onWarning = warnOnConsole } = drive;
  const addCors = cors && createCors(cors);

  async function answer(request: Request): Promise<Response> {
    if (request.method === "OPTIONS") {
      return new Response(null, { status: 204, headers: { allow: ALLOWED_METHODS } });
    }
    const asked = await readRequest(request, {
      formats: [eventStreamFormat, ...formats],
      bodyLimit,
      onWarning: isolated(onWarning),
    });
    if (asked instanceof Response) return request.method === "HEAD" ? new Response(null, asked) : asked;
    const { input, format } = asked;
    const body = toRunBody(startRun(agent, input, drive, request.signal), {
      format,
      keepAlive,
      timer: environment?.timer ?? deviceClock.timer,
      onError: drive.onError,
    });
    return new Response(body, { headers: { "content-type": format.mediaType, ...STREAM_HEADERS } });
  }

  return async (request) => {
    const response = await answer(request);
    addCors?.(request, response.headers);
    return response;
  };
}

function warnOnConsole({ message, path }: { message: string; path?: string }): void {
  console.warn(`[holdpoint] ${message}${path === undefined ? "" : ` (${path})`}`);
}
