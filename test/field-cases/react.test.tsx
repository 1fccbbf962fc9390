// @vitest-environment jsdom
import { type AgentClient, httpTransport, type Thread } from "@holdpoint/client";
import { AgentProvider, type AgentRunOptions, ApprovalPanel, useAgentRun } from "@holdpoint/react";
import { cleanup, configure, render, waitFor } from "@testing-library/react";
import { type ReactElement, type ReactNode, StrictMode, useEffect } from "react";
import { afterEach, expect, vi } from "vitest";
import { createClient } from "./support/client.ts";
import { fieldCase, type WireEvent } from "./support/field-case.ts";
import { openStream, serve } from "./support/server.ts";

// React 19 tries effects twice only where strict mode is the root.
configure({ reactStrictMode: true });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const toFrames = (events: readonly WireEvent[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

/** How many readers listen to a thread now. */
function countReaders(thread: Thread): () => number {
  const { subscribe } = thread;
  let live = 0;
  vi.spyOn(thread, "subscribe").mockImplementation((onChange) => {
    live += 1;
    const end = subscribe(onChange);
    return () => {
      live -= 1;
      end();
    };
  });
  return () => live;
}

let renders = 0;

/** Sends its first message in an effect, without a guard against an effect that runs twice. */
function Chat({ initialMessage, ...options }: AgentRunOptions & { initialMessage?: string }): ReactElement {
  renders += 1;
  const { send, messages } = useAgentRun({ threadId: "t1", ...options });
  useEffect(() => {
    if (initialMessage !== undefined) void send(initialMessage, { runId: "r1" });
  }, [send, initialMessage]);
  return (
    <ul>
      {messages.map(({ id, content }) => (
        <li key={id}>{String(content)}</li>
      ))}
    </ul>
  );
}

function Panel(): ReactElement {
  renders += 1;
  return <ApprovalPanel run={useAgentRun({ threadId: "t1" })} />;
}

function App({ client, children }: { client: AgentClient; children: ReactNode }): ReactElement {
  return (
    <StrictMode>
      <AgentProvider client={client}>
        {children}
        <Panel />
      </AgentProvider>
    </StrictMode>
  );
}

/** A server that answers one request with a stream that the test writes, and a client of it. */
function setUp() {
  const stream = openStream();
  const { fetch, requests } = serve(() => stream.response);
  const client = createClient({ transport: httpTransport({ url: "/agent" }), environment: { fetch } });
  const thread = client.thread("t1");
  return { stream, requests, client, thread, readers: countReaders(thread) };
}

const shown = (): readonly string[] => [...document.querySelectorAll("li")].map((li) => li.textContent ?? "");

fieldCase<
  { tree: string; steps: readonly { do: string; events?: readonly WireEvent[]; midStream?: boolean }[] },
  {
    requests: number;
    messages: readonly string[];
    liveSubscribersAfterMount: string;
    afterUnmount: { fetchAborted: string; setStateCalls: number; unhandledRejections: number };
    remountWorks: boolean;
  }
>("50-strict-mode-and-unmount", async ({ tree, steps }, expected) => {
  expect(tree).toBe("<StrictMode><Provider agent><Chat initialMessage/><Panel/></Provider></StrictMode>");
  expect(steps.map((step) => step.do)).toEqual(["mount", "emit", "unmount"]);
  const events = steps.flatMap((step) => step.events ?? []);
  const rejections: unknown[] = [];
  const note = (reason: unknown): unknown => rejections.push(reason);
  process.on("unhandledRejection", note);
  const complaints = vi.spyOn(console, "error");

  await mountAndEmit(events, expected);
  await startOnMount(events, expected);
  await unmountMidStream(events, expected);
  await stopOnUnmount(events, expected.afterUnmount.fetchAborted);

  process.off("unhandledRejection", note);
  expect(rejections).toHaveLength(expected.afterUnmount.unhandledRejections);
  expect(complaints).not.toHaveBeenCalled();
});

interface Expected50 {
  readonly requests: number;
  readonly messages: readonly string[];
  readonly liveSubscribersAfterMount: string;
  readonly afterUnmount: { readonly setStateCalls: number };
  readonly remountWorks: boolean;
}

/** The same by the option for it. */
async function startOnMount(events: readonly WireEvent[], expected: Expected50): Promise<void> {
  const { stream, requests, client } = setUp();
  const { unmount } = render(
    <App client={client}>
      <Chat startOnMount="Hi" />
    </App>,
  );
  await waitFor(() => expect(requests).not.toHaveLength(0));
  stream.write(toFrames(events));
  stream.close();
  await waitFor(() => expect(shown()).toEqual(["Hi", "Hello"]));
  expect(requests).toHaveLength(expected.requests);
  unmount();
}

async function mountAndEmit(events: readonly WireEvent[], expected: Expected50): Promise<void> {
  const { stream, requests, client, thread, readers } = setUp();
  const { unmount } = render(
    <App client={client}>
      <Chat initialMessage="Hi" />
    </App>,
  );
  expect(expected.liveSubscribersAfterMount).toBe("one store, any number of readers");
  expect(client.thread("t1")).toBe(thread);
  // Each of the two hooks reads what there is, and hears of how runs end.
  expect(readers()).toBe(4);
  stream.write(toFrames(events));
  stream.close();
  await waitFor(() => expect(thread.get().status).toBe("success"));
  await waitFor(() => expect(shown()).toEqual(["Hi", "Hello"]));
  expect(requests).toHaveLength(expected.requests);
  const ids = thread.get().messages.flatMap(({ id, origin }) => (origin === "agent" ? [id] : []));
  expect(ids).toEqual(expected.messages);
  expect(thread.get().messages.filter(({ role }) => role === "user")).toHaveLength(1);
  unmount();
  expect(readers()).toBe(0);
}

async function unmountMidStream(events: readonly WireEvent[], expected: Expected50): Promise<void> {
  const { stream, requests, client, thread, readers } = setUp();
  const tree = (
    <App client={client}>
      <Chat initialMessage="Hi" />
    </App>
  );
  const half = events.findIndex(({ type }) => type === "TEXT_MESSAGE_CONTENT") + 1;
  const first = render(tree);
  stream.write(toFrames(events.slice(0, half)));
  await waitFor(() => expect(shown()).toEqual(["Hi", "Hello"]));
  first.unmount();
  expect(readers()).toBe(0);

  // The run belongs to the client: it goes on, and nobody who is gone hears of it.
  const before = renders;
  let publishes = 0;
  const end = thread.message("m1").subscribe(() => {
    publishes += 1;
  });
  const more = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "!" };
  stream.write(toFrames([more]));
  await waitFor(() => expect(thread.message("m1").get()?.content).toBe("Hello!"));
  end();
  expect(publishes).toBeGreaterThan(0);
  expect(renders - before).toBe(expected.afterUnmount.setStateCalls);
  expect(requests[0]?.init.signal?.aborted).toBe(false);

  expect(expected.remountWorks).toBe(true);
  render(tree);
  // Each of the two hooks reads what there is, and hears of how runs end.
  expect(readers()).toBe(4);
  expect(shown()).toEqual(["Hi", "Hello!"]);
  stream.write(toFrames([more, ...events.slice(half)]));
  stream.close();
  await waitFor(() => expect(shown()).toEqual(["Hi", "Hello!!"]));
  await waitFor(() => expect(thread.get().status).toBe("success"));
  expect(requests).toHaveLength(expected.requests);
}

/** Whether the request is aborted is the app's to say. */
async function stopOnUnmount(events: readonly WireEvent[], fetchAborted: string): Promise<void> {
  expect(fetchAborted).toBe("per option");
  const { stream, requests, client, thread } = setUp();
  cleanup();
  const { unmount } = render(
    <App client={client}>
      <Chat stopOnUnmount />
    </App>,
  );
  const ending = thread.run({ runId: "r1" });
  stream.write(toFrames(events.slice(0, 3)));
  await waitFor(() => expect(shown()).toEqual(["Hello"]));
  unmount();
  expect((await ending).status).toBe("stopped");
  expect(requests[0]?.init.signal?.aborted).toBe(true);
  await waitFor(() => expect(stream.isCancelled()).toBe(true));
}
