import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { hookStage, live } from "../../../test/support/hook-stage.tsx";
import { useToolCall } from "./index.ts";

afterEach(cleanup);

const tools = {
  search: { parameters: z.object({ query: z.string(), limit: z.number().default(10) }) },
  open: { parameters: { type: "object" } },
};

const start = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const call = (id: string, name: string, ...parts: string[]) => [
  { type: "TOOL_CALL_START", toolCallId: id, toolCallName: name },
  ...parts.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId: id, delta })),
];
const end = (id: string) => ({ type: "TOOL_CALL_END", toolCallId: id });

test("follows one call from its first argument to its result, and reads it by the schema of its tool", async () => {
  const stream = live();
  const { thread, wrapper, frame } = hookStage([stream.script]);
  const { result } = renderHook(() => useToolCall("c1", { threadId: "t1", tools }), { wrapper });
  expect(result.current).toBeUndefined();
  const emit = (...events: readonly object[]) =>
    act(async () => {
      await stream.emit(...events);
      frame();
    });

  void thread.run({ runId: "r1" });
  await emit(start, ...call("c1", "search", '{"query":'));
  expect(result.current).toMatchObject({ name: "search", arguments: '{"query":', checked: null });
  await emit({ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '"cat"}' }, end("c1"));
  expect(result.current?.checked).toEqual({ name: "search", input: { query: "cat", limit: 10 } });
  const before = result.current;
  await emit(...call("c2", "search", "{}"), end("c2"));
  expect(result.current).toBe(before);
  await emit({ type: "TOOL_CALL_RESULT", messageId: "m1", toolCallId: "c1", content: "3 cats" });
  expect(result.current?.result).toBe("3 cats");
  thread.stop();
});

test.each([
  ["arguments that do not fit", "search", '{"query":7}', null],
  ["arguments that are no JSON", "search", '{"query', null],
  ["a tool that is not in the map", "toString", "{}", null],
  ["a tool without a schema to read by", "open", '{"a":1}', { name: "open", input: { a: 1 } }],
])("of %s it says so by `checked`", async (_, name, args, checked) => {
  const { thread, wrapper } = hookStage([
    () => [
      start,
      ...call("c1", name, args),
      end("c1"),
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
    ],
  ]);
  const { result } = renderHook(() => useToolCall("c1", { threadId: "t1", tools }), { wrapper });
  await act(() => thread.run({ runId: "r1" }));
  expect(result.current?.checked).toEqual(checked);
  expect(result.current?.arguments).toBe(args);
});
