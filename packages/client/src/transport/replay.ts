import { TransportError } from "../errors.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { adopt } from "./adopt.ts";
import type { Transport } from "./transport.ts";

export interface ReplayOptions {
  /** How fast to play: 1 as recorded, 2 twice as fast; 0, unless given, plays a run at once as one batch. */
  speed?: number;
  /**
   * Puts the request's threadId on every RUN_STARTED and RUN_FINISHED, and its runId on those of
   * the recording's last run, so that it plays under any thread. Verbatim unless given.
   */
  adopt?: boolean;
  /** Hears each input before its run is played. */
  onInput?: (input: RunAgentInput) => void;
}

export type ReplayTransport = Transport & {
  /** Every input that was sent, in order, those beyond the recordings included. */
  inputs(): readonly RunAgentInput[];
  /** How many recordings have not been asked for yet. */
  remaining(): number;
};

/** One step of a recording: how long to wait in milliseconds, and what comes then. */
interface Step {
  readonly wait: number;
  readonly batch: readonly unknown[];
}

/**
 * A transport that plays recorded runs, in order, one a request: for a test, a demo or a look at
 * what happened. A recording is a list of events, or of `{ at, event }` with `at` in milliseconds
 * from any start; an event without a time comes with the one before it. Nothing is judged and,
 * unless `adopt` is set, nothing changed. Ends quietly when the run is stopped.
 *
 * Throws `TransportError` for a request beyond the recordings.
 */
export function replayTransport(
  runs: Iterable<readonly unknown[]>,
  options: ReplayOptions = {},
): ReplayTransport {
  const recordings = [...runs];
  const inputs: RunAgentInput[] = [];

  const transport: Transport = async function* run(input, { signal }) {
    if (signal.aborted) return;
    const recording = recordings[inputs.length];
    inputs.push(input);
    options.onInput?.(input);
    if (recording === undefined) {
      const message = `Request ${inputs.length} has no recording: ${recordings.length} were given.`;
      throw new TransportError(message);
    }
    for (const { wait, batch } of toSteps(recording, options.speed ?? 0, input, options.adopt === true)) {
      if (wait > 0) await pause(wait, signal);
      if (signal.aborted) return;
      yield batch;
    }
  };

  return Object.assign(transport, {
    inputs: () => [...inputs],
    remaining: () => Math.max(0, recordings.length - inputs.length),
  });
}

function toSteps(
  recording: readonly unknown[],
  speed: number,
  input: RunAgentInput,
  adopting: boolean,
): readonly Step[] {
  const entries = recording.map(toTimed);
  const events = entries.map(({ event }) => event);
  const played = adopting ? adopt(events, input) : events;
  if (played.length === 0) return [];
  if (!(speed > 0)) return [{ wait: 0, batch: played }];
  const steps: { wait: number; batch: unknown[] }[] = [];
  let now: number | undefined;
  entries.forEach(({ at }, index) => {
    const wait = at === undefined || now === undefined ? 0 : (at - now) / speed;
    now = at ?? now;
    const open = steps.at(-1);
    if (open !== undefined && !(wait > 0)) open.batch.push(played[index]);
    else steps.push({ wait, batch: [played[index]] });
  });
  return steps;
}

/** An entry has a time where it is `{ at, event }`; what has a `type` is an event, whatever else it holds. */
function toTimed(entry: unknown): { at?: number; event: unknown } {
  if (isPlainObject(entry) && !("type" in entry) && typeof entry.at === "number" && "event" in entry) {
    return { at: entry.at, event: entry.event };
  }
  return { event: entry };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(stop, ms);
    signal.addEventListener("abort", stop);
    function stop(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve();
    }
  });
}
