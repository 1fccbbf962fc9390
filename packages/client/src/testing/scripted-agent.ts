import { jsonCopy } from "../agent/json.ts";
import { TransportError, type TransportFault } from "../errors.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import type { Transport } from "../transport/transport.ts";
import { type Brake, createBrake } from "./brake.ts";
import { playRun, type RawRun, type Script } from "./play-run.ts";

/** An agent that does what its scripts say, one script a run. */
export interface ScriptedAgent extends Brake {
  /** Carries its runs to a client. */
  readonly transport: Transport;
  /** What it was sent, a run each, in order; grows as the agent is asked. */
  readonly inputs: readonly RunAgentInput[];
  /** How many scripts have not been asked for yet. */
  remaining(): number;
}

/** A script that plays for every run that is left. */
export interface RepeatedScript {
  readonly repeated: Script;
}

/** Plays this script for its run and for every later one; the last script of an agent only. */
export function repeat(script: Script): RepeatedScript {
  return { repeated: script };
}

/**
 * A whole stream by hand, an object a moment: of an older agent, or of one that breaks the protocol. Nothing is
 * added to it, and nothing of it is judged; what `events` throws breaks it off. For a single object see `raw`.
 */
export function rawRun(events: RawRun["raw"] | Iterable<unknown>): RawRun {
  return { raw: typeof events === "function" ? events : () => events };
}

/** A request that is refused before its run begins, such as `refuse({ status: 503 })`: the run ends as `unstarted`. */
export function refuse(fault: TransportFault & { message?: string } = {}): RawRun {
  const { message = `The agent refused the request${fault.status ? ` with status ${fault.status}` : ""}.` } =
    fault;
  return rawRun(() => {
    throw new TransportError(message, fault);
  });
}

/**
 * An agent for tests and stories: each run plays the next script, a list of steps or a function that makes them
 * from the run, so that a resumed run goes on as it was answered. A run begins by itself and, unless a step ends
 * it, ends as a success. What the steps send is held to the protocol, version 1.1, as strictly as a client holds
 * it; a script that breaks it fails its run with a `ProtocolError` that says so.
 *
 * Any number of threads may run it, each request with the next script. A request beyond the scripts is refused with
 * a `TransportError`. Throws an `Error` where `repeat` is not the last.
 */
export function scriptedAgent(...scripts: readonly (Script | RepeatedScript)[]): ScriptedAgent {
  const inputs: RunAgentInput[] = [];
  const { enter, ...brake } = createBrake();
  const last = scripts.at(-1);
  const rest = last && "repeated" in last ? last.repeated : undefined;
  const given = scripts.flatMap((script) => ("repeated" in script ? [] : [script]));
  if (scripts.length - given.length > (rest ? 1 : 0))
    throw new Error("repeat() is for the last script only.");

  const transport: Transport = async function* (input, { signal }) {
    if (signal.aborted) return;
    inputs.push(jsonCopy(input));
    const number = inputs.length;
    const script = given[number - 1] ?? rest;
    if (!script) throw new TransportError(`Request ${number} has no script: ${given.length} were given.`);
    const run = enter(number, signal);
    try {
      yield* playRun(script, jsonCopy(input), signal, run);
    } finally {
      run.endMoment();
    }
  };

  return { ...brake, transport, inputs, remaining: () => Math.max(0, given.length - inputs.length) };
}
