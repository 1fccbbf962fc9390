import { readStandard, type StandardSchema } from "../schema/standard.ts";
import { asSerializationError, jsonCopy, toJson } from "./json.ts";
import { toSentence } from "./sentence.ts";

/** The type of an agent's state, as it is read from JSON. */
export interface StateType<State> {
  /**
   * Reads a JSON value; the default for what says nothing: null, undefined or `{}`. What it gives shares nothing
   * with what it gave before. Throws a `TypeError` that names what does not fit.
   */
  read(value: unknown): State;
}

/**
 * Creates the type of a state from any synchronous Standard Schema, such as zod's. The default is `initial`, else what the
 * schema makes of nothing, else what it makes of `{}`. A state travels as JSON between any two runs, so its schema must
 * read again what was made of it; a `Date` wants `z.coerce.date()`. Throws a `TypeError` where there is no default,
 * or one that does not fit, and for a schema that waits for something.
 */
export function createStateType<State>(
  schema: StandardSchema<State, unknown>,
  initial?: NoInfer<State>,
): StateType<State> {
  function parse(value: unknown): State {
    const reading = readStandard(schema, value);
    if (reading.ok) return reading.value;
    throw asSerializationError(
      new TypeError(`The state does not fit this agent: ${toSentence(reading.errors)}`),
    );
  }

  function defaultState(): unknown {
    if (initial !== undefined) return initial;
    const made = readStandard(schema, undefined);
    return made.ok && made.value !== undefined ? made.value : parse({});
  }

  const type: StateType<State> = {
    read: (value) => parse(jsonCopy(saysNothing(value) ? defaultState() : value)),
  };
  try {
    type.read(undefined);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const hint = initial === undefined ? " Give the schema defaults, or the agent an `initialState`." : "";
    throw new TypeError(`The default state cannot be read. ${why}.${hint}`, { cause: error });
  }
  return type;
}

/** The type of a state that is the agent's own word for what its earlier runs published, and is not checked. */
export function uncheckedState<State>(): StateType<State> {
  return {
    read(value) {
      const state: State = JSON.parse(toJson(value ?? {}) ?? "{}");
      return state;
    },
  };
}

/** Many clients cannot leave a state out, and send one of these. */
function saysNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0)
  );
}
