import {
  type AgentClient,
  createStorage,
  isApprovalError,
  isRunError,
  memoryAdapter,
  type RunEnd,
  type ThreadStorage,
  TransportError,
} from "@holdpoint/client";
import { breakOff, createGate, rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import {
  MutationCache,
  onlineManager,
  QueryClient,
  QueryClientProvider,
  useIsMutating,
} from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import {
  asks,
  client as createClient,
  finished,
  message,
  started,
  succeeds,
} from "../../../../test/support/scripted.ts";
import { AgentProvider } from "../agent-provider.tsx";
import { useAgentRun } from "../use-agent-run.ts";
import { agentKeys, useSendMutation, useSubmitMutation } from "./index.ts";

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
});

const unreachable: Script = () => {
  throw new TransportError("The server is away.");
};
const cut: Script = [breakOff()];
const breaks: Script = rawRun((input) => [started(input), { type: "TEXT_MESSAGE_END", messageId: "m" }]);
const fails: Script = rawRun((input) => [
  started(input),
  { type: "RUN_ERROR", message: "No build.", code: "no-build" },
]);
const calledOff: Script = rawRun((input) => [started(input), finished(input, { type: "cancelled" })]);
const question = { id: "deploy", reason: "tool_approval", message: "Deploy?" };
const typed = {
  id: "amount",
  reason: "amount",
  responseSchema: { type: "object", properties: { n: { type: "integer", default: 3 } }, required: ["n"] },
};

interface Setup {
  retry?: number | boolean | ((count: number, error: Error) => boolean);
  queries?: QueryClient;
  clock?: () => number;
  storage?: ThreadStorage;
}

function setUp(
  scripts: Script[],
  { retry, clock = Date.now, storage, queries = new QueryClient() }: Setup = {},
) {
  const { transport, inputs } = scriptedAgent(...scripts);
  const client = createClient(transport, { environment: { clock }, ...(storage && { storage }) });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <AgentProvider client={client}>{children}</AgentProvider>
      </QueryClientProvider>
    </StrictMode>
  );
  const options = { threadId: "t1", retryDelay: 0, ...(retry !== undefined && { retry }) };
  const { result } = renderHook(
    () => ({
      send: useSendMutation(options),
      submit: useSubmitMutation(options),
      busy: useIsMutating({ mutationKey: agentKeys.thread(client, "t1") }),
      run: useAgentRun({ threadId: "t1" }),
    }),
    { wrapper },
  );
  return { client, thread: client.thread("t1"), inputs, queries, result };
}

/** What a promise has come to. */
const outcome = (promise: Promise<RunEnd>) =>
  promise.then(
    ({ status }) => status,
    (error: unknown) => error,
  );

const textsOf = (client: AgentClient) =>
  client
    .thread("t1")
    .get()
    .messages.filter(({ role }) => role === "user")
    .map(({ content }) => content);

test.each([
  ["success", succeeds],
  ["interrupted", asks(question)],
  ["cancelled", calledOff],
])("a run that ends as %s resolves with its end", async (status, script) => {
  const { result } = setUp([script]);
  await act(() => result.current.send.mutateAsync("Go"));
  await waitFor(() => expect(result.current.send.data?.status).toBe(status));
  expect(result.current.send.status).toBe("success");
  expect(result.current.send.variables).toEqual({ content: "Go" });
});

test("a run that was stopped resolves, too", async () => {
  const { opened, open } = createGate();
  const { result, thread } = setUp([
    rawRun(async function* (input) {
      yield started(input);
      await opened;
    }),
  ]);
  act(() => result.current.send.mutate("Go"));
  await waitFor(() => expect(thread.get().status).toBe("running"));
  act(() => thread.stop());
  await waitFor(() => expect(result.current.send.data?.status).toBe("stopped"));
  open();
});

