import type { AgentEvent } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { isAgentEvent, isAsDeclared } from "../protocol/trust.ts";
import { check } from "./checks.ts";
import { isPlainDelta } from "./items.ts";
import type { Report, Stage } from "./stage.ts";

/**
 * The stage that every event passes before it is read: drops events of an
 * unknown type, strips what the protocol does not describe, and rejects the
 * stream for a described field with a wrong value. An event that needed nothing
 * is passed on as it came, the same object.
 * Warns `unknown-event`, `unknown-property` and `unknown-member`; the fatal rule is
 * `malformed-field`, also for what is no event at all.
 * Source: AG-UI 1.1, basic/processing.
 */
export const enforce: Stage<unknown, AgentEvent> = (next, report) => (event) => {
  const judged = isPlainDelta(event) ? event : check("Event", event, { report });
  if (isAgentEvent(judged)) next(judged);
};

/**
 * Judges a run input right before it is sent, by the same rules: unknown
 * members are removed with a warning, a malformed field is fatal.
 * Source: AG-UI 1.1, basic/processing, "Outgoing material".
 */
export const enforceInput = (input: RunAgentInput, report: Report): RunAgentInput => {
  const judged = check("RunAgentInput", input, { report });
  return isAsDeclared<RunAgentInput>(judged) ? judged : input;
};
