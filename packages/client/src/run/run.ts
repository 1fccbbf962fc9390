import { isProtocolError, isTransportError, ProtocolError, TransportError } from "../errors.ts";
import type { Environment } from "../lib/environment.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { compatFor } from "../stream/compat.ts";
import { enforce, enforceInput } from "../stream/enforce.ts";
import { type Middleware, middlewareStage } from "../stream/middleware.ts";
import { type Report, sentenceOf } from "../stream/stage.ts";
import { verifyThread } from "../stream/verify.ts";
import type { Session, Transport } from "../transport/transport.ts";
import { createEndTracker } from "./end.ts";
import type { RunEnd } from "./types.ts";

/** A run that is out, or the tail of one whose terminal event has come. */
export interface ActiveRun {
  /** Something came from the peer. */
  hasStarted(): boolean;
  /** How it ended, once its own terminal event has come. */
  end(): RunEnd | undefined;
  abort(): void;
  /** Never rejects: every way of ending is a `RunEnd`. */
  readonly result: Promise<RunEnd>;
}

export interface StartRunOptions {
  readonly input: RunAgentInput;
  readonly transport: Transport;
  readonly session: Session;
  readonly environment: Environment;
  readonly warn: OnWarning;
  readonly middleware?: readonly Middleware[];
  readonly peerProtocolVersion?: string;
  /** Takes each event that passed the stages; `end` is there with the event that closed a run. */
  onEvent(event: AgentEvent, end: RunEnd | undefined): void;
}

/**
 * Sends one input and pushes what comes through the stages: compat, middleware,
 * enforce, expand, verify, apply. Events of an aborted run never reach `onEvent`.
 */
export function startRun(options: StartRunOptions): ActiveRun {
  const { input, transport, session, environment, warn } = options;
  const { runId } = input;
  const controller = new AbortController();
  const { signal } = controller;
  const track = createEndTracker(runId);
  let index = -1;
  let sent = false;
  // Asking the signal at each event costs as much as reading it.
  let aborted = false;
  let current: unknown;
  let end: RunEnd | undefined;

  const seen = new Set<string>();
  const report: Report = {
    warn,
    mended(code, what = code) {
      if (!seen.has(code)) warn({ code, message: `What an older agent sent was mended: ${what}.` });
      seen.add(code);
    },
    fatal(fault) {
      const type = isPlainObject(current) ? current.type : typeof current;
      const what = index < 0 ? "The run input" : `Event ${index}, ${type},`;
      const place = index < 0 ? {} : { index, event: current };
      throw new ProtocolError(sentenceOf(what, fault), { ...fault, ...place });
    },
  };

  function deliver(event: AgentEvent): void {
    if (aborted) return;
    // The many deltas end nothing.
    end = "delta" in event ? undefined : track(event);
    options.onEvent(event, end);
  }

  async function pump(): Promise<void> {
    const outgoing = enforceInput(input, report);
    const verify = verifyThread(input.threadId)(deliver, report);
    const judge = enforce(verify, report);
    const middle = middlewareStage(options.middleware ?? [], { threadId: input.threadId, runId });
    const push = compatFor(options.peerProtocolVersion)(middle(judge, report), report);
    sent = true;
    for await (const batch of transport(outgoing, { signal, session, fetch: environment.fetch, warn })) {
      for (const object of batch) {
        if (aborted) return;
        index += 1;
        current = object;
        push(object);
      }
      if (aborted) return;
    }
    if (end !== undefined) return;
    const what = index < 0 ? "before RUN_STARTED" : "without a terminal event";
    throw new TransportError(`The stream ended ${what}.`);
  }

  /** How it ended; without an error where the peer closed after a terminal event, or nobody waits for one. */
  function explain(error: unknown): RunEnd {
    if (aborted) return end ?? { status: "stopped", runId };
    // What the agent itself said went wrong outweighs what came after it.
    if (isProtocolError(error) && end?.status !== "failed") {
      return { status: sent ? "rejected" : "unstarted", runId, error };
    }
    return end ?? { status: index < 0 ? "unstarted" : "truncated", runId, error: toTransportError(error) };
  }

  return {
    hasStarted: () => index >= 0,
    end: () => end,
    abort() {
      aborted = true;
      controller.abort();
    },
    result: pump()
      .then(explain, explain)
      // A stream that was refused is still open on the wire.
      .finally(() => controller.abort()),
  };
}

function toTransportError(error: unknown): TransportError {
  if (isTransportError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new TransportError(`The connection to the agent failed: ${reason}`, { cause: error });
}
