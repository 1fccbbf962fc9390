import {
  activity,
  callTool,
  createGate,
  createTestClient,
  fail,
  pause,
  rawRun,
  reason,
  say,
  scriptedAgent,
  subagent,
} from "@holdpoint/client/testing";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Profiler, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { axeFaults } from "../../../../test/support/asked-form.tsx";
import { client, finished, message, started } from "../../../../test/support/scripted.ts";
import { MessageList, type MessageParts } from "../index.ts";

afterEach(cleanup);

const ask = (...ids: string[]) =>
  pause(...ids.map((id) => ({ id: `ask ${id}`, reason: "tool_approval", toolCallId: id })));

const Markdown = ({ text }: { text: string }): ReactElement => <h4>{text.replace("# ", "")}</h4>;

test("500 deltas in one frame render one row once, and neither the list nor another row", async () => {
  const [first, applied, end] = [createGate(), createGate(), createGate()];
  const agent = createTestClient(
    scriptedAgent(
      rawRun(async function* (input) {
        yield started(input);
        yield* message("old", "An old message.");
        yield { type: "TEXT_MESSAGE_START", messageId: "live" };
        yield { type: "TEXT_MESSAGE_CONTENT", messageId: "live", delta: "." };
        await first.opened;
        for (let at = 0; at < 500; at += 1) {
          yield { type: "TEXT_MESSAGE_CONTENT", messageId: "live", delta: "." };
        }
        // Whoever asks for the next event has taken all before it.
        applied.open();
        await end.opened;
        yield { type: "TEXT_MESSAGE_END", messageId: "live" };
        yield finished(input);
      }),
    ),
    { frames: "manual" },
  );
  const frame = () => act(async () => void agent.schedule.flush());
  const thread = agent.thread("t1");
  let lists = 0;
  const watched = {
    ...thread,
    // Read by the list itself, each time that it renders.
    get messageIds() {
      lists += 1;
      return thread.messageIds;
    },
  };
  const drawn: Record<string, number> = {};
  const parts: MessageParts = {
    message({ message: { id }, children }) {
      drawn[id] = (drawn[id] ?? 0) + 1;
      return children;
    },
  };
  let commits = 0;
  render(
    <Profiler id="list" onRender={() => (commits += 1)}>
      <MessageList thread={watched} parts={parts} />
    </Profiler>,
  );
  const sent = thread.send("Go");
  const settled = async (text: string) => {
    await waitFor(async () => {
      await frame();
      expect(screen.getByText(text)).toBeDefined();
    });
  };
  await settled(".");
  const before = { ...drawn };
  [lists, commits] = [0, 0];
  first.open();
  await applied.opened;
  await settled(".".repeat(501));
  expect(lists).toBe(0);
  expect(commits).toBe(1);
  expect(drawn).toEqual({ ...before, live: (before.live ?? 0) + 1 });
  end.open();
  await act(async () => void (await sent));
});

test("a message of calls that all wait for a decision is not drawn, until they are decided", async () => {
  const agent = scriptedAgent(
    [
      callTool("deploy", {}, { id: "a", parentMessageId: "both" }),
      callTool("notify", {}, { id: "b", parentMessageId: "both" }),
      say("Shall I?", { id: "text" }),
      callTool("restart", {}, { id: "c", parentMessageId: "text" }),
      callTool("lonely", {}, { id: "d", parentMessageId: "half" }),
      callTool("asked", {}, { id: "e", parentMessageId: "half" }),
      ask("a", "b", "c", "e"),
    ],
    [],
  );
  const thread = client(agent.transport).thread("t1");
  render(<MessageList thread={thread} />);
  await act(() => thread.send("Go"));
  const list = within(screen.getByRole("region", { name: "Messages" }));
  // Text, or a call that nobody is asked about, keeps the whole message.
  for (const name of ["restart", "lonely", "asked"]) expect(list.getByText(name)).toBeDefined();
  for (const name of ["deploy", "notify"]) expect(list.queryByText(name)).toBeNull();
  thread.approvals.declineAll();
  await act(() => thread.approvals.submit());
  expect(list.getByText("deploy")).toBeDefined();
});

