import type { RunAgentInput } from "../protocol/run-input.ts";
import { isPlainObject } from "../protocol/trust.ts";

const isBoundary = (event: unknown): event is Record<string, unknown> =>
  isPlainObject(event) && (event.type === "RUN_STARTED" || event.type === "RUN_FINISHED");

/**
 * The events of a recording as if they answered this input: its threadId on every
 * RUN_STARTED and RUN_FINISHED, its runId on those of the recording's last run. Runs before
 * that keep theirs, as history that a server replays does. Everything else is left as it is.
 */
export function adopt(events: readonly unknown[], { threadId, runId }: RunAgentInput): readonly unknown[] {
  const last = events.findLast(isBoundary)?.runId;
  return events.map((event) =>
    isBoundary(event) ? { ...event, threadId, runId: event.runId === last ? runId : event.runId } : event,
  );
}
