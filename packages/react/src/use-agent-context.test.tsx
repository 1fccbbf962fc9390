import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { succeeds } from "../../../test/support/scripted.ts";
import { useAgentContext } from "./index.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const on = { threadId: "t1" };

test("what is mounted is told to the next run as it was last rendered, and what is gone is not", async () => {
  const { thread, wrapper, inputs } = hookStage([succeeds, succeeds, succeeds, succeeds]);
  const initialProps: { page: object | undefined } = { page: { id: 1 } };
  const { rerender, unmount } = renderHook(
    ({ page }) => {
      useAgentContext("page", page, on);
      useAgentContext("user", "Ann", on);
    },
    { wrapper, initialProps },
  );
  await thread.run();
  rerender({ page: { id: 2 } });
  await thread.run({ context: [{ description: "run", value: "own" }] });
  rerender({ page: undefined });
  await thread.run();
  const user = { description: "user", value: "Ann" };
  expect(inputs.map(({ context }) => context)).toEqual([
    [{ description: "page", value: '{"id":1}' }, user],
    [{ description: "run", value: "own" }, { description: "page", value: '{"id":2}' }, user],
    [user],
  ]);
  unmount();
  await thread.run();
  expect(inputs[3]?.context).toEqual([]);
});

test("another thread is told instead of the one before", async () => {
  const { client, wrapper, inputs } = hookStage([succeeds, succeeds]);
  const { rerender } = renderHook(({ threadId }) => useAgentContext("page", "home", { threadId }), {
    wrapper,
    initialProps: { threadId: "t1" },
  });
  rerender({ threadId: "t2" });
  await client.thread("t1").run();
  await client.thread("t2").run();
  expect(inputs.map(({ context }) => context.length)).toEqual([0, 1]);
});

test("what is no JSON is thrown, naming what it was for", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { wrapper } = hookStage([]);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect(() => renderHook(() => useAgentContext("circle", circle, on), { wrapper })).toThrow(
    /"circle" cannot be written as JSON/,
  );
});
