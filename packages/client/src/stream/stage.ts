import type { ProtocolFault } from "../errors.ts";
import type { Warning } from "../lib/warning.ts";

/** How a stage says what it met: any number of warnings, or the one fatal. */
export interface Report {
  warn(warning: Warning): void;
  /** Throws the `ProtocolError` that rejects the stream; the event's index is added here. */
  fatal(message: string, fault: Omit<ProtocolFault, "index">): never;
}

/**
 * One step between the transport and the thread, made anew for each run: it
 * takes an event and pushes none, one or several on.
 */
export type Stage<In, Out> = (next: (event: Out) => void, report: Report) => (event: In) => void;