test.each([
  ["failed", fails, "No build."],
  ["rejected", breaks, "TEXT_MESSAGE_END"],
  ["truncated", cut, "without a terminal event"],
  ["unstarted", unreachable, "The server is away."],
])(
  "a run that ends as %s throws the end's error, for the app's one handler, too",
  async (status, script, words) => {
    const heard = vi.fn();
    const queries = new QueryClient({ mutationCache: new MutationCache({ onError: heard }) });
    const { result, thread } = setUp([script], { queries });
    await act(async () => void (await outcome(result.current.send.mutateAsync("Go"))));
    await waitFor(() => expect(result.current.send.status).toBe("error"));
    const { error } = result.current.send;
    expect(error?.message).toContain(words);
    expect(error).toBe(thread.get().error);
    expect(thread.get().status).toBe(status);
    expect(heard.mock.calls.map(([thrown]) => thrown)).toEqual([error]);
  },
);

test("what is out counts for its thread, for its client, and for no other", async () => {
  const { opened, open } = createGate();
  const { result, client, queries } = setUp([
    rawRun(async function* (input) {
      yield started(input);
      await opened;
      yield finished(input);
    }),
  ]);
  const other = createClient(scriptedAgent().transport);
  expect(result.current.busy).toBe(0);
  act(() => result.current.send.mutate("Go"));
  await waitFor(() => expect(result.current.busy).toBe(1));
  const count = (mutationKey: readonly unknown[]) => queries.isMutating({ mutationKey });
  expect(count(agentKeys.client(client))).toBe(1);
  expect(count(agentKeys.send(client, "t1"))).toBe(1);
  expect(count(agentKeys.submit(client, "t1"))).toBe(0);
  expect(count(agentKeys.thread(client, "t2"))).toBe(0);
  expect(count(agentKeys.thread(other, "t1"))).toBe(0);
  open();
  await waitFor(() => expect(result.current.busy).toBe(0));
});

test("two messages of a thread go out one after the other, in the order of the presses", async () => {
  const { opened, open } = createGate();
  const { result, client, inputs } = setUp([
    rawRun(async function* (input) {
      yield started(input);
      await opened;
      yield finished(input);
    }),
    succeeds,
  ]);
  const first = result.current.send.mutateAsync("One");
  const second = result.current.send.mutateAsync("Two");
  await waitFor(() => expect(inputs).toHaveLength(1));
  expect(textsOf(client)).toEqual(["One"]);
  open();
  await act(async () => {
    expect(await outcome(first)).toBe("success");
    expect(await outcome(second)).toBe("success");
  });
  expect(textsOf(client)).toEqual(["One", "Two"]);
});

test("a message waits for the answers that are out", async () => {
  const { opened, open } = createGate();
  const { result, thread, client, inputs } = setUp([
    asks(question),
    rawRun(async function* (input) {
      yield started(input);
      await opened;
      yield finished(input);
    }),
    succeeds,
  ]);
  await act(() => result.current.send.mutateAsync("Go"));
  act(() => thread.approvals.decline("deploy"));
  await act(async () => {
    const submitted = outcome(result.current.submit.mutateAsync());
    const sent = outcome(result.current.send.mutateAsync("And then?"));
    await vi.waitFor(() => expect(inputs).toHaveLength(2));
    open();
    expect(await Promise.all([submitted, sent])).toEqual(["success", "success"]);
  });
  expect(textsOf(client)).toEqual(["Go", "And then?"]);
});

test("a retried message is on the thread, and goes out, once", async () => {
  const { result, client, inputs } = setUp([unreachable, unreachable, succeeds], { retry: 2 });
  const sent = result.current.send.mutateAsync({ content: "Go", runId: "mine" });
  await act(async () => expect(await outcome(sent)).toBe("success"));
  expect(textsOf(client)).toEqual(["Go"]);
  expect(inputs.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
    ["Go"],
    ["Go"],
    ["Go"],
  ]);
  // As for every retry, each attempt is a run of its own.
  expect(inputs[0]?.runId).toBe("mine");
  expect(new Set(inputs.map(({ runId }) => runId)).size).toBe(3);
});

