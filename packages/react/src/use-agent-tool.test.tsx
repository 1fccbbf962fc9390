import type { ToolDefinition } from "@holdpoint/client";
import { callTool, type Script } from "@holdpoint/client/testing";
import { act, cleanup, render, renderHook } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { asks, succeeds } from "../../../test/support/scripted.ts";
import { useAgentContext, useAgentTool, useApprovals, useThread } from "./index.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const on = { threadId: "t1" };
const calls = (id: string, name: string, args = {}): Script => [callTool(name, args, { id })];

function Offers({ name, result = name }: { name: string; result?: string }): null {
  useAgentTool({ name, description: `Gives ${result}.`, execute: () => result }, on);
  return null;
}

const names = (stage: { inputs: readonly { tools: readonly { name: string }[] }[] }, run: number) =>
  stage.inputs[run]?.tools.map(({ name }) => name);

test("mounted tools are part of the next run's input, those that are gone are not", async () => {
  const stage = hookStage([succeeds, succeeds, succeeds]);
  const { thread, wrapper } = stage;
  const { rerender } = render([<Offers key="1" name="a" />, <Offers key="2" name="b" />], {
    wrapper,
    reactStrictMode: true,
  });
  await thread.run();
  expect(names(stage, 0)).toEqual(["a", "b"]);
  rerender([<Offers key="2" name="b" />]);
  await thread.run();
  expect(names(stage, 1)).toEqual(["b"]);
  rerender([<Offers key="3" name="c" />, <Offers key="4" name="c" result="last" />]);
  await thread.run();
  expect(stage.inputs[2]?.tools).toEqual([{ name: "c", description: "Gives last." }]);
});

test("a call is answered by the execute of the latest render, with arguments that were checked", async () => {
  const { agent, thread, wrapper } = hookStage([calls("c1", "pick", { id: 7 }), succeeds]);
  agent.hold();
  const parameters = z.object({ id: z.number() });
  const { rerender } = renderHook(
    ({ prefix }) =>
      useAgentTool({ name: "pick", description: "", parameters, execute: ({ id }) => `${prefix}${id}` }, on),
    { wrapper, initialProps: { prefix: "old" } },
  );
  const ending = thread.run();
  // Its begin, and the call.
  await agent.advance(2);
  rerender({ prefix: "new" });
  agent.release();
  await ending;
  expect(thread.toolCall("c1").get()?.result).toBe("new7");
});

test("what changes in a definition goes out with the next run", async () => {
  const stage = hookStage([succeeds, succeeds]);
  const { thread, wrapper, inputs } = stage;
  const { rerender } = renderHook(({ description }) => useAgentTool({ name: "a", description }, on), {
    wrapper,
    initialProps: { description: "one" },
  });
  await thread.run();
  rerender({ description: "two" });
  await thread.run();
  expect(inputs.map(({ tools }) => tools[0]?.description)).toEqual(["one", "two"]);
});

test("a call of a tool that is gone by then is answered with an error, and the agent goes on", async () => {
  const { agent, thread, wrapper, inputs } = hookStage([calls("c1", "gone"), succeeds]);
  agent.hold();
  const execute = vi.fn();
  const { unmount } = renderHook(() => useAgentTool({ name: "gone", description: "", execute }, on), {
    wrapper,
  });
  const ending = thread.run();
  await agent.advance(2);
  unmount();
  agent.release();
  expect((await ending).status).toBe("success");
  expect(execute).not.toHaveBeenCalled();
  expect(thread.toolCall("c1").get()?.error).toBe("The app no longer has this tool.");
  expect(inputs).toHaveLength(2);
});

test("a tool that needs consent waits among the questions, and one without execute for its result", async () => {
  const { thread, wrapper, inputs } = hookStage([
    [callTool("wipe", {}, { id: "c1" }), callTool("ask", {}, { id: "c2" })],
    succeeds,
  ]);
  const execute = vi.fn(() => "wiped");
  const { result } = renderHook(
    () => {
      useAgentTool({ name: "wipe", description: "", needsApproval: true, execute }, on);
      useAgentTool({ name: "ask", description: "" }, on);
      return useApprovals(on);
    },
    { wrapper },
  );
  await act(() => thread.run());
  expect(result.current.items.map(({ kind, toolCall }) => [kind, toolCall?.name])).toEqual([
    ["tool", "wipe"],
    ["tool", "ask"],
  ]);
  act(() => {
    result.current.answer("c1", true);
    result.current.answer("c2", "blue");
  });
  await act(() => result.current.submit());
  expect(execute).toHaveBeenCalledTimes(1);
  expect(inputs[1]?.messages.filter(({ role }) => role === "tool").map(({ content }) => content)).toEqual([
    "wiped",
    "blue",
  ]);
});

test("a run that starts in an effect of the same render has the tools and the context of all of it", async () => {
  const { wrapper, inputs } = hookStage([succeeds]);
  render(<Page />, { wrapper });
  expect(inputs[0]?.tools.map(({ name }) => name)).toEqual(["page"]);
  expect(inputs[0]?.context).toEqual([{ description: "page", value: "home" }]);
});

function Page() {
  useAgentTool({ name: "page", description: "" }, on);
  useAgentContext("page", "home", on);
  return <Starter />;
}

function Starter(): null {
  const thread = useThread("t1");
  useEffect(() => {
    void thread.run();
  }, [thread]);
  return null;
}

test("a definition that cannot be used is thrown as it mounts", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { wrapper } = hookStage([]);
  const parameters = {
    "~standard": {
      validate: () => ({ value: 1 }),
      jsonSchema: {
        input: () => {
          throw new TypeError("No JSON Schema says that.");
        },
      },
    },
  };
  const definition: ToolDefinition<number> = { name: "bad", description: "", parameters };
  expect(() => renderHook(() => useAgentTool(definition, on), { wrapper })).toThrow("No JSON Schema");
});

test("a question of the agent's goes on with the tools that are there when it is answered", async () => {
  const stage = hookStage([asks({ id: "q", reason: "confirmation" }), calls("c1", "late"), succeeds]);
  const { thread, wrapper } = stage;
  const { rerender } = render(<Offers name="early" />, { wrapper });
  await act(() => thread.run());
  rerender(<Offers key="2" name="late" />);
  thread.approvals.answer("q", true);
  await act(() => thread.approvals.submit());
  expect([names(stage, 0), names(stage, 1)]).toEqual([["early"], ["late"]]);
  expect(thread.toolCall("c1").get()?.result).toBe("late");
});
