import type { OnWarning } from "../lib/warning.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";

/** JSON that a transport may keep between the runs of a thread, such as a snapshot id; stored with the thread. */
export interface Session {
  get(): unknown;
  set(value: unknown): void;
}

export interface TransportOptions {
  /** Aborted when the run is stopped; the transport then ends quietly. */
  signal: AbortSignal;
  session: Session;
  /** The client's `fetch`, read at call time. */
  fetch: typeof fetch;
  /** Takes what was survived on the way, such as a frame of an unknown kind; absent where nobody listens. */
  warn?: OnWarning;
}

/**
 * Carries one run: takes the input, yields batches of whatever objects came.
 * A transport turns bytes into objects and judges none of them. Ending without
 * throwing means that the peer closed cleanly, which is not yet success.
 * Throws `TransportError`, or `ProtocolError` for a frame that is not JSON.
 */
export type Transport = (
  input: RunAgentInput,
  options: TransportOptions,
) => AsyncIterable<readonly unknown[]>;