test.each([["Go"], [{ content: "Go" }]])(
  "%j sent twice is two messages, although the first has failed",
  async (message) => {
    const { result, client } = setUp([unreachable, succeeds]);
    await act(async () => {
      expect(await outcome(result.current.send.mutateAsync(message))).toBeInstanceOf(Error);
      expect(await outcome(result.current.send.mutateAsync(message))).toBe("success");
    });
    expect(textsOf(client)).toEqual(["Go", "Go"]);
  },
);

test.each([
  ["failed", fails],
  ["rejected", breaks],
  ["truncated", cut],
])("a run that ended as %s is not retried, whatever the app's defaults are", async (_, script) => {
  const queries = new QueryClient({ defaultOptions: { mutations: { retry: true, retryDelay: 0 } } });
  const { result, inputs } = setUp([script, succeeds], { queries });
  await act(async () => {
    expect(await outcome(result.current.send.mutateAsync("Go"))).toBeInstanceOf(Error);
  });
  expect(inputs).toHaveLength(1);
});

test("the app's defaults say how often, and nobody else", async () => {
  const queries = new QueryClient({ defaultOptions: { mutations: { retry: 1 } } });
  const { result, inputs } = setUp([unreachable, unreachable, succeeds], { queries });
  await act(async () => void (await outcome(result.current.send.mutateAsync("Go"))));
  expect(inputs).toHaveLength(2);
  const plain = setUp([unreachable, succeeds]);
  await act(async () => void (await outcome(plain.result.current.send.mutateAsync("Go"))));
  expect(plain.inputs).toHaveLength(1);
});

test("a function for `retry` hears of the failures that may be retried", async () => {
  const retry = vi.fn((count: number, _: Error) => count < 1);
  const { result, inputs } = setUp([unreachable, cut], { retry });
  await act(async () => void (await outcome(result.current.send.mutateAsync("Go"))));
  expect(inputs).toHaveLength(2);
  expect(retry.mock.calls.map(([count, { message }]) => [count, message])).toEqual([
    [0, "The server is away."],
  ]);
});

test("nothing is retried once something else has happened on the thread", async () => {
  const { result, client, thread, inputs } = setUp([unreachable, succeeds], { retry: 3 });
  // Between the attempts, as soon as the first is over.
  let moved = false;
  thread.subscribe(() => {
    if (moved || thread.get().status !== "unstarted") return;
    moved = true;
    setTimeout(() => thread.setMessages([]), 0);
  });
  const sent = result.current.send.mutateAsync("Go");
  await act(async () => expect(await outcome(sent)).toMatchObject({ message: "The server is away." }));
  expect(inputs).toHaveLength(1);
  expect(textsOf(client)).toEqual([]);
});

test("what the app does about a run that did not start comes before a retry", async () => {
  const { opened, open } = createGate();
  const hangs: Script = rawRun(async function* (input) {
    await opened;
    yield* [started(input), finished(input)];
  });
  const { result, thread, inputs } = setUp([unreachable, hangs], { retry: 1 });
  let other: Promise<RunEnd> | undefined;
  thread.subscribe(() => {
    if (thread.get().status === "unstarted") other ??= thread.run();
  });
  await act(async () => {
    expect(await outcome(result.current.send.mutateAsync("Go"))).toMatchObject({
      message: "The server is away.",
    });
    open();
    expect(await other).toMatchObject({ status: "success" });
  });
  expect(inputs).toHaveLength(2);
});

test("a message that declines what is pending is retried with the very entries, and once", async () => {
  const { result, client, inputs } = setUp([asks(question), unreachable, succeeds], { retry: 1 });
  await act(async () => {
    await result.current.send.mutateAsync("Go");
    await result.current.send.mutateAsync({ content: "Never mind", pending: "decline" });
  });
  expect(inputs).toHaveLength(3);
  expect(inputs[2]?.resume).toEqual([{ interruptId: "deploy", status: "cancelled" }]);
  expect(inputs[2]?.resume).toEqual(inputs[1]?.resume);
  expect(inputs[2]?.messages).toEqual(inputs[1]?.messages);
  expect(textsOf(client)).toEqual(["Go", "Never mind"]);
});

