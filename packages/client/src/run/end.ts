import { RunError } from "../errors.ts";
import { defined } from "../lib/defined.ts";
import type { AgentEvent, EventOf } from "../protocol/events.ts";
import type { RunEnd } from "./types.ts";

/**
 * Follows the events of one stream: gives the end of a run with the event that
 * closed it, and undefined with every other. `runId` is the requested run's,
 * for a stream that fails before any run began.
 */
export function createEndTracker(requestedRunId: string): (event: AgentEvent) => RunEnd | undefined {
  let runId = requestedRunId;
  const unanswered = new Set<string>();

  return (event) => {
    switch (event.type) {
      case "RUN_STARTED":
        runId = event.runId;
        unanswered.clear();
        return;
      case "TOOL_CALL_START":
        unanswered.add(event.toolCallId);
        return;
      case "TOOL_CALL_RESULT":
        unanswered.delete(event.toolCallId);
        return;
      case "RUN_FINISHED":
        return finished(event, [...unanswered]);
      case "RUN_ERROR": {
        const error = new RunError(event.message, event.code);
        return defined<RunEnd>({ status: "failed", runId, error, usage: event.usage });
      }
    }
  };
}

function finished(event: EventOf<"RUN_FINISHED">, unanswered: readonly string[]): RunEnd {
  const { outcome = { type: "success" }, runId, result, usage } = event;
  const base = { runId, result, usage };
  if (outcome.type === "cancelled") return defined<RunEnd>({ ...base, status: "cancelled" });
  const isSuccess = outcome.type === "success";
  // A producer that names none may still have left calls: absence is never "nothing pending".
  const named = isSuccess && outcome.pendingToolCallIds?.length ? outcome.pendingToolCallIds : unanswered;
  return defined<RunEnd>({
    ...base,
    status: isSuccess ? "success" : "interrupted",
    interrupts: isSuccess ? undefined : outcome.interrupts,
    pendingToolCallIds: named,
  });
}
