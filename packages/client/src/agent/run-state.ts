import type { RunAgentInput } from "../protocol/run-input.ts";
import type { Emitter } from "./emitter.ts";

/** The next state, or a function that makes it from the present one. */
export type StateUpdate<State> = State | ((previous: State) => State);

/** The state of one run: what it started from, or what it published last. */
export interface RunState<State> {
  get(): State;
  set(next: StateUpdate<State>): void;
}

/**
 * Creates the state of a run; an absent or null state of the input reads as `{}`.
 * The type is the agent's word for what its own earlier runs published, and is not checked.
 * Source: AG-UI 1.1, events/state.
 */
export function createRunState<State>(input: RunAgentInput, emitter: Emitter): RunState<State> {
  let current: State = JSON.parse(JSON.stringify(input.state ?? {}));
  let published: string | undefined;
  return {
    get: () => current,
    set(next) {
      const value = isUpdater(next) ? next(current) : next;
      const text = JSON.stringify(value);
      if (text === undefined) throw new TypeError("setState: the state must be a JSON value");
      current = JSON.parse(text);
      if (text === published) return;
      emitter.send({ type: "STATE_SNAPSHOT", snapshot: current });
      published = text;
    },
  };
}

function isUpdater<State>(next: StateUpdate<State>): next is (previous: State) => State {
  return typeof next === "function";
}