test("misuse throws, before anything is sent, and is not retried", async () => {
  const { result, inputs } = setUp([asks(question)], { retry: true });
  await act(async () => {
    await result.current.send.mutateAsync("Go");
    expect(await outcome(result.current.send.mutateAsync("Again"))).toMatchObject({ code: "uncovered" });
  });
  expect(inputs).toHaveLength(1);
});

test("submit commits the forms, and sends all answers in one request", async () => {
  const { result, thread, inputs } = setUp([asks(typed, question), succeeds]);
  await act(() => result.current.send.mutateAsync("Go"));
  await act(async () => {
    expect(await outcome(result.current.submit.mutateAsync())).toMatchObject({
      code: "uncovered",
      interruptIds: ["deploy"],
    });
  });
  act(() => void thread.approvals.answer("deploy", { approved: true }));
  await act(() => result.current.submit.mutateAsync());
  await waitFor(() => expect(result.current.submit.data?.status).toBe("success"));
  expect(inputs[1]?.resume).toEqual([
    { interruptId: "amount", status: "resolved", payload: { n: 3 } },
    { interruptId: "deploy", status: "resolved", payload: { approved: true } },
  ]);
  await act(async () => {
    expect(await outcome(result.current.submit.mutateAsync())).toMatchObject({ code: "nothing-pending" });
  });
  expect(inputs).toHaveLength(2);
});

test("pressed twice, it is sent once, also where the first is refused by the agent", async () => {
  const heard = vi.fn();
  const queries = new QueryClient({ mutationCache: new MutationCache({ onError: heard }) });
  const { result, thread, inputs } = setUp([asks(question), fails, succeeds], { queries });
  await act(() => result.current.send.mutateAsync("Go"));
  act(() => thread.approvals.decline("deploy"));
  await act(async () => {
    const first = result.current.submit.mutateAsync();
    result.current.submit.mutate();
    const second = result.current.submit.mutateAsync();
    const [one, two] = await Promise.all([outcome(first), outcome(second)]);
    expect(isRunError(one)).toBe(true);
    expect(two).toBe(one);
  });
  expect(inputs).toHaveLength(2);
  expect(heard).toHaveBeenCalledTimes(1);
  await act(async () => expect(await outcome(result.current.submit.mutateAsync())).toBe("success"));
  expect(inputs).toHaveLength(3);
});

test("a submit that is retried sends the same entries", async () => {
  const { result, thread, inputs } = setUp([asks(question), unreachable, succeeds], { retry: 1 });
  await act(() => result.current.send.mutateAsync("Go"));
  act(() => void thread.approvals.answer("deploy", { approved: true }));
  const options = { runId: "mine", forwardedProps: { tenant: 7 } };
  await act(async () => expect(await outcome(result.current.submit.mutateAsync(options))).toBe("success"));
  expect(inputs.slice(1).map(({ forwardedProps }) => forwardedProps)).toEqual([{ tenant: 7 }, { tenant: 7 }]);
  expect(inputs[1]?.runId).toBe("mine");
  expect(inputs[2]?.runId).not.toBe("mine");
  expect(inputs[2]?.resume).toEqual(inputs[1]?.resume);
  expect(inputs[2]?.resume).toEqual([
    { interruptId: "deploy", status: "resolved", payload: { approved: true } },
  ]);
});

