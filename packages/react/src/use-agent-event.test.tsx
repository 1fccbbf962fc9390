import type { EventOf } from "@holdpoint/client";
import { custom, setState } from "@holdpoint/client/testing";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { useAgentEvent } from "./index.ts";

afterEach(cleanup);

test("the handler of the latest render hears each event of the type once, until it is gone", async () => {
  const { agent, thread, wrapper } = hookStage([
    [custom("one", 1), custom("two", 1), setState({}), custom("three", 1)],
  ]);
  agent.hold();
  const heard: string[] = [];
  const note = (by: string) => (event: EventOf<"CUSTOM">) => heard.push(`${by} ${event.name}`);
  const { rerender, unmount } = renderHook(
    ({ by }) => useAgentEvent("CUSTOM", note(by), { threadId: "t1" }),
    {
      wrapper,
      reactStrictMode: true,
      initialProps: { by: "old" },
    },
  );
  void thread.run();
  // Its begin, and "one".
  await act(() => agent.advance(2));
  rerender({ by: "new" });
  await act(() => agent.advance(2));
  unmount();
  await act(() => agent.advance());
  thread.stop();
  expect(heard).toEqual(["old one", "new two"]);
});
