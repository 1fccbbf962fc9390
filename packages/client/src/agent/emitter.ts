import type { AgentEvent } from "../protocol/events.ts";
import type { OpenKind } from "./open-items.ts";

/** What the parts of a run context write to. */
export interface Emitter {
  /** Throws as `assertRunning` does. */
  send(event: AgentEvent): void;
  /** Throws the abort's reason once the run was stopped, and an error once it has ended. */
  assertRunning(): void;
  /** False for everything once the run is over. */
  isOpen(kind: OpenKind, id: string): boolean;
}

/** Sends a continuation, or throws an error that names what is no longer open. */
export function sendWhileOpen(emitter: Emitter, kind: OpenKind, id: string, event: AgentEvent): void {
  emitter.assertRunning();
  if (!emitter.isOpen(kind, id)) throw new Error(`${event.type}: the ${kind} "${id}" was ended before`);
  emitter.send(event);
}
