import { isProtocolError } from "../errors.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import type { Agent } from "./define-agent.ts";
import { startRun } from "./driver.ts";
import { toEventStreamBody } from "./event-stream-body.ts";
import { acceptsEventStream, isJsonContentType } from "./negotiation.ts";
import { readBody, TOO_LARGE } from "./read-body.ts";
import { toRefusal } from "./refusal.ts";
import { readRunInput } from "./run-input-guard.ts";
import type { RunAgentOptions } from "./run-options.ts";

/** How an agent is served; `onWarning` hears of the inputs, too. */
export interface FetchHandlerOptions extends RunAgentOptions {
  /** The longest body that is read, in bytes; 4 MiB by default. */
  bodyLimit?: number;
}

/** Answers one request: the handler of a Fetch-API server, a worker or a route of a framework. */
export type FetchHandler = (request: Request) => Promise<Response>;

const DEFAULT_BODY_LIMIT = 4 * 1024 * 1024;

const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-store, no-transform",
  "x-accel-buffering": "no",
  vary: "accept",
};

/**
 * Serves an agent over HTTP: `POST` with a run input as JSON in, an event stream out.
 * A request that cannot become a run is refused with a status and `{code, message}`; a
 * run that fails is 200 with a `RUN_ERROR`. A client that leaves aborts the agent. Who
 * may call it, from which origin, is for the server around it.
 * Source: AG-UI 1.1, basic/transports/http-sse.
 */
export function toFetchHandler<State>(
  agent: Agent<State>,
  { bodyLimit = DEFAULT_BODY_LIMIT, ...options }: FetchHandlerOptions = {},
): FetchHandler {
  return async (request) => {
    const input = await readRequest(request, bodyLimit, options.onWarning ?? warnOnConsole);
    if (input instanceof Response) return input;
    const run = startRun(agent, input, options, request.signal);
    return new Response(toEventStreamBody(run), { status: 200, headers: STREAM_HEADERS });
  };
}

async function readRequest(
  request: Request,
  bodyLimit: number,
  onWarning: OnWarning,
): Promise<RunAgentInput | Response> {
  if (request.method !== "POST") {
    return toRefusal("METHOD_NOT_ALLOWED", `An agent takes POST, not ${request.method}`);
  }
  const contentType = request.headers.get("content-type");
  if (!isJsonContentType(contentType)) {
    return toRefusal("UNSUPPORTED_MEDIA_TYPE", `An agent takes application/json, not ${contentType}`);
  }
  const accept = request.headers.get("accept");
  if (!acceptsEventStream(accept)) {
    return toRefusal("NOT_ACCEPTABLE", `An agent answers with text/event-stream, which "${accept}" excludes`);
  }
  let body: unknown;
  try {
    const text = await readBody(request, bodyLimit);
    if (text === TOO_LARGE) {
      return toRefusal("BODY_TOO_LARGE", `The body is longer than ${bodyLimit} bytes`);
    }
    body = JSON.parse(text);
  } catch (error) {
    return toRefusal(
      "INVALID_BODY",
      `The body is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
  try {
    return readRunInput(body, onWarning);
  } catch (error) {
    if (isProtocolError(error)) return toRefusal("INVALID_INPUT", error.message);
    throw error;
  }
}

function warnOnConsole({ message, path }: { message: string; path?: string }): void {
  console.warn(`[holdpoint] ${message}${path === undefined ? "" : ` (${path})`}`);
}
