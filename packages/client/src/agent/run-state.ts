import type { Emitter } from "./emitter.ts";
import { asSerializationError, toExactJson } from "./json.ts";
import { createPatch } from "./json-diff.ts";
import type { StateType } from "./state-type.ts";

/** The next state, or a function that makes it from the present one. */
export type StateUpdate<State> = State | ((previous: State) => State);

/** A change of the state: edits what it is given, which is its own, or returns the next state. */
// biome-ignore lint/suspicious/noConfusingVoidType: a named function that edits in place returns void, and could not be handed on.
export type StateChange<State> = (draft: State) => State | undefined | void;

/** The state of one run: what it started from, or what it published last. */
export interface RunState<State> {
  get(): State;
  set(next: StateUpdate<State>): void;
  update(change: StateChange<State>): void;
  /** Somebody else has told the client of a state; the next one is published whole. */
  forget(): void;
}

/**
 * Creates the state of a run. The first one that it publishes is a snapshot, since nobody knows what the client has; a
 * later one is a patch on the last, or a snapshot where that takes no more bytes; the last one again is nothing.
 * Throws a `TypeError` for an input whose state does not fit.
 * Source: AG-UI 1.1, events/state.
 */
export function createRunState<State>(
  type: StateType<State>,
  input: unknown,
  emitter: Emitter,
): RunState<State> {
  let current = type.read(input);
  /** The present state as JSON text, which nobody changes in place. */
  let present = textOf(current);
  /** The state that the client has, as JSON text. */
  let known: string | undefined;

  /** A state of its own that may be changed in place. */
  function draft(): State {
    return type.read(JSON.parse(present));
  }

  let isMaking = false;

  /** Makes the next state, during which nobody else may: one of the two would be lost. */
  function alone(make: () => State): State {
    if (isMaking)
      throw new Error("The state is being changed already: change what the function around this is given");
    isMaking = true;
    try {
      return make();
    } finally {
      isMaking = false;
    }
  }

  function publish(value: State): void {
    const text = textOf(value);
    // What the next run could not read is refused here, while it can be mended.
    const next = type.read(JSON.parse(text));
    emitter.assertRunning();
    send(text);
    known = text;
    present = text;
    current = next;
  }

  function send(text: string): void {
    const snapshot: unknown = JSON.parse(text);
    const delta = known === undefined ? undefined : createPatch(JSON.parse(known), snapshot);
    if (delta?.length === 0) return;
    const isSmaller = delta !== undefined && bytesOf(JSON.stringify(delta)) < bytesOf(text);
    emitter.send(isSmaller ? { type: "STATE_DELTA", delta } : { type: "STATE_SNAPSHOT", snapshot });
  }

  return {
    get: () => current,
    set: (next) => publish(alone(() => (isUpdater(next) ? next(draft()) : next))),
    update(change) {
      const next = alone(() => {
        const changed = draft();
        const made = change(changed);
        return made === undefined ? changed : made;
      });
      publish(next);
    },
    forget() {
      known = undefined;
    },
  };
}

function textOf(state: unknown): string {
  const text = toExactJson(state);
  if (text !== undefined) return text;
  throw asSerializationError(new TypeError("setState: the state must be a JSON value"));
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

function isUpdater<State>(next: StateUpdate<State>): next is (previous: State) => State {
  return typeof next === "function";
}
