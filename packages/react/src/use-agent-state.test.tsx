import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { useAgentState } from "./index.ts";

afterEach(cleanup);

interface State {
  readonly count: number;
  readonly names: readonly string[];
}

const sameSize = (one: readonly string[], other: readonly string[]) => one.length === other.length;

test("reads a part of the state, and renders for that alone", () => {
  const { client, wrapper } = hookStage([]);
  const thread = client.thread<State>("t1");
  thread.setState({ count: 1, names: ["a"] });
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders += 1;
      const count = useAgentState((state) => state.count, undefined, { thread });
      const names = useAgentState((state: State) => state.names.map((name) => `${name}!`), sameSize, {
        thread,
      });
      return { count, names };
    },
    { wrapper },
  );
  expect(result.current).toEqual({ count: 1, names: ["a!"] });
  const { names } = result.current;
  act(() => thread.setState((state) => ({ ...state, names: ["b"] })));
  expect(renders).toBe(1);
  act(() => thread.setState((state) => ({ ...state, count: 2 })));
  expect(result.current).toEqual({ count: 2, names: ["a!"] });
  expect(result.current.names).toBe(names);
  expect(renders).toBe(2);
});

test("without a selector it is the whole of it", () => {
  const { client, wrapper } = hookStage([]);
  const { result } = renderHook(() => useAgentState<State>(undefined, undefined, { threadId: "t1" }), {
    wrapper,
  });
  act(() => client.thread<State>("t1").setState({ count: 3, names: [] }));
  expect(result.current.count).toBe(3);
});
