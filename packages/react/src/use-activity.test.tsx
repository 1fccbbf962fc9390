import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { finished, say, started } from "../../../test/support/scripted.ts";
import { useActivity } from "./index.ts";

afterEach(cleanup);

test("gives an activity as it is patched, and nothing for a message of another role", async () => {
  const { thread, wrapper } = hookStage([
    (input) => [
      started(input),
      ...say("m1", "Hello."),
      { type: "ACTIVITY_SNAPSHOT", messageId: "a1", activityType: "PLAN", content: { step: 1 } },
      finished(input),
    ],
    (input) => [
      started(input),
      {
        type: "ACTIVITY_DELTA",
        messageId: "a1",
        activityType: "PLAN",
        patch: [{ op: "replace", path: "/step", value: 2 }],
      },
      finished(input),
    ],
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
