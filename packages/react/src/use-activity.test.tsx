import { activity, patchActivity, say } from "@holdpoint/client/testing";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { useActivity } from "./index.ts";

afterEach(cleanup);

test("gives an activity as it is patched, and nothing for a message of another role", async () => {
  const { thread, wrapper } = hookStage([
    [say("Hello.", { id: "m1" }), activity("PLAN", { step: 1 }, { id: "a1" })],
    [patchActivity("PLAN", "a1", { op: "replace", path: "/step", value: 2 })],
  ]);
  const { result } = renderHook(
    () => [useActivity("a1", { threadId: "t1" }), useActivity("m1", { threadId: "t1" })],
    { wrapper },
  );
  expect(result.current).toEqual([undefined, undefined]);
  await act(() => thread.run());
  expect(result.current[0]).toMatchObject({ activityType: "PLAN", content: { step: 1 } });
  expect(result.current[1]).toBeUndefined();
  await act(() => thread.run());
  expect(result.current[0]?.content).toEqual({ step: 2 });
});
