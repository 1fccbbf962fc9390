import { jsonCopy, toJsonText } from "../agent/json.ts";
import { isProtocolError, isTransportError, ProtocolError, TransportError } from "../errors.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { isRecord } from "../protocol/trust.ts";
import { type Arrivals, createArrivals, takeAll } from "../transport/arrivals.ts";
import type { Transport } from "../transport/transport.ts";
import type { AgUiAgent } from "./agents.ts";
import { chainOf, cloneFor, middlewareOf } from "./chain.ts";

/**
 * A transport over an agent of `@ag-ui/client`: an `HttpAgent` or a subclass of it, or any other
 * `AbstractAgent`, with the middleware that `agent.use()` was given. It wants `@ag-ui/client` beside it.
 *
 * - Each run has a `clone()` of the agent, so that any number may be out: a subclass with `#private` fields has to
 *   override `clone()`, as `@ag-ui/client` asks of it in any case. Thread id, run id, messages, state, tools,
 *   context, forwarded props and answers are the thread's: those that the agent holds itself are neither sent nor changed.
 * - The clone's `run()` gives the events, behind the middleware. What `runAgent()` does beyond that is not called, listeners
 *   of `agent.subscribe()` included: events are judged and applied here, and heard by `thread.onEvent`.
 * - Where there is middleware, `@ag-ui/client` translates the shapes of older agents before it, and warns on the console.
 * - Events are copied by JSON. What comes in one burst, or while the reader is at work, is one batch;
 *   an `Observable` cannot be held back, so the rest waits in memory.
 * - A run that is stopped is unsubscribed from, and its clone's `abortRun()` called.
 *
 * Throws a `TypeError` at once for an agent whose middleware cannot be found. A run throws `TransportError`
 * for whatever the agent or its middleware throws, which is the `cause`, with the `status` and the
 * body's `excerpt` where a server refused; and `ProtocolError` with rule `not-json` for an event that
 * JSON cannot carry. Both after everything that came before.
 */
export function agUiTransport(agent: AgUiAgent): Transport {
  middlewareOf(agent);
  return async function* run(input, { signal }) {
    if (signal.aborted) return;
    const arrivals = createArrivals();
    const release = subscribe(agent, input, arrivals);
    yield* takeAll(arrivals, signal, release);
  };
}

/** Begins a run whose events arrive, and gives what is to be called when nobody wants them any more. */
function subscribe(agent: AgUiAgent, input: RunAgentInput, arrivals: Arrivals): () => void {
  let over = false;
  const fail = (cause: unknown): void => {
    over = true;
    arrivals.end(failureOf(cause));
  };
  try {
    const own = cloneFor(agent, input);
    const subscription = chainOf(middlewareOf(agent), own, jsonCopy(input))
      .run(jsonCopy(input))
      .subscribe({
        next: (event) => arrive(event, arrivals),
        error: fail,
        complete() {
          over = true;
          arrivals.end();
        },
      });
    return () => {
      subscription.unsubscribe();
      // An agent that is through has nothing to abort; some would tell their server so all the same.
      if (!over) abort(own);
    };
  } catch (cause) {
    fail(cause);
    return () => {};
  }
}

function arrive(event: unknown, arrivals: Arrivals): void {
  try {
    arrivals.push(jsonCopy(event));
  } catch (cause) {
    const type = isRecord(event) ? event.type : typeof event;
    arrivals.end(
      new ProtocolError(`The agent emitted an event that JSON cannot carry: ${type}.`, {
        rule: "not-json",
        cause,
      }),
    );
  }
}

/** Nobody is left to hear how an abort fails, at once or later. */
function abort(agent: AgUiAgent): void {
  const aborting = async (): Promise<unknown> => agent.abortRun();
  aborting().catch(() => {});
}

const EXCERPT_CHARACTERS = 2048;

/** Whatever was thrown, one that cannot even be read included, ends the run. */
function failureOf(cause: unknown): Error {
  try {
    return toFailure(cause);
  } catch {
    return new TransportError("The agent of @ag-ui/client failed.", { cause });
  }
}

/** What the agent threw as the error of a transport. `HttpAgent` puts status and body on the errors of a refusal. */
function toFailure(cause: unknown): Error {
  if (isTransportError(cause) || isProtocolError(cause)) return cause;
  const { status, payload, message = cause } = isRecord(cause) ? cause : {};
  if (typeof status !== "number") {
    return new TransportError(`The agent of @ag-ui/client failed: ${message}`, { cause });
  }
  const excerpt = payload === undefined ? undefined : toJsonText(payload).slice(0, EXCERPT_CHARACTERS);
  return new TransportError(`The agent's server answered with status ${status}.`, { status, excerpt, cause });
}
