import { definePolicy } from "@holdpoint/client";
import { fail, finish, rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { type HookStage, hookStage } from "../../../test/support/hook-stage.tsx";
import { keptPages } from "../../../test/support/kept-pages.ts";
import { asks, finished, started, succeeds } from "../../../test/support/scripted.ts";
import { AgentProvider, type AgentRunOptions, useAgentRun } from "./index.ts";

afterEach(cleanup);

/** In strict mode from the root on: React 19 tries effects twice only there. */
const strict = ({ wrapper }: Pick<HookStage, "wrapper">) => ({ wrapper, reactStrictMode: true });

const fails: Script = [fail("No.")];
const question = asks({ id: "q", reason: "confirmation" });

/** Options that note by which name they were called, and under which rendering. */
function noting(calls: string[], rendering: string): AgentRunOptions {
  return {
    threadId: "t1",
    onInterrupt: ({ items }, { status }) => calls.push(`${rendering} interrupt ${items[0]?.id} ${status}`),
    onFinish: ({ status }) => calls.push(`${rendering} finish ${status}`),
    onError: ({ message }, { status }) => calls.push(`${rendering} error ${message} ${status}`),
  };
}

test("each end is told once, to the handlers of the latest render", async () => {
  const stage = hookStage([succeeds, question, succeeds, fails]);
  const { thread } = stage;
  const calls: string[] = [];
  const { rerender } = renderHook(({ by }) => useAgentRun(noting(calls, by)), {
    ...strict(stage),
    initialProps: { by: "old" },
  });
  rerender({ by: "new" });
  await act(() => thread.run());
  await act(() => thread.run());
  // What is edited meanwhile is no end.
  act(() => void thread.approvals.answer("q", true));
  await act(() => thread.approvals.submit());
  await act(() => thread.run());
  expect(calls).toEqual([
    "new finish success",
    "new interrupt q interrupted",
    "new finish success",
    "new error No. failed",
  ]);
});

test("a run that is stopped is finished, and one whose end is taken back is told again", async () => {
  const stage = hookStage([[finish()], [finish(), fail("After all, no.")]]);
  const calls: string[] = [];
  renderHook(() => useAgentRun(noting(calls, "")), strict(stage));
  const { agent, thread } = stage;
  agent.hold();
  await act(async () => {
    void thread.run();
    await agent.advance();
    thread.stop();
  });
  expect(calls).toEqual([" finish stopped"]);
  await act(async () => {
    const ending = thread.run();
    await agent.advance(3);
    await ending;
  });
  expect(calls.slice(1)).toEqual([" finish success", " error After all, no. failed"]);
});

test("answers that are stopped on their way are finished, whatever becomes of their questions", async () => {
  const stage = hookStage([question, succeeds, succeeds]);
  const calls: string[] = [];
  renderHook(() => useAgentRun(noting(calls, "")), strict(stage));
  const { agent, thread } = stage;
  await act(() => thread.run());
  act(() => void thread.approvals.answer("q", true));
  agent.hold();
  for (const [moments, phase] of [
    [0, "open"],
    [1, "unknown"],
  ] as const) {
    await act(async () => {
      void thread.approvals.submit();
      await agent.advance(moments);
      thread.stop();
    });
    expect(thread.approvals.get().phase).toBe(phase);
  }
  expect(calls).toEqual([" interrupt q interrupted", " finish stopped", " finish stopped"]);
});

test("questions that rules of the app have answered ask nobody", async () => {
  const stage = hookStage([question, succeeds], {
    policies: [definePolicy({ name: "yes", decide: () => ({ payload: true }) })],
  });
  const calls: string[] = [];
  renderHook(() => useAgentRun(noting(calls, "")), strict(stage));
  await act(() => stage.thread.run());
  await waitFor(() => expect(stage.thread.get().status).toBe("success"));
  expect(calls).toEqual([" finish success"]);
});

test("runs that end alike, one right after the other in a stream, are told one by one", async () => {
  const both = rawRun((input) =>
    ["a", "b"].flatMap((runId) => [started({ ...input, runId }), finished({ ...input, runId })]),
  );
  const stage = hookStage([both]);
  const told: (string | undefined)[] = [];
  renderHook(() => useAgentRun({ threadId: "t1", onFinish: ({ runId }) => told.push(runId) }), strict(stage));
  await act(() => stage.thread.run());
  expect(told).toEqual(["a", "b"]);
});

test("startOnMount does not start again what another page has begun and got nothing for", async () => {
  const { page } = keptPages();
  const options = { threadId: "t1", startOnMount: "Hello" };
  const open = (client: ReturnType<typeof page>) =>
    renderHook(() => useAgentRun(options), {
      ...strict({
        wrapper: ({ children }: { children: ReactNode }) => (
          <AgentProvider client={client}>{children}</AgentProvider>
        ),
      }),
    });
  const down = page(() => {
    throw new Error("down");
  });
  const first = open(down);
  await waitFor(() => expect(first.result.current.status).toBe("unstarted"));
  first.unmount();
  down.dispose();

  const two = scriptedAgent(succeeds);
  const client = page(two.transport);
  const send = vi.spyOn(client.thread("t1"), "send");
  const second = open(client);
  await waitFor(() => expect(second.result.current.messages).toHaveLength(1));
  await act(() => client.thread("t1").ready);
  expect(send).not.toHaveBeenCalled();
});

const useTwo = (options: AgentRunOptions) => [useAgentRun(options), useAgentRun(options)];

test.each([
  [true, []],
  ["Hello", ["Hello"]],
  [[{ type: "text", text: "Hi" }], [[{ type: "text", text: "Hi" }]]],
] as const)(
  "startOnMount %j starts once, in strict mode, mounted again and beside another",
  async (content, said) => {
    const stage = hookStage([succeeds]);
    const options = { threadId: "t1", startOnMount: typeof content === "object" ? [...content] : content };
    const two = { ...strict(stage), initialProps: options };
    const first = renderHook(useTwo, two);
    await waitFor(() => expect(first.result.current[0]?.status).toBe("success"));
    first.unmount();
    const second = renderHook(useTwo, two);
    await act(() => stage.thread.ready);
    expect(stage.inputs).toHaveLength(1);
    expect(stage.inputs[0]?.messages.map((message) => message.content)).toEqual(said);
    expect(second.result.current.map(({ error }) => error)).toEqual([undefined, undefined]);
  },
);

test("startOnMount starts no thread that has run before, as one that was kept, nor one that is gone", async () => {
  const { page } = keptPages();
  const one = scriptedAgent(succeeds);
  const earlier = page(one.transport).thread("t1");
  await earlier.run();
  earlier.dispose();

  const two = scriptedAgent(succeeds, succeeds);
  const client = page(two.transport);
  const options = { threadId: "t1", startOnMount: true };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AgentProvider client={client}>{children}</AgentProvider>
  );
  const { result, rerender } = renderHook(useTwo, { ...strict({ wrapper }), initialProps: options });
  expect(result.current.map(({ status }) => status)).toEqual(["restoring", "restoring"]);
  await waitFor(() => expect(result.current[0]?.messages).toHaveLength(1));
  expect(two.inputs).toHaveLength(0);
  // A new one it does.
  const run = vi.spyOn(client.thread("t2"), "run");
  rerender({ ...options, threadId: "t2" });
  await waitFor(() => expect(result.current[0]?.status).toBe("success"));
  expect(run).toHaveBeenCalledTimes(1);
  expect(two.inputs.map(({ threadId }) => threadId)).toEqual(["t2"]);

  renderHook(() => useAgentRun({ threadId: "t3", startOnMount: true }), { wrapper }).unmount();
  await act(() => client.thread("t3").ready);
  expect(two.inputs).toHaveLength(1);
});

