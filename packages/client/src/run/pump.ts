import { isProtocolError, isTransportError, ProtocolError, TransportError } from "../errors.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { compat } from "../stream/compat.ts";
import { enforce, enforceInput } from "../stream/enforce.ts";
import { expand } from "../stream/expand.ts";
import type { Report } from "../stream/stage.ts";
import { verifyThread } from "../stream/verify.ts";
import type { Transport, TransportOptions } from "../transport/transport.ts";
import { createEndTracker } from "./end.ts";
import type { RunEnd } from "./types.ts";

/** One run on its way. */
export interface PumpOptions {
  readonly input: RunAgentInput;
  readonly transport: Transport;
  readonly transportOptions: TransportOptions;
  readonly warn: OnWarning;
  /** Takes each event that passed the stages; `end` is there with the event that closed a run. */
  onEvent(event: AgentEvent, end: RunEnd | undefined): void;
}

/** How a stream ended, and whether the peer had said anything before. */
export interface PumpResult {
  readonly end: RunEnd;
  readonly started: boolean;
  /** A run's own terminal event came, so what ended later changes nothing about it. */
  readonly settled: boolean;
}

/**
 * Sends one input and pushes what comes through the stages: compat, enforce,
 * expand, verify, apply. Never throws: every way of ending is a `RunEnd`.
 */
export async function pump(options: PumpOptions): Promise<PumpResult> {
  const { input, transport, transportOptions, warn } = options;
  const { signal } = transportOptions;
  const tracker = createEndTracker(input.runId);
  let index = -1;
  let sent = false;

  const report: Report = {
    warn,
    fatal(message, fault) {
      throw new ProtocolError(message, index < 0 ? fault : { ...fault, index });
    },
  };

  function deliver(event: AgentEvent): void {
    tracker.observe(event);
    options.onEvent(event, isTerminal(event) ? tracker.end() : undefined);
  }

  function result(end: RunEnd): PumpResult {
    return { end, started: index >= 0, settled: tracker.end() !== undefined };
  }

  const { runId } = input;
  try {
    const outgoing = enforceInput(input, report);
    const push = compat(
      enforce(expand(verifyThread(input.threadId)(deliver, report), report), report),
      report,
    );
    sent = true;
    for await (const batch of transport(outgoing, transportOptions)) {
      for (const object of batch) {
        if (signal.aborted) break;
        index += 1;
        push(object);
      }
      if (signal.aborted) break;
    }
  } catch (error) {
    const before = tracker.end();
    // What the agent itself said went wrong outweighs what came after it.
    if (!signal.aborted && isProtocolError(error) && before?.status !== "failed") {
      return result({ status: sent ? "rejected" : "unstarted", runId, error });
    }
    if (before !== undefined) return result(before);
    if (!signal.aborted) {
      return result({ status: index < 0 ? "unstarted" : "truncated", runId, error: toTransportError(error) });
    }
  }
  const end = tracker.end();
  if (end !== undefined) return result(end);
  if (signal.aborted) return result({ status: "stopped", runId });
  const error = new TransportError(
    index < 0
      ? "The stream ended before RUN_STARTED: the agent sent nothing."
      : "The stream ended without a terminal event.",
  );
  return result({ status: index < 0 ? "unstarted" : "truncated", runId, error });
}

const isTerminal = (event: AgentEvent): boolean =>
  event.type === "RUN_FINISHED" || event.type === "RUN_ERROR";

function toTransportError(error: unknown): TransportError {
  if (isTransportError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new TransportError(`The connection to the agent failed: ${reason}`, { cause: error });
}
