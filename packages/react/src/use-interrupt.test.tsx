import { type AgentClientOptions, defineInterrupt, type Interrupt } from "@holdpoint/client";
import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { asks, succeeds } from "../../../test/support/scripted.ts";
import { useApprovals, useInterrupt } from "./index.ts";

afterEach(cleanup);

const Budget = defineInterrupt({
  reason: "budget",
  response: z.object({ amount: z.number().max(10) }),
  metadata: z.object({ currency: z.enum(["EUR", "USD"]) }),
});
const Sure = defineInterrupt({ reason: "sure", response: z.boolean() });

const budget = (id: string, currency: string): Interrupt => ({
  id,
  reason: "budget",
  metadata: { currency },
});
const interrupts: NonNullable<AgentClientOptions["interrupts"]> = [Budget, Sure];
const on = { threadId: "t1" };

function BudgetCard(): ReactElement | null {
  const budget = useInterrupt(Budget, on);
  if (!budget) return null;
  return (
    <button type="button" onClick={() => budget.answer({ amount: 7 })}>
      {`Seven ${budget.metadata?.currency}`}
    </button>
  );
}

function SureCard(): ReactElement | null {
  const sure = useInterrupt(Sure, on);
  return (
    sure && <button type="button" onClick={() => sure.answer(true)}>{`Sure: ${sure.item.status}`}</button>
  );
}

function Send(): ReactElement {
  const { ready, submit } = useApprovals(on);
  return (
    <button type="button" disabled={!ready} onClick={() => void submit()}>
      Send
    </button>
  );
}

test("two hooks for two kinds complete a mixed batch, which goes out as one", async () => {
  const { thread, wrapper, inputs } = hookStage(
    [asks(budget("b1", "EUR"), Sure.interrupt({ id: "s1" })), succeeds],
    { interrupts },
  );
  render(
    <>
      <BudgetCard />
      <SureCard />
      <Send />
    </>,
    { wrapper },
  );
  const press = async (name: string) => {
    await act(async () => screen.getByRole("button", { name }).click());
  };
  expect(screen.getAllByRole("button")).toHaveLength(1);
  await act(() => thread.run());
  await press("Seven EUR");
  await press("Send");
  expect(inputs).toHaveLength(1);
  await press("Sure: open");
  expect(screen.getByText("Sure: answered")).toBeDefined();
  await press("Send");
  expect(inputs[1]?.resume).toEqual([
    { interruptId: "b1", status: "resolved", payload: { amount: 7 } },
    { interruptId: "s1", status: "resolved", payload: true },
  ]);
  expect(screen.getAllByRole("button")).toHaveLength(1);
});

test("an answer that does not fit its kind is refused with the reason, and stays a draft", async () => {
  const { thread, wrapper } = hookStage([asks(budget("b1", "EUR"))], { interrupts });
  const { result } = renderHook(() => useInterrupt(Budget, on), { wrapper });
  await act(() => thread.run());
  act(() => expect(result.current?.answer({ amount: 11 })).toMatchObject([{ path: ["amount"] }]));
  expect(result.current?.item).toMatchObject({ status: "open", draft: { amount: 11 } });
  act(() => expect(result.current?.answer({ amount: 9 }, { metadata: { by: "ann" } })).toEqual([]));
  expect(result.current?.item).toMatchObject({ payload: { amount: 9 }, metadata: { by: "ann" } });
  act(() => expect(result.current?.clear()).toEqual([]));
  expect(result.current?.item.status).toBe("open");
  act(() => expect(result.current?.decline()).toEqual([]));
  expect(result.current?.item.status).toBe("declined");
});

test("several of a kind are never taken for one another", async () => {
  const { thread, wrapper } = hookStage([asks(budget("b1", "EUR"), budget("b2", "GBP"))], { interrupts });
  const { result } = renderHook(
    () => ({ any: useInterrupt(Budget, on), second: useInterrupt(Budget, { ...on, interruptId: "b2" }) }),
    { wrapper },
  );
  await act(() => thread.run());
  const { any, second } = result.current;
  expect([any?.id, any?.ids, second?.id, second?.ids]).toEqual(["b1", ["b1", "b2"], "b2", ["b1", "b2"]]);
  // The agent's metadata are not what was defined.
  expect([any?.metadata, second?.metadata]).toEqual([{ currency: "EUR" }, undefined]);
  act(() => void any?.answer({ amount: 1 }));
  expect(result.current.any).toMatchObject({ id: "b1", item: { status: "answered" } });
  expect(result.current.second?.item.status).toBe("open");
  expect(result.current.any?.answer).toBe(any?.answer);
});

test("by its id a question takes any answer; one that is over takes none, and nothing throws", async () => {
  const { thread, wrapper } = hookStage([
    asks({ id: "q1", reason: "input_required" }),
    asks({ id: "q1", reason: "other" }),
  ]);
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders += 1;
      return useInterrupt("q1");
    },
    { wrapper },
  );
  expect(result.current).toBeNull();
  await act(() => thread.run());
  const first = result.current;
  expect(first).toMatchObject({ id: "q1", ids: ["q1"], metadata: undefined });
  act(() => expect(first?.answer("blue")).toEqual([]));
  const before = renders;
  act(() => thread.setMessages([]));
  expect(renders).toBe(before);
  await act(() => thread.approvals.submit());
  // The same id is asked again, in another batch.
  expect(result.current?.item.interrupt?.reason).toBe("other");
  act(() => expect(first?.answer("red")).toMatchObject([{ keyword: "stale-batch", path: [] }]));
  expect(result.current?.answer).not.toBe(first?.answer);
});
