import { callTool, emit, pause } from "@holdpoint/client/testing";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { toCheckedCall, useToolCall } from "./index.ts";

afterEach(cleanup);

const tools = {
  search: { parameters: z.object({ query: z.string(), limit: z.number().default(10) }) },
  open: { parameters: { type: "object" } },
};

test("follows one call from its first argument to its result, and reads it by the schema of its tool", async () => {
  const { agent, client, thread, wrapper } = hookStage([
    [
      callTool("search", { query: "kitten" }, { id: "c1", pieces: 2 }),
      callTool("search", {}, { id: "c2" }),
      emit({ type: "TOOL_CALL_RESULT", messageId: "m1", toolCallId: "c1", content: "3 kittens" }),
    ],
  ]);
  agent.hold();
  const { result } = renderHook(() => useToolCall("c1", { threadId: "t1", tools }), { wrapper });
  expect(result.current).toBeUndefined();
  const show = (moments: number) =>
    act(async () => {
      await agent.advance(moments);
      client.schedule.flush();
    });

  void thread.run();
  // Its begin, and the first piece of the arguments.
  await show(2);
  expect(result.current).toMatchObject({ name: "search", arguments: '{"query":', checked: null });
  // The second, and the end of the call.
  await show(2);
  expect(result.current?.checked).toEqual({ name: "search", input: { query: "kitten", limit: 10 } });
  const before = result.current;
  await show(1);
  expect(thread.toolCall("c2").get()).toBeDefined();
  expect(result.current).toBe(before);
  await show(1);
  expect(result.current?.result).toBe("3 kittens");
  thread.stop();
});

test.each([
  ["arguments that do not fit", "search", '{"query":7}', null],
  ["arguments that are no JSON", "search", '{"query', null],
  ["a tool that is not in the map", "toString", "{}", null],
  ["a tool without a schema to read by", "open", '{"a":1}', { name: "open", input: { a: 1 } }],
])("of %s it says so by `checked`", async (_, name, args, checked) => {
  const { thread, wrapper } = hookStage([[callTool(name, args, { id: "c1" })]]);
  const { result } = renderHook(() => useToolCall("c1", { threadId: "t1", tools }), { wrapper });
  await act(() => thread.run());
  expect(result.current?.checked).toEqual(checked);
  expect(result.current?.arguments).toBe(args);
});

test("the call of a question is read by the same tools, of whichever hook it comes", async () => {
  const { thread } = hookStage([
    [
      callTool("search", { query: "kitten" }, { id: "c1" }),
      pause({ id: "q1", reason: "tool_approval", toolCallId: "c1" }, { id: "q2", reason: "confirmation" }),
    ],
  ]);
  await thread.run();
  const [about, plain] = thread.approvals.get().items;
  expect(toCheckedCall(about?.toolCall, tools)).toEqual({
    name: "search",
    input: { query: "kitten", limit: 10 },
  });
  expect(toCheckedCall(plain?.toolCall, tools)).toBeNull();
});

test("arguments that do not fit are refused by whatever library gives a value beside what is wrong with it", () => {
  const validate = (value: unknown) => ({ typed: false, value, issues: [{ message: "No text." }] });
  const parameters = { "~standard": { version: 1, vendor: "valibot", validate } } as const;
  expect(
    toCheckedCall({ name: "search", input: { query: 7 }, status: "complete" }, { search: { parameters } }),
  ).toBeNull();
});
