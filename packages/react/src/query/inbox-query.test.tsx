import {
  type AgentClient,
  createStorage,
  type Inbox,
  isStorageError,
  memoryAdapter,
} from "@holdpoint/client";
import { createGate, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { onlineManager, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { asks, client as createClient, succeeds } from "../../../../test/support/scripted.ts";
import { agentKeys, type InboxQueryOptions, inboxQueryOptions } from "./index.ts";

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
});

const question = { id: "deploy", reason: "tool_approval", message: "Deploy?" };
const waits = (threadId: string, more = {}) => ({ threadId, runId: "r1", interrupts: [question], ...more });

/** A client that counts who listens to its inbox. */
function counted(scripts: Script[], options = {}): { client: AgentClient; listeners: () => number } {
  const client = createClient(scriptedAgent(...scripts).transport, options);
  let listeners = 0;
  const { inbox } = client;
  const subscribe = (onChange: () => void) => {
    const end = inbox.subscribe(onChange);
    listeners += 1;
    return () => {
      listeners -= 1;
      end();
    };
  };
  return { client: { ...client, inbox: { get: inbox.get, subscribe } }, listeners: () => listeners };
}

const noRetry = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const ids = (inbox: Inbox | undefined) => inbox?.map(({ threadId }) => threadId);

function List({ query }: { query: InboxQueryOptions }) {
  const { data, error, status } = useQuery(query);
  return <p>{error?.message ?? (ids(data)?.join(" ") || status)}</p>;
}

function show(client: AgentClient, queries: QueryClient, load?: () => unknown) {
  const query = inboxQueryOptions({ client, ...(load && { load }) });
  const view = render(
    <QueryClientProvider client={queries}>
      <List query={query} />
    </QueryClientProvider>,
  );
  return { query, view };
}

test("follows the inbox of the client, also offline and whatever the app's defaults are", async () => {
  const { client } = counted([asks(question), succeeds]);
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 1, refetchOnMount: false } } });
  onlineManager.setOnline(false);
  show(client, queries);
  await screen.findByText("success");
  await act(() => client.thread("t1").send("Go"));
  await screen.findByText("t1");
  act(() => client.thread("t1").approvals.decline("deploy"));
  expect(queries.getQueryData<Inbox>(agentKeys.inbox(client))?.[0]?.approvals.counts.declined).toBe(1);
  await act(() => client.thread("t1").approvals.submit());
  await screen.findByText("success");
});

test("with a storage, shows what is kept", async () => {
  const storage = createStorage(memoryAdapter());
  const first = createClient(scriptedAgent(asks(question)).transport, { storage });
  await first.thread("t1").send("Go");
  first.dispose();
  const { client } = counted([], { storage });
  show(client, new QueryClient());
  await screen.findByText("t1");
});

test("listens once, however often it is fetched, and no more once it is out of the cache", async () => {
  const { client, listeners } = counted([asks(question)]);
  const queries = new QueryClient();
  const { query, view } = show(client, queries);
  await screen.findByText("success");
  await act(() => queries.refetchQueries(query));
  await act(() => queries.refetchQueries(query));
  expect(listeners()).toBe(1);
  // What is followed is never out of date.
  expect(queries.getQueryCache().find(query)?.isStale()).toBe(false);
  view.unmount();
  expect(listeners()).toBe(1);
  queries.removeQueries(query);
  expect(listeners()).toBe(0);
  expect(queries.getQueryCache().hasListeners()).toBe(false);
  await client.thread("t1").send("Go");
  expect(queries.getQueryCache().getAll()).toEqual([]);
  expect(ids(await queries.fetchQuery(query))).toEqual(["t1"]);
  expect(listeners()).toBe(1);
  queries.clear();
  expect(listeners()).toBe(0);
});

test("is collected as any query that nobody looks at", async () => {
  const { client, listeners } = counted([]);
  const queries = new QueryClient({ defaultOptions: { queries: { gcTime: 0 } } });
  const { view } = show(client, queries);
  await screen.findByText("success");
  expect(listeners()).toBe(1);
  view.unmount();
  await vi.waitFor(() => expect(listeners()).toBe(0));
});

test("two clients on one QueryClient, and the two inboxes of one, do not collide", async () => {
  const one = counted([asks(question)]).client;
  const other = counted([]).client;
  const queries = new QueryClient();
  await one.thread("t1").send("Go");
  expect(ids(await queries.fetchQuery(inboxQueryOptions({ client: one })))).toEqual(["t1"]);
  expect(ids(await queries.fetchQuery(inboxQueryOptions({ client: other })))).toEqual([]);
  const load = () => [waits("s1")];
  expect(ids(await queries.fetchQuery(inboxQueryOptions({ client: other, load })))).toEqual(["s1"]);
  expect(ids(queries.getQueryData(inboxQueryOptions({ client: other }).queryKey))).toEqual([]);
  expect(queries.getQueriesData({ queryKey: agentKeys.inbox(other) })).toHaveLength(2);
});