test("answers that were changed between two attempts wait for the next press", async () => {
  const { result, thread, inputs } = setUp([asks(question), unreachable, succeeds], { retry: true });
  await act(() => result.current.send.mutateAsync("Go"));
  act(() => void thread.approvals.answer("deploy", { approved: true }));
  let second: Promise<unknown> | undefined;
  thread.approvals.subscribe(() => {
    if (second || thread.approvals.get().error === null) return;
    second = Promise.resolve();
    // Before the next attempt, which waits as long, and has begun to a little later.
    setTimeout(() => {
      thread.approvals.decline("deploy");
      second = outcome(result.current.submit.mutateAsync());
    });
  });
  await act(async () => {
    expect(await outcome(result.current.submit.mutateAsync())).toMatchObject({
      message: "The server is away.",
    });
    // That one is out now, and pressing again is no other.
    const third = outcome(result.current.submit.mutateAsync());
    expect(await second).toBe("success");
    expect(await third).toBe("success");
  });
  expect(inputs).toHaveLength(3);
  expect(inputs[2]?.resume).toEqual([{ interruptId: "deploy", status: "cancelled" }]);
});

test("pressed between two attempts, it is sent by the next one, and once", async () => {
  const { result, thread, inputs } = setUp([asks(question), unreachable, succeeds], { retry: 1 });
  await act(() => result.current.send.mutateAsync("Go"));
  act(() => thread.approvals.decline("deploy"));
  let second: Promise<unknown> | undefined;
  thread.approvals.subscribe(() => {
    if (second || thread.approvals.get().error === null) return;
    second = Promise.resolve();
    setTimeout(() => {
      second = outcome(result.current.submit.mutateAsync());
    });
  });
  await act(async () => {
    expect(await outcome(result.current.submit.mutateAsync())).toBe("success");
    expect(await second).toBe("success");
  });
  expect(inputs).toHaveLength(3);
});

test("pressed while it is retried, it is sent by that, and once", async () => {
  const { opened, open } = createGate();
  const { result, thread, inputs } = setUp(
    [
      asks(question),
      unreachable,
      rawRun(async function* (input) {
        yield started(input);
        await opened;
        yield finished(input);
      }),
    ],
    { retry: 1 },
  );
  await act(() => result.current.send.mutateAsync("Go"));
  act(() => thread.approvals.decline("deploy"));
  await act(async () => {
    const first = outcome(result.current.submit.mutateAsync());
    await vi.waitFor(() => expect(inputs).toHaveLength(3));
    const second = outcome(result.current.submit.mutateAsync());
    open();
    expect(await Promise.all([first, second])).toEqual(["success", "success"]);
  });
  expect(inputs).toHaveLength(3);
});

test("answers of which nobody knows whether they arrived are sent again when a person asks for it", async () => {
  const { result, thread, inputs } = setUp([asks(question), cut, succeeds], { retry: true });
  await act(() => result.current.send.mutateAsync("Go"));
  act(() => thread.approvals.decline("deploy"));
  await act(async () => {
    expect(await outcome(result.current.submit.mutateAsync())).toBeInstanceOf(TransportError);
    expect(thread.approvals.get().phase).toBe("unknown");
    expect(await outcome(result.current.submit.mutateAsync())).toMatchObject({ code: "unconfirmed" });
    expect(inputs).toHaveLength(2);
    expect(await outcome(result.current.submit.mutateAsync({ again: true }))).toBe("success");
  });
  expect(inputs[2]?.resume).toEqual(inputs[1]?.resume);
});

test("what may have arrived is sent again as it was, although its deadline has passed since", async () => {
  const deadline = Date.parse("2100-01-01T00:00:00Z");
  let now = deadline - 1000;
  const late: Script = rawRun((input) => {
    now = deadline + 1000;
    return [started(input)];
  });
  const limited = { ...question, expiresAt: new Date(deadline).toISOString() };
  const { result, thread, inputs } = setUp([asks(limited), late, succeeds], { clock: () => now });
  await act(() => result.current.send.mutateAsync("Go"));
  act(() => void thread.approvals.answer("deploy", { approved: true }));
  await act(async () => {
    expect(await outcome(result.current.submit.mutateAsync())).toBeInstanceOf(TransportError);
    expect(thread.approvals.get()).toMatchObject({ phase: "unknown", ready: false });
    expect(await outcome(result.current.submit.mutateAsync({ again: true }))).toBe("success");
  });
  expect(inputs[2]?.resume).toEqual(inputs[1]?.resume);
});

