import type { StandardSchema } from "../schema/standard.ts";
import type { RunOutcome } from "./outcome.ts";
import type { RunContext } from "./run-context.ts";
import { createStateType, type StateType } from "./state-type.ts";

/** One run of an agent: reports by `ctx` as it goes, and returns how it ended, at once or as a promise; nothing means success, throwing means failure. */
export type AgentFunction<State> = (
  ctx: RunContext<State>,
) => RunOutcome | undefined | Promise<RunOutcome | undefined> | Promise<void>;

/** An agent that can be run, served and called in process. It keeps nothing between runs. */
export interface Agent<State = Record<string, unknown>> {
  /** How the state of an input is read; without it the state is what the input says, unchecked, and `{}` by default. */
  readonly state?: StateType<State>;
  readonly run: AgentFunction<State>;
}

/** An agent with a state of a known type. */
export interface AgentDefinition<State> {
  /**
   * Any synchronous Standard Schema, such as zod's, of the state as JSON: it must read again what was published. An input
   * with a state that does not fit fails the run with code `SERIALIZATION`, before the agent runs.
   */
  state: StandardSchema<State, unknown>;
  /** The state where the input has none: null, absent or `{}`. Default: what the schema makes of nothing, else of `{}`. */
  initialState?: NoInfer<State>;
  run: AgentFunction<NoInfer<State>>;
}

/**
 * Defines an agent. `run` is called once for each run, any number of them at a time,
 * so what belongs to a run lives in its `ctx` and what outlives it in the published state.
 *
 * With a schema the state is checked and typed. Without, its type is the agent's own word. Throws a `TypeError` for a
 * schema that has no default and is given none, or that waits for something.
 *
 * @example
 * const board = defineAgent({
 *   state: z.object({ tasks: z.array(z.string()).default([]) }),
 *   async run(ctx) {
 *     ctx.updateState((state) => void state.tasks.push(ctx.lastUserText ?? ""));
 *     ctx.say(`${ctx.state.tasks.length} on the board.`);
 *   },
 * });
 */
export function defineAgent<State = Record<string, unknown>>(run: AgentFunction<State>): Agent<State>;
export function defineAgent<State>(definition: AgentDefinition<State>): Agent<State>;
export function defineAgent<State>(of: AgentFunction<State> | AgentDefinition<State>): Agent<State> {
  if (typeof of === "function") return { run: of };
  return { state: createStateType(of.state, of.initialState), run: of.run };
}
