import { isRunError, RunError } from "../errors.ts";
import type { EventOf } from "../protocol/events.ts";
import type { RunFinishedOutcome } from "../protocol/interrupts.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { isPlainObject, isRecord } from "../protocol/trust.ts";
import { isDeclared } from "../stream/versions.ts";
import { isSerializationError, toExactJson } from "./json.ts";
import type { RunOutcome } from "./outcome.ts";

/**
 * Why a run failed, as the `code` of its `RUN_ERROR`, unless the agent chose one by `failure`.
 * `PROTOCOL`: an event or an outcome that the protocol does not allow, whenever it came, such as an empty list of interrupts.
 * `PROTOCOL_VIOLATION`: an event that came at the wrong time.
 * `SERIALIZATION`: a value that JSON cannot carry, or a state that does not fit the agent.
 * `INVALID_ANSWER`: an answer that the policy `answers` refused.
 * `CANCELLED`: the run was stopped, told to a client that knows no cancelled outcome.
 * `DISCONNECTED`: the client has gone, so that none gets it: the code of `signal.reason`.
 * `AGENT_ERROR`: anything else that the agent threw.
 */
export type RunErrorCode =
  | "PROTOCOL"
  | "PROTOCOL_VIOLATION"
  | "SERIALIZATION"
  | "INVALID_ANSWER"
  | "CANCELLED"
  | "DISCONNECTED"
  | "AGENT_ERROR";

/**
 * An error for an agent to throw: its run fails with this message, which people may read, and this code, which
 * programs may. The `cause` stays on this side, for `onError`. Of any other error the message reaches the client
 * as well, never its stack or its cause; an agent that must not show it throws this instead.
 *
 * @example
 * throw failure("The payment service is down. Nothing was charged.", { code: "PAYMENT_DOWN", cause: error });
 */
export function failure(message: string, options: { code?: string; cause?: unknown } = {}): RunError {
  const error = new RunError(message, options.code);
  return "cause" in options ? Object.defineProperty(error, "cause", { value: options.cause }) : error;
}

/** The event that ends a run with this outcome; `unanswered` names the calls that it leaves to the application. */
export function toRunFinished(
  input: RunAgentInput,
  outcome: RunOutcome,
  unanswered: string[],
): EventOf<"RUN_FINISHED"> {
  const { threadId, runId } = input;
  const result = outcome.type === "success" ? (toExactJson(outcome.result) ?? "null") : "null";
  return {
    type: "RUN_FINISHED",
    threadId,
    runId,
    // The wire has no null result, and none says the same.
    ...(result !== "null" && { result: JSON.parse(result) }),
    outcome: toWireOutcome(outcome, unanswered),
  };
}

function toWireOutcome(outcome: RunOutcome, unanswered: string[]): RunFinishedOutcome {
  if (outcome.type !== "success") return outcome;
  return unanswered.length === 0 ? { type: "success" } : { type: "success", pendingToolCallIds: unanswered };
}

/**
 * The event that ends a run as cancelled. A client older than the cancelled outcome would refuse the whole event
 * for it, and is told by an error.
 */
export function toCancelled(input: RunAgentInput): EventOf<"RUN_FINISHED" | "RUN_ERROR"> {
  if (isDeclared(input.protocolVersion)) return toRunFinished(input, { type: "cancelled" }, []);
  return { type: "RUN_ERROR", message: "The run was cancelled.", code: "CANCELLED" satisfies RunErrorCode };
}

const NO_MESSAGE = "The agent failed without a message";

/**
 * The event that ends a failed run; an error's message is passed on as it is. Anything can be thrown, a proxy or a getter
 * that throws in its turn included, and the run ends all the same.
 */
export function toRunError(error: unknown, code?: string): EventOf<"RUN_ERROR"> {
  try {
    return { type: "RUN_ERROR", message: messageOf(error), code: code ?? codeOf(error) };
  } catch {
    return { type: "RUN_ERROR", message: NO_MESSAGE, code: code ?? ("AGENT_ERROR" satisfies RunErrorCode) };
  }
}

/** Whether something was thrown because of an abort. */
export function isAbortError(error: unknown): boolean {
  try {
    return isRecord(error) && error.name === "AbortError";
  } catch {
    return false;
  }
}

function codeOf(error: unknown): string {
  if (isRunError(error) && error.code !== undefined) return String(error.code);
  const code: RunErrorCode = isSerializationError(error) ? "SERIALIZATION" : "AGENT_ERROR";
  return code;
}

function messageOf(error: unknown): string {
  if (typeof error === "string") return error;
  if (isPlainObject(error) && typeof error.message === "string") return error.message;
  return NO_MESSAGE;
}

/** The reason of a run whose client has gone. */
export function toDisconnection(): Error {
  const code: RunErrorCode = "DISCONNECTED";
  return Object.assign(new Error("The client is gone"), { name: "AbortError", code });
}