test.each([
  [undefined, "running"],
  [false, "running"],
  [true, "stopped"],
])(
  "with stopOnUnmount %s an unmount leaves the run %s; a remount of strict mode does not",
  async (stopOnUnmount, status) => {
    const stage = hookStage([[finish()]]);
    const { agent, thread } = stage;
    agent.hold();
    void thread.run();
    await agent.advance();
    const { unmount } = renderHook(
      () => useAgentRun({ threadId: "t1", ...(stopOnUnmount !== undefined && { stopOnUnmount }) }),
      strict(stage),
    );
    await act(() => thread.ready);
    expect(thread.status.get()).toBe("running");
    unmount();
    await thread.ready;
    expect(thread.status.get()).toBe(status);
    if (stopOnUnmount) return;
    agent.release();
    await waitFor(() => expect(thread.status.get()).toBe("success"));
  },
);

test("stopOnUnmount stops the thread that is left for another one", async () => {
  const stage = hookStage([[finish()]]);
  stage.agent.hold();
  const { rerender } = renderHook(({ threadId }) => useAgentRun({ threadId, stopOnUnmount: true }), {
    wrapper: stage.wrapper,
    initialProps: { threadId: "t1" },
  });
  void stage.thread.run();
  await act(() => stage.agent.advance());
  rerender({ threadId: "t2" });
  await act(() => stage.thread.ready);
  expect(stage.thread.status.get()).toBe("stopped");
});
