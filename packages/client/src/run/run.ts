import type { Environment } from "../lib/environment.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import type { Session, Transport } from "../transport/transport.ts";
import { type PumpResult, pump } from "./pump.ts";
import type { RunEnd } from "./types.ts";

/** A run that is out, or the tail of one whose terminal event has come. */
export interface ActiveRun {
  readonly runId: string;
  /** Something came from the peer. */
  hasStarted(): boolean;
  /** Its terminal event has come; what is left of the stream may be closed. */
  isSettled(): boolean;
  abort(): void;
  readonly result: Promise<PumpResult>;
}

/** Starts a run; events of an aborted one never reach `onEvent`. */
export function startRun(options: {
  readonly input: RunAgentInput;
  readonly transport: Transport;
  readonly session: Session;
  readonly environment: Environment;
  readonly warn: OnWarning;
  onEvent(event: AgentEvent, end: RunEnd | undefined): void;
}): ActiveRun {
  const controller = new AbortController();
  let started = false;
  let settled = false;

  const result = pump({
    input: options.input,
    transport: options.transport,
    transportOptions: {
      signal: controller.signal,
      session: options.session,
      fetch: options.environment.fetch,
    },
    warn: options.warn,
    onEvent(event, end) {
      if (controller.signal.aborted) return;
      started = true;
      settled = end !== undefined;
      options.onEvent(event, end);
    },
    // A stream that was refused is still open on the wire.
  }).finally(() => controller.abort());

  return {
    runId: options.input.runId,
    hasStarted: () => started,
    isSettled: () => settled,
    abort: () => controller.abort(),
    result,
  };
}
