import type { EventOf } from "../protocol/events.ts";
import type { RunFinishedOutcome } from "../protocol/interrupts.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { isPlainObject } from "../protocol/trust.ts";
import type { RunOutcome } from "./outcome.ts";

/**
 * `PROTOCOL`: an outcome that the protocol forbids. `SERIALIZATION`: a value that JSON cannot carry, or a state that
 * does not fit the agent. `AGENT_ERROR`: anything else the agent threw.
 */
export type RunErrorCode = "PROTOCOL" | "SERIALIZATION" | "AGENT_ERROR";

/** The event that ends a run with this outcome; `unanswered` names the calls that it leaves to the application. */
export function toRunFinished(
  input: RunAgentInput,
  outcome: RunOutcome,
  unanswered: string[],
): EventOf<"RUN_FINISHED"> {
  const { threadId, runId } = input;
  return {
    type: "RUN_FINISHED",
    threadId,
    runId,
    // The wire has no null result, and none says the same.
    ...(outcome.type === "success" &&
      (outcome.result ?? undefined) !== undefined && { result: outcome.result }),
    outcome: toWireOutcome(outcome, unanswered),
  };
}

function toWireOutcome(outcome: RunOutcome, unanswered: string[]): RunFinishedOutcome {
  if (outcome.type !== "success") return outcome;
  return unanswered.length === 0 ? { type: "success" } : { type: "success", pendingToolCallIds: unanswered };
}

/** The event that ends a failed run; an error's message is passed on as it is. */
export function toRunError(error: unknown, code: RunErrorCode): EventOf<"RUN_ERROR"> {
  return { type: "RUN_ERROR", message: messageOf(error), code };
}

function messageOf(error: unknown): string {
  if (typeof error === "string") return error;
  if (isPlainObject(error) && typeof error.message === "string") return error.message;
  return "The agent failed without a message";
}
