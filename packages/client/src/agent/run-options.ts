import type { OnWarning } from "../lib/warning.ts";
import type { AnswerPolicy } from "./answer-policy.ts";
import type { EventTransformer } from "./transformer.ts";

/** How the runs of an agent are driven: the same in process, over a local transport and behind a handler. */
export interface RunAgentOptions {
  /**
   * Stops a run whose events are still read, such as when a server shuts down. It ends as cancelled: by the
   * outcome, or by a `RUN_ERROR` with code `CANCELLED` for a client that declares no protocol version from 1.0.
   */
  signal?: AbortSignal;
  /**
   * Hears what failed a run, with its stack; the client gets only the message and the code, as `RUN_ERROR`.
   * It hears, too, what an agent throws after its run has ended, which no client gets.
   */
  onError?: (error: unknown) => void;
  /** Hears what of an event was not understood and left out; on the console, each kind once a run, by default. */
  onWarning?: OnWarning;
  /**
   * The most that may wait for a consumer that is slower than the agent, in characters of JSON; 16 Mi by default.
   * While more waits, what the agent reports throws a `RangeError`; an agent that awaits `drained()` never gets there.
   */
  bufferLimit?: number;
  /** Whether `RUN_STARTED` carries the input, for a client or a log that did not send it itself; no by default. */
  echoInput?: boolean;
  /** What rewrites the events of each run on their way out, in this order, each made anew for each run. */
  transformers?: readonly EventTransformer[];
  /** Whether the answers of an input are checked for the agent; by default all of it is the agent's own affair. */
  answers?: AnswerPolicy;
}
