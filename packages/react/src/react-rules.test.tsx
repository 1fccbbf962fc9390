import type { AgentClient } from "@holdpoint/client";
import { createTestClient, pause, say, scriptedAgent } from "@holdpoint/client/testing";
import { act, cleanup, render, screen } from "@testing-library/react";
import {
  Component,
  type ReactElement,
  type ReactNode,
  Suspense,
  startTransition,
  useDeferredValue,
  useState,
} from "react";
import { afterEach, expect, test, vi } from "vitest";
import { hookStage } from "../../../test/support/hook-stage.tsx";
import { succeeds } from "../../../test/support/scripted.ts";
import {
  AgentProvider,
  useAgentRun,
  useApprovals,
  useInterruptForm,
  useMessage,
  useMessageIds,
  useRunStatus,
} from "./index.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const on = { threadId: "t1" };

function Reader({ seen }: { seen: string[] }): ReactElement {
  const ids = useMessageIds(on);
  const text = String(useMessage("m1", on)?.content);
  seen.push(`${ids.length} ${text.length}`);
  return <p>{text}</p>;
}

test("many readers of one thread are one store and one stream, and all show the same in one commit", async () => {
  const { agent, client, thread, wrapper, inputs } = hookStage([[say("abc", { id: "m1", pieces: 3 })]]);
  agent.hold();
  const seen: string[] = [];
  render(
    Array.from({ length: 20 }, (_, at) => <Reader key={String(at)} seen={seen} />),
    { wrapper, reactStrictMode: true },
  );
  void thread.run();
  // Its begin, and all pieces.
  await act(() => agent.advance(4));
  seen.length = 0;
  act(() => void client.schedule.flush());
  expect([...new Set(seen)]).toEqual(["1 3"]);
  expect(screen.getAllByText("abc")).toHaveLength(20);
  expect(inputs).toHaveLength(1);
  thread.stop();
});

/** Two readers of what is shown, one of them late. */
function Pair({ threadId }: { threadId: string }): ReactElement {
  const run = useAgentRun({ threadId });
  const late = useDeferredValue(run.messages.length);
  return (
    <p>
      {`${threadId} ${run.threadId} ${run.messages.length}`}
      <Slow>{late}</Slow>
    </p>
  );
}

function Slow({ children }: { children: ReactNode }): ReactElement {
  return <i>{children}</i>;
}

function Switcher({ client }: { client: AgentClient }): ReactElement {
  const [threadId, setThreadId] = useState("t1");
  return (
    <AgentProvider client={client}>
      <button type="button" onClick={() => startTransition(() => setThreadId("t2"))}>
        Next
      </button>
      <Suspense fallback="...">
        <Pair threadId={threadId} />
      </Suspense>
    </AgentProvider>
  );
}

test("a transition to another thread never shows what is of the one before", async () => {
  const client = createTestClient(scriptedAgent(succeeds));
  client.thread("t2").setMessages([{ id: "a", role: "user", content: "2" }]);
  const { container } = render(<Switcher client={client} />);
  const texts = new Set<string>();
  const note = () => texts.add(container.querySelector("p")?.firstChild?.textContent ?? "");
  new MutationObserver(note).observe(container, { subtree: true, childList: true, characterData: true });
  await act(async () => {
    const ending = client.thread("t1").run();
    screen.getByRole("button").click();
    await ending;
  });
  note();
  for (const text of texts) expect(text).toMatch(/^(t1 t1 \d|t2 t2 1)$/);
  expect(container.querySelector("p")?.textContent).toBe("t2 t2 11");
});

class Boundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <button type="button" onClick={() => this.setState({ error: undefined })}>
        {error.message}
      </button>
    );
  }
}

function Fragile(): ReactElement {
  const { status, items } = { status: useRunStatus(on), items: useApprovals(on).items };
  const form = useInterruptForm("q1", on);
  if (status === "running") throw new Error("It broke.");
  return <p>{`${status} ${items.length} ${form?.id}`}</p>;
}

test("what breaks below an error boundary breaks no run, and shows the thread as it is once it is tried again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { agent, thread, wrapper } = hookStage([[pause({ id: "q1", reason: "confirmation" })]]);
  agent.hold();
  render(
    <Boundary>
      <Fragile />
    </Boundary>,
    { wrapper, reactStrictMode: true },
  );
  await act(async () => {
    void thread.run();
    await agent.advance();
  });
  expect(screen.getByRole("button").textContent).toBe("It broke.");
  await act(() => agent.advance());
  act(() => screen.getByRole("button").click());
  expect(screen.getByText("interrupted 1 q1")).toBeDefined();
});

test("what is mounted late, and again, reads what is there, and nobody listens once all are gone", async () => {
  const { thread, wrapper } = hookStage([
    [say("Hello.", { id: "m1" }), pause({ id: "q1", reason: "confirmation" })],
  ]);
  await thread.run();
  const seen: string[] = [];
  const tree = (
    <>
      <Reader seen={seen} />
      <Fragile />
    </>
  );
  for (let time = 0; time < 2; time++) {
    const { unmount } = render(tree, { wrapper, reactStrictMode: true });
    expect(screen.getByText("Hello.")).toBeDefined();
    expect(screen.getByText("interrupted 1 q1")).toBeDefined();
    unmount();
  }
  const { length } = seen;
  thread.setMessages([]);
  thread.approvals.declineAll();
  expect(seen).toHaveLength(length);
});
