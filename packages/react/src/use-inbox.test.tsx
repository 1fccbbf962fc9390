import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { asks, succeeds } from "../../../test/support/scripted.ts";
import { useInbox } from "./index.ts";

afterEach(cleanup);

test("lists the threads that wait for somebody, until they are answered", async () => {
  const question = { id: "q1", reason: "confirmation" };
  const { client, wrapper } = hookStage([asks(question), asks(question), succeeds]);
  const { result } = renderHook(() => useInbox(), { wrapper });
  expect(result.current).toEqual([]);
  await act(() => client.thread("t1").run());
  await act(() => client.thread("t2").run());
  expect(result.current.map(({ threadId, approvals }) => [threadId, approvals.counts.open])).toEqual([
    ["t1", 1],
    ["t2", 1],
  ]);
  const { approvals } = client.thread("t1");
  act(() => void approvals.answer("q1", true));
  await act(() => approvals.submit());
  expect(result.current.map(({ threadId }) => threadId)).toEqual(["t2"]);
});
