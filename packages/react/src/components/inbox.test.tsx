import type { Interrupt } from "@holdpoint/client";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { StrictMode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { axeFaults } from "../../../../test/support/asked-form.tsx";
import { client, finished, started } from "../../../../test/support/scripted.ts";
import { AgentProvider, Inbox, type InboxProps } from "../index.ts";

afterEach(cleanup);

const MINUTE = 60_000;
const confirm = (id: string, inMinutes?: number): Interrupt => ({
  id,
  reason: "confirmation",
  message: `Sure of ${id}?`,
  ...(inMinutes !== undefined && { expiresAt: new Date(Date.now() + inMinutes * MINUTE).toISOString() }),
});

/** Each thread asks what its own id has here, until it is answered. */
function setUp(questions: Readonly<Record<string, readonly Interrupt[]>>, props: Partial<InboxProps> = {}) {
  let fate: "fine" | "cut" = "fine";
  const agent = client(async function* (input) {
    yield [started(input)];
    if (fate === "cut") return;
    const interrupts = input.resume ? [] : (questions[input.threadId] ?? []);
    yield [finished(input, interrupts.length > 0 ? { type: "interrupt", interrupts } : undefined)];
  });
  const onOpen = vi.fn<(threadId: string) => void>();
  render(
    <StrictMode>
      <AgentProvider client={agent}>
        <Inbox onOpen={onOpen} {...props} />
      </AgentProvider>
    </StrictMode>,
  );
  return {
    agent,
    onOpen,
    user: userEvent.setup(),
    cut() {
      fate = "cut";
    },
  };
}

const inbox = () => within(screen.getByRole("region", { name: /^Waiting for you/ }));
const entries = () => inbox().queryAllByRole("listitem");
const said = () => document.querySelector("body > [role=status]")?.textContent;

test("lists what waits, with its first question, counts and deadline, the nearest first", async () => {
  const { agent, onOpen, user } = setUp(
    { late: [confirm("late", 90)], soon: [confirm("one", 30), confirm("two")], never: [confirm("never")] },
    { titleOf: (id) => id.toUpperCase(), current: "late" },
  );
  expect(inbox().getByText("Nothing waits for you.")).toBeDefined();
  for (const id of ["never", "late", "soon"]) await act(() => agent.thread(id).send("Go"));
  expect(entries().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^SOONSure of one\? and 1 more2 questionsTime left: (30|29) minutes/),
    expect.stringMatching(/^LATESure of late\? 1 questionTime left: 1 hour (30|29) minutes/),
    expect.stringMatching(/^NEVERSure of never\? 1 question$/),
  ]);
  expect(screen.getByRole("button", { name: /LATE/ }).getAttribute("aria-current")).toBe("true");
  await user.click(screen.getByRole("button", { name: /SOON/ }));
  expect(onOpen.mock.calls).toEqual([["soon"]]);
  expect(await axeFaults()).toEqual([]);
});

test("follows the answers, and what became of them", async () => {
  const { agent, cut } = setUp({ a: [confirm("one", 30), confirm("two")] });
  const thread = agent.thread("a");
  await act(() => thread.send("Go"));
  act(() => void thread.approvals.answer("one", true));
  expect(entries()[0]?.textContent).toContain("1 of 2 answered.");
  act(() => thread.approvals.decline("two"));
  expect(entries()[0]?.textContent).toContain("All answered. Nothing has been sent yet.");
  expect(entries()[0]?.textContent).toMatch(/Time left/);
  cut();
  await act(() => thread.approvals.submit());
  expect(entries()[0]?.textContent).toContain("Sent, but nobody knows whether it arrived.");
  expect(entries()[0]?.dataset.phase).toBe("unknown");
  expect(entries()[0]?.textContent).not.toMatch(/Time left/);
  act(() => thread.approvals.dismiss());
  expect(entries()).toEqual([]);
});

test("announces a thread that begins to wait, but not the one that is shown", async () => {
  const { agent } = setUp({ shown: [confirm("x")], other: [confirm("y")] }, { current: "shown" });
  await act(() => agent.thread("shown").send("Go"));
  expect(said()).toBe("");
  await act(() => agent.thread("other").send("Go"));
  await waitFor(() => expect(said()).toBe("other waits for you."));
  act(() => void agent.thread("other").approvals.answer("y", true));
  await waitFor(() => expect(said()).toBe(""));
});

test("an app draws each part", async () => {
  const { agent, onOpen, user } = setUp(
    { a: [confirm("one")] },
    {
      parts: {
        entry: ({ entry, open }) => (
          <button type="button" onClick={open}>
            Open {entry.threadId}
          </button>
        ),
        empty: () => <p>All done</p>,
      },
    },
  );
  expect(screen.getByText("All done")).toBeDefined();
  await act(() => agent.thread("a").send("Go"));
  await user.click(screen.getByRole("button", { name: "Open a" }));
  expect(onOpen.mock.calls).toEqual([["a"]]);
});
