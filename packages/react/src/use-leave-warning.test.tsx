import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { asks, succeeds } from "../../../test/support/scripted.ts";
import { useLeaveWarning } from "./index.ts";

afterEach(cleanup);

/** Whether the browser would ask. */
const asksFirst = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("the browser asks while answers are begun, and no longer once they are taken or nobody looks", async () => {
  const question = asks({ id: "q", reason: "confirmation" });
  const { thread, wrapper } = hookStage([question, succeeds, question]);
  const { unmount } = renderHook(() => useLeaveWarning({ threadId: "t1" }), {
    wrapper,
    reactStrictMode: true,
  });
  await act(() => thread.run());
  expect(asksFirst()).toBe(false);
  act(() => void thread.approvals.answer("q", true));
  expect(asksFirst()).toBe(true);
  await act(() => thread.approvals.submit());
  expect(asksFirst()).toBe(false);
  await act(() => thread.run());
  act(() => thread.approvals.draft("q", "half"));
  expect(asksFirst()).toBe(true);
  unmount();
  expect(asksFirst()).toBe(false);
});
