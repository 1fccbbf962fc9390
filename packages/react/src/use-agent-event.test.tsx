import type { EventOf } from "@holdpoint/client";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hookStage, live } from "../../../test/support/hook-stage.tsx";
import { useAgentEvent } from "./index.ts";

afterEach(cleanup);

test("the handler of the latest render hears each event of the type once, until it is gone", async () => {
  const stream = live();
  const { thread, wrapper } = hookStage([stream.script]);
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
  const custom = (name: string) => ({ type: "CUSTOM", name, value: 1 });
  void thread.run({ runId: "r1" });
  await act(() => stream.emit({ type: "RUN_STARTED", threadId: "t1", runId: "r1" }, custom("one")));
  rerender({ by: "new" });
  await act(() => stream.emit(custom("two"), { type: "STATE_SNAPSHOT", snapshot: {} }));
  unmount();
  await act(() => stream.emit(custom("three")));
  thread.stop();
  expect(heard).toEqual(["old one", "new two"]);
});
