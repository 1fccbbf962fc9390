import type { RunOutcome } from "./outcome.ts";
import type { RunContext } from "./run-context.ts";

/** One run of an agent: reports by `ctx` as it goes, and returns how it ended; nothing means success, throwing means failure. */
export type AgentFunction<State> = (
  ctx: RunContext<State>,
) => Promise<RunOutcome | undefined> | Promise<void>;

/** An agent that can be run, served and called in process. It keeps nothing between runs. */
export interface Agent<State = Record<string, unknown>> {
  readonly run: AgentFunction<State>;
}

/**
 * Defines an agent. `run` is called once for each run, any number of them at a time,
 * so what belongs to a run lives in its `ctx` and what outlives it in the published state.
 */
export function defineAgent<State = Record<string, unknown>>(run: AgentFunction<State>): Agent<State> {
  return { run };
}
