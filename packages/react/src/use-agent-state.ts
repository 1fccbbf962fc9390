"use client";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/** The whole state of a thread. */
export function useAgentState<State = unknown>(
  selector?: undefined,
  equal?: undefined,
  options?: ThreadOptions<State>,
): State;
/**
 * A part of the state that the agent and the app share. Renders only when that part has changed, by `equal`
 * (`Object.is` unless given). The type of the state is the app's word: nothing checks what the agent sends.
 * `setState` of the thread changes what the next run starts from.
 */
export function useAgentState<State, Selected>(
  selector: (state: State) => Selected,
  equal?: (a: Selected, b: Selected) => boolean,
  options?: ThreadOptions<State>,
): Selected;
export function useAgentState(
  selector: (state: unknown) => unknown = (state) => state,
  equal?: (a: unknown, b: unknown) => boolean,
  options?: ThreadOptions,
): unknown {
  return useSelector(useThread(options).state, selector, equal);
}
