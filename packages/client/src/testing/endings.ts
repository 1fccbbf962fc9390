import { cancelled, interrupt, success, validateOutcome } from "../agent/outcome.ts";
import { TransportError } from "../errors.ts";
import type { Interrupt } from "../protocol/interrupts.ts";
import type { Ending } from "./stage.ts";
import { inOneMoment, type Step } from "./step.ts";

const ends = (name: string, ending: Ending): Step => inOneMoment(name, () => {}, ending);

/** Ends the run as a success, with a result if it has one; a run that nothing else ends is one, too. */
export function finish(result?: unknown): Step {
  return ends("finish", { kind: "finished", outcome: success(result ?? undefined) });
}

/**
 * Stops the run to ask. Throws `ProtocolError` for no question at all, or for two with one id. In a part of
 * a subagent it suspends that, and the questions are its own.
 * Source: AG-UI 1.1, basic/patterns/interrupt-resume.
 */
export function pause(...interrupts: readonly Interrupt[]): Step {
  const outcome = interrupt(interrupts);
  validateOutcome(outcome);
  return ends("pause", { kind: "finished", outcome });
}

/** Ends the run as stopped on purpose by the agent. */
export function cancel(): Step {
  return ends("cancel", { kind: "finished", outcome: cancelled() });
}

/** Fails the run with `RUN_ERROR`, also one that has ended already; in a part of a subagent, only that. */
export function fail(message: string, code?: string): Step {
  return ends("fail", { kind: "failed", message, code });
}

/** Ends the stream without an end of the run: as a clean close, or as a connection that was lost for this reason. */
export function breakOff(why?: string): Step {
  return ends("breakOff", { kind: "broken", error: why === undefined ? undefined : new TransportError(why) });
}