test("nests subagents, folds reasoning, draws activity as a tree, and makes no HTML of a text", async () => {
  const agent = scriptedAgent([
    reason("Because."),
    subagent("Counter", [say("<b>214</b>"), fail("no more")]),
    activity("PLAN", { steps: ["a", "b"] }),
  ]);
  const thread = client(agent.transport).thread("t1");
  const { container } = render(<MessageList thread={thread} />);
  await act(() => thread.send("Go"));
  const group = screen.getByRole("group", { name: /^Counter/ });
  expect(within(group).getByText("failed: no more")).toBeDefined();
  expect(within(group).getByText("<b>214</b>")).toBeDefined();
  expect(within(group).getByText("Subagent")).toBeDefined();
  expect(container.querySelector("b")).toBeNull();
  const reasoning = screen.getByText("Because.").closest("details");
  expect(reasoning?.open).toBe(false);
  await userEvent.click(screen.getByText("Reasoning"));
  expect(reasoning?.open).toBe(true);
  expect(screen.getByText("PLAN")).toBeDefined();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["a", "b"]);
  expect(await axeFaults()).toEqual([]);
});

test("an app draws each part its own way, and renders on a server", async () => {
  const agent = scriptedAgent([
    say("# Title"),
    callTool("deploy", {}, { id: "a" }),
    activity("PLAN", { done: 1 }),
  ]);
  const thread = client(agent.transport).thread("t1");
  await thread.send("Go");
  const parts: MessageParts = {
    text: ({ text }) => <Markdown text={text} />,
    toolCall: ({ call: { id }, children }) => <section aria-label={`call ${id}`}>{children}</section>,
    activity: ({ message: { content } }) => <p>{JSON.stringify(content)}</p>,
  };
  render(<MessageList thread={thread} parts={parts} className="mine" />);
  expect(screen.getByRole("heading", { name: "Title" })).toBeDefined();
  expect(within(screen.getByRole("region", { name: "call a" })).getByText("deploy")).toBeDefined();
  expect(screen.getByText('{"done":1}')).toBeDefined();
  expect(screen.getByRole("region", { name: "Messages" }).className).toBe("hp-part hp-messages mine");
  // By this a server is known from a page that takes over what one has drawn.
  vi.stubGlobal("document", undefined);
  const html = renderToString(<MessageList thread={thread} parts={parts} />);
  vi.unstubAllGlobals();
  expect(html).toContain("<h4>Title</h4>");
});

test("a message that is taken out is gone, without a trace of its row", async () => {
  const thread = client(scriptedAgent().transport).thread("t1", {
    messages: [
      { id: "1", role: "user", content: "One" },
      { id: "2", role: "user", content: "Two" },
    ],
  });
  render(<MessageList thread={thread} />);
  act(() => thread.setMessages([{ id: "2", role: "user", content: "Two" }]));
  expect(screen.getAllByRole("article")).toHaveLength(1);
});

test("earlier messages that are loaded later leave those that are shown as they are", () => {
  const write = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => ({
      id: `m-${from + at}`,
      role: "user" as const,
      content: `Text ${from + at}`,
    }));
  const thread = client(scriptedAgent().transport).thread("t1", { messages: write(200, 400) });
  const { container } = render(<MessageList thread={thread} />);
  const rows = () => [...container.querySelectorAll("article")];
  const shown = rows();
  act(() => thread.setMessages(write(0, 400)));
  const now = rows();
  expect(now.map(({ textContent }) => textContent?.replace(/^You/, ""))).toEqual(
    write(0, 400).map(({ content }) => content),
  );
  expect(shown.filter((element) => now.includes(element))).toHaveLength(200);
  // Nor do those that are forgotten take others with them.
  act(() => thread.setMessages(write(1, 400)));
  expect(now.filter(({ isConnected }) => isConnected)).toHaveLength(399);
});