test("offline, a message waits until the device is online", async () => {
  const { result, client, inputs } = setUp([succeeds]);
  onlineManager.setOnline(false);
  act(() => result.current.send.mutate("Go"));
  await waitFor(() => expect(result.current.send.isPaused).toBe(true));
  expect(result.current.send.variables).toEqual({ content: "Go" });
  expect(inputs).toHaveLength(0);
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(result.current.send.data?.status).toBe("success"));
  expect(textsOf(client)).toEqual(["Go"]);
});

test("offline, what is not covered is refused at once, and never sent later by itself", async () => {
  const { result, thread, inputs } = setUp([asks(question), succeeds]);
  await act(() => result.current.send.mutateAsync("Go"));
  onlineManager.setOnline(false);
  act(() => result.current.submit.mutate());
  await waitFor(() => expect(isApprovalError(result.current.submit.error)).toBe(true));
  act(() => thread.approvals.decline("deploy"));
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(result.current.busy).toBe(0));
  expect(inputs).toHaveLength(1);
});

test("answers for another batch are refused at once", async () => {
  const { result, thread, inputs } = setUp([asks(question), succeeds]);
  await act(() => result.current.send.mutateAsync("Go"));
  act(() => thread.approvals.decline("deploy"));
  onlineManager.setOnline(false);
  act(() => result.current.submit.mutate({ batch: "an earlier one" }));
  await waitFor(() => expect(result.current.submit.error).toMatchObject({ code: "stale-batch" }));
  expect(inputs).toHaveLength(1);
});

test("answers that a storage has kept are sent although they are still being read", async () => {
  const storage = createStorage(memoryAdapter());
  const before = createClient(scriptedAgent(asks(question)).transport, { storage });
  await before.thread("t1").send("Go");
  before.thread("t1").approvals.decline("deploy");
  before.dispose();
  const { result, thread, inputs } = setUp([succeeds], { storage });
  expect(thread.get().status).toBe("restoring");
  await act(async () => expect(await outcome(result.current.submit.mutateAsync())).toBe("success"));
  expect(inputs).toMatchObject([{ resume: [{ interruptId: "deploy", status: "cancelled" }] }]);
});

test("offline, answers wait, and are not sent to other questions than those they were for", async () => {
  const { result, thread, inputs } = setUp([asks(question), asks(question), succeeds]);
  await act(() => result.current.send.mutateAsync("Go"));
  act(() => thread.approvals.decline("deploy"));
  onlineManager.setOnline(false);
  act(() => result.current.submit.mutate());
  await waitFor(() => expect(result.current.submit.isPaused).toBe(true));
  // Past the mutation: the batch is answered, and the next one has been answered, but not sent.
  await act(() => thread.approvals.submit());
  act(() => thread.approvals.decline("deploy"));
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(result.current.submit.error).toMatchObject({ code: "stale-batch" }));
  expect(inputs).toHaveLength(2);
});

test("a submit that was taken out of the cache stands in nobody's way", async () => {
  const { result, thread, queries, inputs } = setUp([asks(question), succeeds]);
  await act(() => result.current.send.mutateAsync("Go"));
  act(() => thread.approvals.decline("deploy"));
  onlineManager.setOnline(false);
  act(() => result.current.submit.mutate());
  await waitFor(() => expect(result.current.submit.isPaused).toBe(true));
  act(() => queries.getMutationCache().clear());
  onlineManager.setOnline(true);
  await act(async () => expect(await outcome(result.current.submit.mutateAsync())).toBe("success"));
  expect(inputs).toHaveLength(2);
});

