import type { Agent } from "./define-agent.ts";
import { toFetchRequest } from "./node-request.ts";
import type { NodeRequest, NodeResponse } from "./node-types.ts";
import { refuseMethod, toRefusal } from "./refusal.ts";
import type { FetchHandler, FetchHandlerOptions } from "./to-fetch-handler.ts";
import { toFetchHandler } from "./to-fetch-handler.ts";

/** A listener for `createServer` of `node:http`, or a handler of a framework built on it. */
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => void;

/**
 * Serves an agent, or any fetch handler, with `node:http`. Reads the run only as fast as the
 * client reads; a client that leaves aborts the agent. The body must not have been read
 * by a parser before. A fetch handler that throws is answered with 500 and told to `onError`.
 */
export function toNodeHandler<State>(
  target: Agent<State> | FetchHandler,
  options: FetchHandlerOptions = {},
): NodeHandler {
  const handler = typeof target === "function" ? target : toFetchHandler(target, options);
  return (request, response) => {
    serve(handler, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else {
        response.writeHead(500, {});
        response.end();
      }
      options.onError?.(error);
    });
  };
}

/** The methods that no `Request` can have, so that no handler is ever asked about them. Source: Fetch Standard, "Methods". */
const BEYOND_FETCH: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

async function serve(handler: FetchHandler, request: NodeRequest, response: NodeResponse): Promise<void> {
  const connection = watch(response);
  const answer = await handle(handler, request, connection.signal);
  const reader = answer.body?.getReader();
  const leave = () => {
    reader?.cancel().catch(() => undefined);
  };
  if (connection.signal.aborted) return leave();
  connection.signal.addEventListener("abort", leave, { once: true });
  response.writeHead(answer.status, toNodeHeaders(answer.headers));
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done || connection.signal.aborted) break;
    if (!response.write(value)) await connection.writable();
  }
  connection.finished();
  response.end();
}

async function handle(handler: FetchHandler, request: NodeRequest, signal: AbortSignal): Promise<Response> {
  const { method = "GET" } = request;
  if (BEYOND_FETCH.has(method)) return refuseMethod(method);
  let converted: Request;
  try {
    converted = toFetchRequest(request, signal);
  } catch (error) {
    return toRefusal("INVALID_BODY", `Not a request: ${error instanceof Error ? error.message : error}`);
  }
  return handler(converted);
}

function toNodeHeaders(headers: Headers): Record<string, string | string[]> {
  // The one header that must not be joined to a single line.
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { "set-cookie": cookies }) };
}

interface Connection {
  /** Aborted when the client leaves before it has the whole answer. */
  readonly signal: AbortSignal;
  /** Resolves when there is room to write, or nobody to write to. */
  writable(): Promise<void>;
  /** The answer is whole; leaving is no longer leaving early. */
  finished(): void;
}

function watch(response: NodeResponse): Connection {
  const controller = new AbortController();
  let whole = false;
  let release: (() => void) | undefined;
  const leave = () => {
    if (!whole) controller.abort();
    release?.();
  };
  response.on("drain", () => release?.());
  response.on("close", leave);
  // Without a listener a broken connection would be an uncaught exception.
  response.on("error", leave);
  return {
    signal: controller.signal,
    writable: () =>
      new Promise((resolve) => {
        if (controller.signal.aborted) resolve();
        else release = resolve;
      }),
    finished() {
      whole = true;
    },
  };
}
