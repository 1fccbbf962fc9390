import { RunError } from "../errors.ts";
import type { AgentEvent, EventOf } from "../protocol/events.ts";
import type { RunEnd } from "./types.ts";

/** Follows one stream and says how its last run ended. */
export interface EndTracker {
  observe(event: AgentEvent): void;
  /** How the last run ended; undefined while it is active or where none began. */
  end(): RunEnd | undefined;
}

/** `runId` is the requested run's, for a stream that fails before any run began. */
export function createEndTracker(requestedRunId: string): EndTracker {
  let runId = requestedRunId;
  let end: RunEnd | undefined;
  const unanswered = new Set<string>();

  return {
    observe(event) {
      switch (event.type) {
        case "RUN_STARTED":
          runId = event.runId;
          end = undefined;
          unanswered.clear();
          break;
        case "TOOL_CALL_START":
          unanswered.add(event.toolCallId);
          break;
        case "TOOL_CALL_RESULT":
          unanswered.delete(event.toolCallId);
          break;
        case "RUN_FINISHED":
          end = finished(event, [...unanswered]);
          break;
        case "RUN_ERROR":
          end = {
            status: "failed",
            runId,
            error: new RunError(event.message, event.code),
            ...(event.usage !== undefined && { usage: event.usage }),
          };
          break;
      }
    },
    end: () => end,
  };
}

function finished(event: EventOf<"RUN_FINISHED">, unanswered: readonly string[]): RunEnd {
  const { outcome, runId } = event;
  const base = {
    runId,
    ...(event.result !== undefined && { result: event.result }),
    ...(event.usage !== undefined && { usage: event.usage }),
  };
  if (outcome?.type === "cancelled") return { ...base, status: "cancelled" };
  // A producer that names none may still have left calls: absence is never "nothing pending".
  const named = outcome?.type === "success" ? outcome.pendingToolCallIds : undefined;
  const pending = { pendingToolCallIds: named !== undefined && named.length > 0 ? named : unanswered };
  if (outcome?.type === "interrupt") {
    return { ...base, ...pending, status: "interrupted", interrupts: outcome.interrupts };
  }
  return { ...base, ...pending, status: "success" };
}
