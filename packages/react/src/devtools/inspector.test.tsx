import {
  type AgentClient,
  type AgentClientOptions,
  createAgentClient,
  type Interrupt,
} from "@holdpoint/client";
import { createGate, rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { asks, finished, message, started, succeeds } from "../../../../test/support/scripted.ts";
import { createInspectableClient, type InspectOptions, Inspector, type InspectorProps } from "./index.ts";

const question: Interrupt = {
  id: "who",
  reason: "name",
  message: "Who?",
  responseSchema: { type: "string" },
};
const talks = rawRun((input) => [
  started(input),
  { type: "STATE_SNAPSHOT", snapshot: { count: 1 } },
  { type: "STATE_DELTA", delta: [{ op: "replace", path: "/count", value: 2 }] },
  { type: "FROM_THE_FUTURE" },
  ...message("m", "Hello there"),
  finished(input),
]);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** An unfolded inspector, loaded. */
async function setUp(
  scripts: Script[],
  {
    create = (options) => createInspectableClient(options),
    ...props
  }: Partial<InspectorProps> & {
    create?: (options: AgentClientOptions, inspect?: InspectOptions) => AgentClient;
  } = {},
) {
  const { transport, inputs } = scriptedAgent(...scripts);
  const client = create({ transport, onWarning() {} });
  const user = userEvent.setup();
  const tree = (
    <StrictMode>
      <Inspector client={client} threadId="t" defaultOpen {...props} />
    </StrictMode>
  );
  const view = render(tree);
  await screen.findByRole("tablist");
  return {
    ...view,
    client,
    inputs,
    user,
    thread: client.thread<unknown>("t"),
    tab: (name: string) => user.click(screen.getByRole("tab", { name: new RegExp(`^${name}`) })),
  };
}

const panel = () => within(screen.getByRole("tabpanel"));
const line = (name: RegExp) => panel().findByRole("button", { name });

test("is folded at first, loads nothing, and renders on a server", async () => {
  const client = createInspectableClient({ transport: scriptedAgent(succeeds).transport });
  expect(renderToString(<Inspector client={client} threadId="t" />)).toContain("0 requests");
  render(<Inspector client={client} threadId="t" />);
  const fold = screen.getByRole("button", { name: "Inspector" });
  expect(fold.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByRole("tablist")).toBeNull();
  await act(() => client.thread("t").run());
  await screen.findByText("1 request");
  await userEvent.click(fold);
  await screen.findByRole("tablist");
  expect(await line(/RUN_STARTED/)).toBeDefined();
  await userEvent.click(fold);
  expect(screen.queryByRole("tablist")).toBeNull();
});

test("shows each event with its time, and what it changed, when it is opened", async () => {
  const { thread, user } = await setUp([talks]);
  expect(panel().getByText("Events show here as they come.")).toBeDefined();
  await act(() => thread.run());
  expect(await panel().findByText("Request 1")).toBeDefined();
  await user.click(await line(/STATE_DELTA/));
  const opened = panel().getByText("What it changed").parentElement?.textContent ?? "";
  expect(opened).toContain("count");
  expect(opened).toMatch(/1 2/);
  expect(panel().getByRole("region", { name: "As it came" }).textContent).toBe(
    JSON.stringify({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/count", value: 2 }] }),
  );
  await user.click(await line(/TEXT_MESSAGE_CONTENT/));
  expect(panel().getByText("Hello there", { selector: "ins" })).toBeDefined();
  await user.click(await line(/RUN_FINISHED/));
  expect(panel().getByText("The run ends.")).toBeDefined();
  expect((await line(/FROM_THE_FUTURE/)).textContent).toMatch(/^\+0\.\d{3} s .*1 warning not applied/);
});

test("finds events by their text and by their type", async () => {
  const { thread, user } = await setUp([talks]);
  await act(() => thread.run());
  await line(/RUN_FINISHED/);
  const events = () => panel().queryAllByRole("button", { name: /^\+/ });
  await user.type(panel().getByRole("searchbox", { name: "Search events" }), "hello THERE");
  expect(events()).toHaveLength(1);
  expect(panel().getByRole("status").textContent).toBe("1 of 8 events");
  await user.selectOptions(panel().getByRole("combobox", { name: "Show" }), "STATE_*");
  expect(panel().getByRole("status").textContent).toBe("No event matches.");
  await user.clear(panel().getByRole("searchbox"));
  expect(events()).toHaveLength(2);
  await user.selectOptions(panel().getByRole("combobox"), "With warnings");
  expect(events().map((event) => event.textContent)).toEqual([expect.stringContaining("FROM_THE_FUTURE")]);
  await user.selectOptions(panel().getByRole("combobox"), "RUN_STARTED");
  expect(events()).toHaveLength(1);
});

test("marks where nothing came for a while", async () => {
  const half = createGate();
  const { thread } = await setUp([
    rawRun(async function* (input) {
      yield started(input);
      await half.opened;
      yield finished(input);
    }),
  ]);
  const clock = vi.spyOn(Date, "now");
  clock.mockReturnValue(1000);
  const ending = thread.run();
  await line(/RUN_STARTED/);
  clock.mockReturnValue(3500);
  half.open();
  await act(() => ending);
  expect(await panel().findByText("2.500 s without an event")).toBeDefined();
  expect((await line(/RUN_FINISHED/)).textContent).toContain("+2.500 s");
  clock.mockRestore();
});

test("has one stop for Tab among the events, and arrows for the rest; tabs likewise", async () => {
  const { thread, user } = await setUp([talks]);
  await act(() => thread.run());
  const last = await line(/RUN_FINISHED/);
  expect(
    panel()
      .getAllByRole("button", { name: /^\+/ })
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toEqual([last]);
  act(() => last.focus());
  await user.keyboard("{Home}");
  expect(document.activeElement?.textContent).toContain("RUN_STARTED");
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}{Enter}");
  expect(document.activeElement?.textContent).toContain("STATE_SNAPSHOT");
  expect(document.activeElement?.getAttribute("aria-expanded")).toBe("true");
  expect(last.tabIndex).toBe(-1);

  act(() => screen.getByRole("tab", { name: "Events" }).focus());
  await user.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Replay", selected: true }));
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "State", selected: true }));
  expect(screen.getAllByRole("tab").filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  expect(screen.getByRole("tabpanel", { name: "State" })).toBeDefined();
});

test("shows the state with its history, and the conversation", async () => {
  const { thread, tab } = await setUp([talks]);
  await act(() => thread.send("Go"));
  await tab("State");
  expect(panel().getByRole("region", { name: "State now" }).textContent).toBe('{"count":2}');
  const changes = panel()
    .getAllByText(/^STATE_/)
    .map((each) => each.closest("li")?.textContent);
  expect(changes).toEqual([
    expect.stringMatching(/STATE_DELTA.*count 1 2$/),
    expect.stringMatching(/STATE_SNAPSHOT.*added count.*1$/),
  ]);
  expect(panel().getByText("Hello there")).toBeDefined();
  expect(panel().getByText("success")).toBeDefined();
});

test("shows the questions, their answers as they go out, and the body that takes them", async () => {
  const { thread, inputs, tab } = await setUp([asks(question), succeeds]);
  await act(() => thread.send("Go"));
  await tab("Approvals");
  expect(screen.getByRole("tab", { name: "Approvals (1)" })).toBeDefined();
  expect(panel().getByText("Who?")).toBeDefined();
  expect(panel().getByText("No answer yet.")).toBeDefined();
  act(() => void thread.approvals.answer("who", "Ann"));
  const entry = { interruptId: "who", status: "resolved", payload: "Ann" };
  expect(panel().getByRole("region", { name: "Goes out as: who" }).textContent).toBe(JSON.stringify(entry));
  await tab("Requests");
  expect(panel().getByRole("region", { name: "Body of request 1" }).textContent).toBe(
    JSON.stringify(inputs[0]),
  );
  const next = panel().getByRole("region", { name: "Body of the next request" }).textContent;
  await act(() => thread.approvals.submit());
  expect(next).toBe(JSON.stringify(inputs[1]).replace(inputs[1]?.runId ?? "", "(made when sent)"));
  await tab("Approvals");
  const history = panel().getByText("What became of it").nextElementSibling;
  expect([...(history?.querySelectorAll("code") ?? [])].map((each) => each.textContent)).toEqual([
    "open",
    "open",
    "submitting",
    "accepted",
  ]);
});

test("lists the warnings with what they are about", async () => {
  const { thread, tab } = await setUp([talks]);
  await act(() => thread.run());
  await screen.findByRole("tab", { name: "Warnings (1)" });
  await tab("Warnings");
  expect(panel().getByText("Request 1, FROM_THE_FUTURE")).toBeDefined();
});

test("exports with a warning, imports what was exported, and replays it beside the live thread", async () => {
  // What the test's page lacks of a browser: files that can be read and saved.
  const saved: string[] = [];
  vi.stubGlobal(
    "Blob",
    class {
      constructor([text]: [string]) {
        saved.push(text);
      }
    },
  );
  vi.stubGlobal(
    "URL",
    Object.assign(class extends URL {}, { createObjectURL: () => "blob:1", revokeObjectURL() {} }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const file = (text: string, name: string) =>
    Object.assign(new File([text], name), { text: async () => text });
  const { thread, user, tab } = await setUp([talks, asks(question)]);
  await tab("Replay");
  expect(panel().getByText("There is no whole run to export yet.")).toBeDefined();
  await act(() => thread.send("Go"));
  const download = await panel().findByRole("button", { name: "Download 1 run as JSONL" });
  expect(document.getElementById(download.getAttribute("aria-describedby") ?? "")?.textContent).toMatch(
    /whole conversation/,
  );
  await user.click(download);
  const [text = ""] = saved;
  expect(text.split("\n")).toHaveLength(11);

  const chooser = panel().getByLabelText("Choose a recording");
  await user.upload(chooser, file("{oops", "broken.jsonl"));
  expect((await panel().findByText(/was not imported/)).textContent).toBe(
    "The file was not imported. Line 1 of the recording is not JSON.",
  );
  await user.upload(chooser, file(text, "kept.jsonl"));
  expect(await panel().findByText("kept.jsonl: 1 run, 8 events.")).toBeDefined();
  expect(panel().queryByText(/was not imported/)).toBeNull();

  const speed = panel().getByRole("textbox", { name: /^Speed/ });
  await user.clear(speed);
  await user.type(speed, "fast");
  await user.click(panel().getByRole("button", { name: "Play" }));
  expect(speed.getAttribute("aria-invalid")).toBe("true");
  expect(panel().getByText("Enter a number from 0.01 to 1000.")).toBeDefined();

  const before = thread.get();
  await user.click(panel().getByRole("button", { name: "Play at once" }));
  expect(await screen.findByText("You are looking at a replay. It is over.")).toBeDefined();
  expect(document.activeElement?.textContent).toBe("Back to the live thread");
  expect(await line(/RUN_FINISHED/)).toBeDefined();
  await act(() => thread.send("Ask"));
  expect(screen.queryByText("Request 2")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Back to the live thread" }));
  expect(await screen.findByText("Request 2")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Events", selected: true }));
  expect(before.messages.length).toBeLessThan(thread.get().messages.length);
  await tab("Replay");
  expect(panel().getByText("kept.jsonl: 1 run, 8 events.")).toBeDefined();
});

test("draws the newest of many events, and earlier ones when asked", async () => {
  const many = rawRun((input) => [
    started(input),
    ...Array.from({ length: 250 }, (_, at) => ({ type: "CUSTOM", name: `n${at}`, value: at })),
    finished(input),
  ]);
  const create = (options: AgentClientOptions) => createInspectableClient(options, { limit: 240 });
  const { thread, user } = await setUp([many], { create });
  await act(() => thread.run());
  const rows = () => screen.getByRole("tabpanel").querySelectorAll("[data-hp-row]").length;
  await waitFor(() => expect(rows()).toBe(199));
  expect(panel().getByText("The oldest 12 events are no longer kept.")).toBeDefined();
  await user.click(panel().getByText("Show 42 earlier"));
  expect(rows()).toBe(240);
});

test("of any other client shows the events, and says what it cannot show", async () => {
  const { thread, tab } = await setUp([talks], { create: (options) => createAgentClient(options) });
  expect(screen.getByText(/Make it with createInspectableClient/)).toBeDefined();
  await act(() => thread.run());
  expect(await line(/STATE_DELTA/)).toBeDefined();
  await tab("Requests");
  expect(panel().getByText(/^Not known for a client/)).toBeDefined();
});

test("follows the id: another thread is another view, and a removed one begins anew", async () => {
  const { client, thread, rerender, inputs } = await setUp([succeeds, succeeds, succeeds]);
  await act(() => thread.run());
  await line(/RUN_FINISHED/);
  rerender(<Inspector client={client} threadId="other" defaultOpen />);
  expect(await panel().findByText("Events show here as they come.")).toBeDefined();
  await act(() => client.thread("other").run());
  await line(/RUN_FINISHED/);
  await act(() => client.remove("other"));
  await waitFor(() => expect(panel().queryByText("Request 1")).toBeNull());
  expect(inputs).toHaveLength(2);
});

test("takes the words of the app", async () => {
  await setUp([], { messages: { title: "Inspektor", noEvents: "Noch nichts." } });
  expect(screen.getByRole("region", { name: "Inspektor" })).toBeDefined();
  expect(screen.getByText("Noch nichts.")).toBeDefined();
});