test("a server's inbox is reckoned as the client's own is, by the client's clock", async () => {
  const expiresAt = "2099-01-01T00:00:00Z";
  const load = () => [
    waits("s1", { interrupts: [question, { ...question, id: "late", expiresAt }] }),
    { version: 1, threadId: "s2", messages: [{ id: "u", role: "user", content: "Hi" }] },
  ];
  const { client } = counted([], { environment: { clock: () => Date.parse("2100-01-01T00:00:00Z") } });
  const data = await new QueryClient().fetchQuery(inboxQueryOptions({ client, load }));
  expect(data).toMatchObject([
    {
      threadId: "s1",
      approvals: {
        phase: "open",
        runId: "r1",
        counts: { total: 2, open: 2, expired: 1 },
        items: [{ interrupt: question }, { id: "late", expired: true }],
      },
    },
  ]);
  expect(client.inbox.get()).toEqual([]);
});

test("a thread that is known here is shown as it is here, before those of the server", async () => {
  const { client } = counted([asks(question), succeeds]);
  const queries = new QueryClient();
  await client.thread("t1").send("Go");
  client.thread("t1").approvals.decline("deploy");
  show(client, queries, () => [waits("s1"), waits("t1")]);
  await screen.findByText("t1 s1");
  const data = queries.getQueryData<Inbox>(agentKeys.serverInbox(client));
  expect(data?.[0]?.approvals.counts.declined).toBe(1);
  // What was answered here does not wait any more, although the server's list has it still.
  await act(() => client.thread("t1").approvals.submit());
  await screen.findByText("s1");
});

test("what was answered here waits again once the server says so anew", async () => {
  const { client } = counted([asks(question), succeeds]);
  const queries = new QueryClient();
  await client.thread("t1").send("Go");
  const { query } = show(client, queries, () => [waits("t1")]);
  await screen.findByText("t1");
  client.thread("t1").approvals.decline("deploy");
  await act(() => client.thread("t1").approvals.submit());
  await screen.findByText("success");
  await act(() => queries.refetchQueries(query));
  await screen.findByText("t1");
});

test("an older answer of the server does not come back", async () => {
  const { opened, open } = createGate();
  const answers = [
    async () => [waits("s1")],
    () => opened.then(() => [waits("s2")]),
    async () => [waits("s3")],
  ];
  const { client } = counted([asks(question)]);
  const queries = new QueryClient();
  const { query } = show(client, queries, () => answers.shift()?.());
  await screen.findByText("s1");
  const slow = queries.refetchQueries(query);
  await act(() => queries.refetchQueries(query));
  open();
  await act(() => slow);
  await act(() => client.thread("t1").send("Go"));
  await screen.findByText("t1 s3");
});

test("what was answered while the server was asked is not waiting", async () => {
  const { opened, open } = createGate();
  const { client } = counted([asks(question), succeeds]);
  const queries = new QueryClient();
  await client.thread("t1").send("Go");
  const load = async () => {
    await opened;
    return [waits("t1"), waits("s1")];
  };
  const loading = queries.fetchQuery(inboxQueryOptions({ client, load }));
  client.thread("t1").approvals.decline("deploy");
  await client.thread("t1").approvals.submit();
  open();
  expect(ids(await loading)).toEqual(["s1"]);
});

test("what changes between the server's answer and its place in the cache is not lost", async () => {
  const { client } = counted([asks(question)]);
  const queries = new QueryClient();
  const sent = client.thread("t1").send("Go");
  // Each number of turns is another place to come in between.
  for (let turns = 0; turns < 12; turns += 1) {
    const late = client.thread(`late-${turns}`);
    const load = async () => {
      const change = async () => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        late.hydrate({ ...late.export(), batch: batchOf(client) });
      };
      await sent;
      void change();
      return [];
    };
    const query = inboxQueryOptions({ client, load });
    await queries.fetchQuery({ ...query, staleTime: 0 });
    await vi.waitFor(() => expect(ids(queries.getQueryData(query.queryKey))).toContain(`late-${turns}`));
  }
});

/** Some batch that is pending. */
function batchOf(client: AgentClient) {
  const { batch } = client.thread("t1").export();
  if (!batch) throw new Error("Nothing is pending.");
  return batch;
}

test.each([
  ["no list", { threads: [] }, /no list/],
  ["an entry that is none", [waits("s1"), null], /entry 1/],
  ["an entry without an id", [{ runId: "r1", interrupts: [question] }], /entry 0.*threadId/],
  ["another version", [waits("s1", { version: 9 })], /entry 0.*version 9/],
  ["a question that is none", [waits("s1"), waits("s2", { interrupts: ["?"] })], /entry 1.*interrupts/],
])("refuses %s, and names the place", async (_, loaded, words) => {
  const { client } = counted([asks(question)]);
  const queries = noRetry();
  const { query } = show(client, queries, () => loaded);
  await screen.findByText(words);
  expect(isStorageError(queries.getQueryState(query.queryKey)?.error)).toBe(true);
  // What waits here does not make a whole of it.
  await act(() => client.thread("t1").send("Go"));
  expect(queries.getQueryState(query.queryKey)?.status).toBe("error");
});

test("a server that is away later leaves what was there, and what waits here is still followed", async () => {
  let isDown = false;
  const { client } = counted([asks(question)]);
  const queries = noRetry();
  const load = () => {
    if (isDown) throw new Error("down");
    return [waits("s1")];
  };
  const { query } = show(client, queries, load);
  await screen.findByText("s1");
  isDown = true;
  await act(() => queries.refetchQueries(query));
  expect(ids(queries.getQueryData(query.queryKey))).toEqual(["s1"]);
  await act(() => client.thread("t1").send("Go"));
  await waitFor(() => expect(ids(queries.getQueryData(query.queryKey))).toEqual(["t1", "s1"]));
});
