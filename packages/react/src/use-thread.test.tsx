import type { Thread } from "@holdpoint/client";
import { createTestClient, scriptedAgent } from "@holdpoint/client/testing";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import {
  AgentProvider,
  ThreadProvider,
  useAgentClient,
  useAgentRun,
  useInbox,
  useMessageIds,
  useRunStatus,
  useThread,
} from "./index.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const client = () => createTestClient(scriptedAgent());

test("a thread is named by its id, by its handle, or by the provider above; the handle stays the same", () => {
  const agent = client();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AgentProvider client={agent}>
      <ThreadProvider threadId="near">{children}</ThreadProvider>
    </AgentProvider>
  );
  const { result, rerender } = renderHook(
    ({ other }: { other: Thread }) => [
      useThread(),
      useThread("t1"),
      useThread({ threadId: "t1" }),
      useThread({ thread: other }),
    ],
    { wrapper, initialProps: { other: agent.thread("t2") } },
  );
  const ids = ["near", "t1", "t1", "t2"];
  expect(result.current.map(({ threadId }) => threadId)).toEqual(ids);
  expect(result.current).toEqual(ids.map((id) => agent.thread(id)));
  const first = result.current;
  rerender({ other: agent.thread("t2") });
  expect(result.current.every((thread, at) => thread === first[at])).toBe(true);
});

test("a handle needs no provider", () => {
  const thread = client().thread("t1", { messages: [{ id: "a", role: "user", content: "Hi" }] });
  const { result } = renderHook(() => [useMessageIds({ thread }), useAgentRun({ thread }).messages.length]);
  expect(result.current).toEqual([["a"], 1]);
});

test("several agents on one provider: each hook says whose thread it means", () => {
  const [main, writer, critic] = [client(), client(), client()];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AgentProvider client={main} agents={{ writer }}>
      <AgentProvider client={main} agents={{ critic }}>
        <ThreadProvider agent="critic" threadId="t1">
          {children}
        </ThreadProvider>
      </AgentProvider>
    </AgentProvider>
  );
  const { result } = renderHook(
    () => ({
      main: useThread("t1"),
      writer: useAgentRun({ threadId: "t1", agent: "writer" }).thread,
      critic: useThread(),
      client: useAgentClient("writer"),
      inbox: useInbox({ agent: "writer" }),
    }),
    { wrapper },
  );
  expect(result.current.main).toBe(main.thread("t1"));
  expect(result.current.writer).toBe(writer.thread("t1"));
  expect(result.current.critic).toBe(critic.thread("t1"));
  expect(result.current.client).toBe(writer);
  expect(result.current.inbox).toBe(writer.inbox.get());
});

const faults: readonly [string, () => unknown, string][] = [
  ["no thread", () => useRunStatus(), "ThreadProvider"],
  ["no provider", () => useThread("t1"), "AgentProvider"],
  ["no such agent", () => useThread({ threadId: "t1", agent: "other" }), '"other"'],
];

test.each(faults)("with %s it says what is missing", (_, read, word) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const agent = client();
  const wrapper = ({ children }: { children: ReactNode }) =>
    word === "AgentProvider" ? children : <AgentProvider client={agent}>{children}</AgentProvider>;
  expect(() => renderHook(read, { wrapper })).toThrow(word);
});

test("another thread shows at once, in every render", () => {
  const agent = client();
  for (const id of ["t1", "t2"]) {
    agent.thread(id, { messages: [{ id: `${id}-message`, role: "user", content: id }], state: { id } });
  }
  const seen: string[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AgentProvider client={agent}>{children}</AgentProvider>
  );
  const { rerender } = renderHook(
    ({ threadId }) => {
      const run = useAgentRun<{ id: string }>({ threadId });
      const ids = useMessageIds({ threadId });
      seen.push([threadId, run.threadId, run.state.id, run.messages[0]?.content, ids].join());
    },
    { wrapper, initialProps: { threadId: "t1" } },
  );
  rerender({ threadId: "t2" });
  expect([...new Set(seen)]).toEqual(["t1,t1,t1,t1,t1-message", "t2,t2,t2,t2,t2-message"]);
});
