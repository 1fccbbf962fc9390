import type { ProtocolFault } from "../errors.ts";
import type { Warning } from "../lib/warning.ts";

/** What breaks which rule, and where. */
export type Fault = Omit<ProtocolFault, "index" | "event">;

/** Says that `what` breaks a rule, where, and with which ids. */
export const sentenceOf = (what: string, { rule, path, ids = [], detail = "" }: Fault): string => {
  const more = [...ids.map((id) => `"${id}"`), detail].filter((word) => word !== "").join(", ");
  return `${what} breaks the rule ${rule}${path ? ` at ${path}` : ""}${more && `: ${more}`}.`;
};

/** How a stage says what it met: any number of warnings, or the one fatal. */
export interface Report {
  warn(warning: Warning): void;
  /** Warns, once for each kind, that what an older peer sent is read as it was meant. */
  mended(code: string, what?: string): void;
  /** Throws the `ProtocolError` that rejects the stream; the event and its index are added to it. */
  fatal(fault: Fault): never;
}

/**
 * One step between the transport and the thread, made anew for each run: it
 * takes an event and pushes none, one or several on.
 */
export type Stage<In, Out> = (next: (event: Out) => void, report: Report) => (event: In) => void;
