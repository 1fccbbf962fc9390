import { RunError } from "../errors.ts";
import { defined } from "../lib/defined.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { RunFinishedOutcome } from "../protocol/interrupts.ts";
import type { RunEnd } from "./types.ts";

type AnyOutcome = Pick<RunFinishedOutcome, "type"> & Pick<RunEnd, "interrupts" | "pendingToolCallIds">;

/**
 * Follows the events of one stream: gives the end of a run with the event that
 * closed it, and undefined with every other. `runId` is the requested run's,
 * for a stream that fails before any run began.
 */
export const createEndTracker = (requestedRunId: string): ((event: AgentEvent) => RunEnd | undefined) => {
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
      case "RUN_FINISHED": {
        const { outcome = { type: "success" }, result, usage } = event;
        const { type, interrupts, pendingToolCallIds = [] }: AnyOutcome = outcome;
        // A producer that names none may still have left calls: absence is never "nothing pending".
        const pending = pendingToolCallIds.length > 0 ? pendingToolCallIds : [...unanswered];
        return defined<RunEnd>({
          status: type === "interrupt" ? "interrupted" : type,
          runId,
          result,
          usage,
          interrupts,
          pendingToolCallIds: type === "cancelled" ? undefined : pending,
        });
      }
      case "RUN_ERROR": {
        const error = new RunError(event.message, event.code);
        return defined<RunEnd>({ status: "failed", runId, error, usage: event.usage });
      }
    }
  };
};
