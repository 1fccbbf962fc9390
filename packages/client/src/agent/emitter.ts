import type { AgentEvent } from "../protocol/events.ts";
import type { IsOpen, OpenKind } from "./open-items.ts";

/** What the parts of a run context write to. */
export interface Emitter {
  /** Throws as `assertRunning` does. */
  send(event: AgentEvent): void;
  /** Throws the abort's reason once the run was stopped, and an error once it has ended. */
  assertRunning(): void;
  /** Watches what was just opened, and not what opens under its id later; nothing is open once the run is over. */
  watch(kind: OpenKind, id: string): IsOpen;
}

/** Sends a continuation, or throws an error that names what is no longer open. */
export function sendWhileOpen(emitter: Emitter, isOpen: IsOpen, what: string, event: AgentEvent): void {
  emitter.assertRunning();
  if (!isOpen()) throw new Error(`${event.type}: the ${what} was ended before`);
  emitter.send(event);
}
