import { isApprovalError } from "@holdpoint/client";
import { fail, finish } from "@holdpoint/client/testing";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { asks, succeeds } from "../../../test/support/scripted.ts";
import { useApprovals } from "./index.ts";

afterEach(cleanup);

const sure = { reason: "confirmation", responseSchema: { type: "boolean" } };
const questions = asks({ id: "a", ...sure }, { id: "b", ...sure });

test("reads the batch, and sends all its answers in one request, by functions that stay the same", async () => {
  const { thread, wrapper, inputs } = hookStage([questions, succeeds]);
  const { result } = renderHook(() => useApprovals({ threadId: "t1" }), { wrapper });
  const { answer, decline, submit, answerAll, clear } = result.current;
  expect(result.current).toMatchObject({ batch: null, phase: "none", items: [], error: null });
  await act(() => thread.run());
  expect(result.current.counts).toMatchObject({ total: 2, open: 2 });
  act(() => {
    expect(answer("a", "perhaps")).toMatchObject([{ keyword: "type" }]);
    expect(answer("a", true)).toEqual([]);
    decline("b");
  });
  expect(result.current.ready).toBe(true);
  act(() => clear("b"));
  act(() => void answerAll(({ id }) => (id === "b" ? { payload: false } : undefined)));
  let status: string | undefined;
  await act(async () => {
    status = (await submit())?.status;
  });
  expect(status).toBe("success");
  expect(inputs[1]?.resume).toEqual([
    { interruptId: "a", status: "resolved", payload: true },
    { interruptId: "b", status: "resolved", payload: false },
  ]);
  expect(result.current.answer).toBe(answer);
  expect(result.current.submit).toBe(submit);
});

test("misuse is its error, and neither thrown nor rejected, until something moves on", async () => {
  const { thread, wrapper, inputs } = hookStage([questions, succeeds]);
  const { result } = renderHook(() => useApprovals({ threadId: "t1" }), { wrapper });
  await act(() => thread.run());
  let end: unknown = "none yet";
  await act(async () => {
    end = await result.current.submit();
  });
  expect(end).toBeUndefined();
  expect(isApprovalError(result.current.error) && result.current.error.code).toBe("uncovered");
  act(() => expect(result.current.answer("other", true)).toEqual([]));
  expect(result.current.error).toMatchObject({ code: "unknown-id" });
  act(() => result.current.dismiss());
  expect(result.current.error).toMatchObject({ code: "nothing-pending" });
  act(() => result.current.declineAll());
  expect(result.current.error).toBeNull();
  await act(() => result.current.submit());
  expect(result.current.error).toBeNull();
  expect(inputs).toHaveLength(2);
});

test("what the agent said of the answers is its error, too, and a retry sends the same", async () => {
  const { thread, wrapper, inputs } = hookStage([questions, [fail("Not today.")], [finish()]]);
  const { result } = renderHook(() => useApprovals({ threadId: "t1" }), { wrapper });
  await act(() => thread.run());
  act(() => result.current.declineAll());
  await act(() => result.current.submit());
  expect(result.current).toMatchObject({ phase: "failed", error: { message: "Not today." } });
  await act(() => result.current.retry());
  expect(result.current.phase).not.toBe("failed");
  expect(inputs[2]?.resume).toEqual(inputs[1]?.resume);
});
