import { type Ending, endingBy } from "./closing.ts";
import type { Emitter } from "./emitter.ts";
import { stepKey } from "./open-items.ts";

/** A step of the run while it lasts. */
export interface StepHandle extends Ending {
  readonly name: string;
  /** Ends the step; a second call does nothing. */
  end(): void;
}

/**
 * Begins a step. Steps may nest, or overlap where the agent does things at once, under different names.
 * Source: AG-UI 1.1, events/lifecycle.
 */
export function openStep(emitter: Emitter, name: string): StepHandle {
  emitter.send({ type: "STEP_STARTED", stepName: name });
  const isOpen = emitter.watch("step", stepKey({ stepName: name }));

  function end(): void {
    if (isOpen()) emitter.send({ type: "STEP_FINISHED", stepName: name });
  }

  return { name, end, ...endingBy(end) };
}
