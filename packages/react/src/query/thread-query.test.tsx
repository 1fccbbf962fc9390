import {
  createStorage,
  defineTool,
  isStorageError,
  memoryAdapter,
  type ThreadRecord,
  type Warning,
} from "@holdpoint/client";
import { breakOff, createGate, rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import {
  asks,
  client as createClient,
  finished,
  message,
  started,
  succeeds,
} from "../../../../test/support/scripted.ts";
import { agentKeys, type ThreadQueryOptions, threadQueryOptions } from "./index.ts";

afterEach(cleanup);

const question = { id: "deploy", reason: "tool_approval", message: "Deploy?" };
const messages = [
  { id: "u1", role: "user", content: "Deploy build 42" },
  { id: "a1", role: "assistant", content: "Shall I?" },
];
const stored = {
  version: 1,
  threadId: "t1",
  messages,
  state: { build: 42 },
  runId: "r1",
  interrupts: [question],
};

function setUp(load: (threadId: string) => unknown, scripts: Script[] = [], options = {}) {
  const { transport, inputs } = scriptedAgent(...scripts);
  const client = createClient(transport, options);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const query = threadQueryOptions({ client, threadId: "t1", load });
  return {
    client,
    inputs,
    queries,
    query,
    thread: client.thread("t1"),
    /** Loads it, as often as it is asked for. */
    async fetch() {
      await queries.invalidateQueries(query);
      return queries.fetchQuery(query);
    },
  };
}

function Loader({ name, query }: { name: string; query: ThreadQueryOptions }) {
  const { data } = useQuery(query);
  return <p>{`${name} ${data?.outcome}`}</p>;
}

const contents = ({ messages: all }: Pick<ThreadRecord, "messages">) => all.map(({ content }) => content);

test("shows messages, state and questions of a server, which can be answered at once", async () => {
  const { fetch, thread, inputs } = setUp(() => stored, [succeeds]);
  expect(await fetch()).toEqual({ threadId: "t1", outcome: "shown" });
  const { status, state, approvals } = thread.get();
  expect(contents(thread.get())).toEqual(["Deploy build 42", "Shall I?"]);
  expect(status).toBe("interrupted");
  expect(state).toEqual({ build: 42 });
  expect(approvals.items.map(({ interrupt }) => interrupt)).toEqual([question]);
  thread.approvals.decline("deploy");
  expect(await thread.approvals.submit()).toMatchObject({ status: "success" });
  expect(inputs[0]).toMatchObject({
    messages,
    state: { build: 42 },
    resume: [{ interruptId: "deploy", status: "cancelled" }],
  });
});

test("nothing of the conversation is in the cache", async () => {
  const { fetch, queries } = setUp(() => stored);
  await fetch();
  const all = queries
    .getQueryCache()
    .getAll()
    .map(({ state }) => state);
  expect(JSON.stringify(all)).not.toMatch(/build|Shall/);
});

test.each([undefined, null])("a server that has no such thread gives %s", async (nothing) => {
  const { fetch, thread } = setUp(() => nothing, [succeeds]);
  await thread.send("Hi");
  expect(await fetch()).toEqual({ threadId: "t1", outcome: "absent" });
  expect(contents(thread.get())).toEqual(["Hi", "Done."]);
});

test.each([
  ["no record", "<html>", /"t1" was not loaded.*version none/],
  ["another version", { ...stored, version: 2 }, /"t1" was not loaded.*version 2/],
  ["another thread", { ...stored, threadId: "t2" }, /"t1" was not loaded.*that of "t2"/],
  ["a message that is none", { ...stored, messages: [messages[0], { role: "user" }] }, /messages\[1\]/],
  ["a question that is none", { ...stored, interrupts: [{ id: 7, reason: "x" }] }, /interrupts/],
])("refuses %s, names the place, and leaves the thread as it was", async (_, loaded, words) => {
  const { fetch, thread, queries, query } = setUp(() => loaded, [succeeds]);
  await thread.send("Hi");
  const before = thread.get();
  await expect(fetch()).rejects.toThrow(words);
  expect(isStorageError(queries.getQueryState(query.queryKey)?.error)).toBe(true);
  expect(thread.get()).toBe(before);
});

test("hears of what was left out of a record", async () => {
  const { client, queries } = setUp(() => undefined);
  const warnings: Warning[] = [];
  const query = threadQueryOptions({
    client,
    threadId: "t1",
    load: () => ({ ...stored, secret: 1 }),
    onWarning: (warning) => warnings.push(warning),
  });
  await queries.fetchQuery(query);
  expect(warnings).toMatchObject([{ message: expect.stringContaining("secret") }]);
});

test("a load that failed keeps what is shown, and the next one shows the thread", async () => {
  let down = true;
  const { fetch, thread } = setUp(() => {
    if (down) throw new Error("down");
    return stored;
  });
  await expect(fetch()).rejects.toThrow("down");
  down = false;
  expect(await fetch()).toMatchObject({ outcome: "shown" });
  expect(thread.get().messages).toHaveLength(2);
});

test("takes a newer conversation in place of an older one", async () => {
  let record: object = { ...stored, interrupts: undefined, runId: undefined };
  const { fetch, thread } = setUp(() => record);
  await fetch();
  record = { ...stored, messages: [...messages, { id: "a2", role: "assistant", content: "Done." }] };
  expect(await fetch()).toMatchObject({ outcome: "shown" });
  expect(contents(thread.get())).toEqual(["Deploy build 42", "Shall I?", "Done."]);
  expect(thread.get().approvals.items).toHaveLength(1);
});

test("takes the answer to a message that only this page seemed to know", async () => {
  let record: object = { version: 1, threadId: "t1", messages: messages.slice(0, 1) };
  const { fetch, thread } = setUp(() => record);
  await fetch();
  record = { ...record, messages };
  expect(await fetch()).toMatchObject({ outcome: "shown" });
  expect(contents(thread.get())).toEqual(["Deploy build 42", "Shall I?"]);
});

test("what is shown already stays as it is, with how its last run ended", async () => {
  const asked: Script = rawRun((input) => [started(input), ...message("a1", "Yes."), finished(input)]);
  const { fetch, thread, inputs } = setUp(
    () => ({
      version: 1,
      threadId: "t1",
      messages: [...(inputs[0]?.messages ?? []), { id: "a1", role: "assistant", content: "Yes." }],
    }),
    [asked],
  );
  await thread.send("Now?");
  const before = thread.get();
  expect(before.status).toBe("success");
  expect(await fetch()).toMatchObject({ outcome: "shown" });
  expect(thread.get()).toBe(before);
});

test("a run that is out is not stopped", async () => {
  const { opened, open } = createGate();
  const { fetch, thread } = setUp(
    () => stored,
    [
      rawRun(async function* (input) {
        yield started(input);
        yield* message("m", "Working.");
        await opened;
        yield finished(input);
      }),
    ],
  );
  const sent = thread.send("Go");
  await vi.waitFor(() => expect(thread.get().messages).toHaveLength(2));
  expect(await fetch()).toMatchObject({ outcome: "kept" });
  open();
  expect(await sent).toMatchObject({ status: "success" });
  expect(contents(thread.get())).toEqual(["Go", "Working."]);
});

test("a run that was over before the server had answered is newer than what it says", async () => {
  const { opened, open } = createGate();
  const { queries, query, thread } = setUp(async () => {
    await opened;
    return stored;
  }, [succeeds]);
  const loading = queries.fetchQuery(query);
  await thread.send("Go");
  open();
  expect(await loading).toMatchObject({ outcome: "kept" });
  expect(contents(thread.get())).toEqual(["Go", "Done."]);
});

const field = {
  ...question,
  reason: "amount",
  responseSchema: { type: "object", properties: { n: { type: "integer" } } },
};

test.each([
  ["an answer", (approvals: Approvals) => void approvals.answer("deploy", { n: 1 })],
  ["a No", (approvals: Approvals) => approvals.decline("deploy")],
  ["half a word", (approvals: Approvals) => approvals.draft("deploy", { n: "1x" })],
])("%s that was not sent is not overwritten", async (_, say) => {
  const { fetch, thread } = setUp(() => ({ ...stored, interrupts: [field] }));
  await fetch();
  say(thread.approvals);
  const before = thread.get();
  thread.setState({ build: 43 });
  expect(await fetch()).toMatchObject({ outcome: "kept" });
  expect(thread.get().approvals).toBe(before.approvals);
  expect(thread.get().state).toEqual({ build: 43 });
});

type Approvals = ReturnType<ReturnType<typeof createClient>["thread"]>["approvals"];

test("answers of which nobody knows whether they arrived are not overwritten", async () => {
  const { fetch, thread } = setUp(() => ({ ...stored, messages: [] }), [asks(question), [breakOff()]]);
  await thread.send("Go");
  thread.approvals.decline("deploy");
  await thread.approvals.submit();
  expect(thread.approvals.get().phase).toBe("unknown");
  expect(await fetch()).toMatchObject({ outcome: "kept" });
  expect(thread.approvals.get().phase).toBe("unknown");
});

test("a message that no agent has got is not overwritten", async () => {
  const { fetch, thread } = setUp(() => stored);
  expect(await thread.send("Go")).toMatchObject({ status: "unstarted" });
  expect(await fetch()).toMatchObject({ outcome: "kept" });
  expect(contents(thread.get())).toEqual(["Go"]);
});

test("a call that the app has still to answer is not overwritten", async () => {
  const look = defineTool({
    name: "look",
    description: "Looks.",
    parameters: { type: "object" },
    execute: () => "seen",
  });
  const calls: Script = rawRun((input) => [
    started(input),
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "look", parentMessageId: "m1" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    finished(input, { type: "interrupt", interrupts: [question] }),
  ]);
  const { fetch, thread } = setUp(() => stored, [calls], { tools: [look] });
  await thread.send("Go");
  expect(thread.export().calls).toEqual(["c1"]);
  expect(await fetch()).toMatchObject({ outcome: "kept" });
  expect(thread.export().calls).toEqual(["c1"]);
});

test("a question of the app's own tool is not overwritten by a server that cannot ask it", async () => {
  const wipe = defineTool({
    name: "wipe",
    description: "Wipes.",
    parameters: { type: "object" },
    needsApproval: true,
    execute: () => "wiped",
  });
  const calls: Script = rawRun((input) => [
    started(input),
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "wipe", parentMessageId: "m1" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    finished(input),
  ]);
  const { fetch, thread } = setUp(() => ({ ...stored, interrupts: undefined }), [calls], { tools: [wipe] });
  await thread.send("Go");
  expect(thread.approvals.get().items).toMatchObject([{ kind: "tool" }]);
  expect(await fetch()).toMatchObject({ outcome: "kept" });
  expect(thread.approvals.get().items).toMatchObject([{ kind: "tool" }]);
});

test("with a storage, what it has kept comes first", async () => {
  const storage = createStorage(memoryAdapter());
  const first = createClient(scriptedAgent(asks(question)).transport, { storage });
  await first.thread("t1").send("Go");
  first.thread("t1").approvals.decline("deploy");
  first.dispose();
  const { fetch, thread } = setUp(() => stored, [], { storage });
  expect(thread.get().status).toBe("restoring");
  expect(await fetch()).toMatchObject({ outcome: "kept" });
  expect(contents(thread.get())).toEqual(["Go"]);
  expect(thread.approvals.get().items[0]?.status).toBe("declined");
});

test("with a storage, the thread of the server is shown where nothing is kept, however slowly that is found", async () => {
  const { opened, open } = createGate();
  const place = memoryAdapter();
  const read = async (key: string) => {
    await opened;
    return place.read(key);
  };
  const { fetch, thread } = setUp(() => stored, [], { storage: createStorage({ ...place, read }) });
  const loading = fetch();
  expect(thread.get().status).toBe("restoring");
  open();
  expect(await loading).toMatchObject({ outcome: "shown" });
  expect(thread.get().messages).toHaveLength(2);
});

test("a load that nobody waits for any more shows nothing", async () => {
  const { opened, open } = createGate();
  const signals: AbortSignal[] = [];
  const { client, queries, thread } = setUp(() => undefined);
  const query = threadQueryOptions({
    client,
    threadId: "t1",
    async load(_, { signal }) {
      signals.push(signal);
      await opened;
      return stored;
    },
  });
  const view = render(
    <QueryClientProvider client={queries}>
      <Loader name="a" query={query} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  view.unmount();
  expect(signals[0]?.aborted).toBe(true);
  open();
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  await opened;
  expect(thread.get().messages).toEqual([]);
});

test("two clients on one QueryClient do not collide, and one is loaded once", async () => {
  const { client, queries } = setUp(() => undefined);
  const other = createClient(scriptedAgent().transport);
  const load = vi.fn(() => stored);
  const of = (each: typeof other) => threadQueryOptions({ client: each, threadId: "t1", load });
  const view = render(
    <QueryClientProvider client={queries}>
      <Loader name="a" query={of(client)} />
      <Loader name="b" query={of(client)} />
      <Loader name="c" query={of(other)} />
    </QueryClientProvider>,
  );
  for (const name of ["a", "b", "c"]) await screen.findByText(`${name} shown`);
  expect(load).toHaveBeenCalledTimes(2);
  view.rerender(
    <QueryClientProvider client={queries}>
      <Loader key="d" name="d" query={of(client)} />
    </QueryClientProvider>,
  );
  await screen.findByText("d shown");
  expect(load).toHaveBeenCalledTimes(2);
  expect(client.thread("t1").get().messages).toHaveLength(2);
  expect(other.thread("t1").get().messages).toHaveLength(2);
  expect(agentKeys.thread(client, "t1")).toEqual(agentKeys.thread(client, "t1"));
  expect(agentKeys.thread(client, "t1")).not.toEqual(agentKeys.thread(other, "t1"));
  await act(() => queries.invalidateQueries({ queryKey: agentKeys.client(other), refetchType: "all" }));
  expect(load).toHaveBeenCalledTimes(3);
});
