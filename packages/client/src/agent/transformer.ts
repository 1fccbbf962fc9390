import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";

/** What a transformer may know of its run. */
export interface TransformerContext {
  readonly input: RunAgentInput;
  /** Says that something was odd and survived; see `onWarning`. */
  readonly warn: OnWarning;
}

/**
 * Rewrites the events of one run: called once for each run, so that what it remembers is that run's alone, it
 * gives the function that every event passes, those of the driver too. That one is synchronous and gives the
 * event, another, several, or null to drop it; what it gives is held to the protocol like any other event. Who
 * drops a start drops what continues and ends it as well. What it throws fails the run.
 *
 * @example
 * const stamp: EventTransformer = () => (event) => ({ ...event, timestamp: Date.now() });
 */
export type EventTransformer = (
  run: TransformerContext,
) => (event: AgentEvent) => AgentEvent | readonly AgentEvent[] | null;

/** What all transformers together make of an event, each seeing what the one before it gave. */
export function createChain(
  transformers: readonly EventTransformer[],
  context: TransformerContext,
): (event: AgentEvent) => readonly AgentEvent[] {
  const chain = transformers.map((create) => create(context));
  return (event) =>
    chain.reduce<readonly AgentEvent[]>(
      (events, transform) => events.flatMap((each) => transform(each) ?? []),
      [event],
    );
}