test("no event passes through the caches while the deltas stream", async () => {
  const { opened, open } = createGate();
  const { result, thread, queries } = setUp([
    rawRun(async function* (input) {
      yield started(input);
      yield { type: "TEXT_MESSAGE_START", messageId: "m" };
      for (let index = 0; index < 500; index += 1) {
        yield { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: `${index} ` };
        if (index % 50 === 0) await new Promise((resolve) => setTimeout(resolve));
      }
      await opened;
      yield { type: "TEXT_MESSAGE_END", messageId: "m" };
      yield finished(input);
    }),
  ]);
  act(() => result.current.send.mutate("Go"));
  await waitFor(() => expect(thread.get().messages).toHaveLength(2));
  await waitFor(() => expect(result.current.busy).toBe(1));
  const heard: string[] = [];
  queries.getMutationCache().subscribe(({ type }) => heard.push(type));
  queries.getQueryCache().subscribe(({ type }) => heard.push(type));
  await waitFor(() => expect(result.current.run.messages[1]?.content).toContain("499 "));
  expect(heard).toEqual([]);
  open();
  await waitFor(() => expect(result.current.send.status).toBe("success"));
  expect(heard).toContain("updated");
});

test("the functions keep their identity for the life of the thread", async () => {
  const { result } = setUp([succeeds]);
  const { send, submit } = result.current;
  await act(() => send.mutateAsync("Go"));
  expect(result.current.send.mutate).toBe(send.mutate);
  expect(result.current.send.mutateAsync).toBe(send.mutateAsync);
  expect(result.current.submit.mutate).toBe(submit.mutate);
  expect(result.current.submit.mutateAsync).toBe(submit.mutateAsync);
});

test("the app's own callbacks hear what they hear of any mutation", async () => {
  const { transport } = scriptedAgent(asks(question), succeeds);
  const client = createClient(transport);
  const queries = new QueryClient();
  const heard: unknown[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AgentProvider client={client}>{children}</AgentProvider>
  );
  const { result } = renderHook(
    () =>
      useSubmitMutation(
        {
          threadId: "t1",
          onMutate: ({ batch }) => ({ batch }),
          onSuccess: (end, _, before) => heard.push(end.status, before?.batch),
        },
        queries,
      ),
    { wrapper },
  );
  const thread = client.thread("t1");
  await thread.send("Go");
  thread.approvals.decline("deploy");
  const { batch } = thread.approvals.get();
  await act(() => result.current.mutateAsync({}, { onSuccess: (_, { batch: sent }) => heard.push(sent) }));
  expect(heard).toEqual(["success", batch, batch]);
});

test.each([
  ["after 90 seconds", 90_000, 90_000],
  ["never", Number.POSITIVE_INFINITY, 600_000],
  ["before it was asked, as Query does", -5, 1_000],
  ["at no time, as Query does", undefined, 1_000],
])("a server that says to come back %s", async (_, retryAfter, wait) => {
  vi.useFakeTimers();
  try {
    const busy: Script = () => {
      throw new TransportError("Too many requests.", { status: 429, ...(retryAfter && { retryAfter }) });
    };
    const { transport, inputs } = scriptedAgent(busy, succeeds);
    const client = createClient(transport);
    const wrapper = ({ children }: { children: ReactNode }) => (
      <AgentProvider client={client}>{children}</AgentProvider>
    );
    const queries = new QueryClient();
    const { result } = renderHook(() => useSendMutation({ threadId: "t1", retry: 1 }, queries), { wrapper });
    act(() => result.current.mutate("Go"));
    await act(() => vi.advanceTimersByTimeAsync(wait - 100));
    expect(inputs).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(inputs).toHaveLength(retryAfter === Number.POSITIVE_INFINITY ? 1 : 2);
  } finally {
    vi.useRealTimers();
  }
});

test("says what the thread says", async () => {
  const { result } = setUp([rawRun((input) => [started(input), ...message("m", "Hi."), finished(input)])]);
  await act(() => result.current.send.mutateAsync([{ type: "text", text: "Go" }]));
  expect(result.current.run.messages.map(({ content }) => content)).toEqual([
    [{ type: "text", text: "Go" }],
    "Hi.",
  ]);
});
