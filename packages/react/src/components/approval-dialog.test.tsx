import type { Interrupt } from "@holdpoint/client";
import { breakOff, refuse, type Script } from "@holdpoint/client/testing";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { axeFaults } from "../../../../test/support/asked-form.tsx";
import { asks, succeeds } from "../../../../test/support/scripted.ts";
import { showRun } from "../../../../test/support/shown-run.tsx";
import { ApprovalDialog, type ApprovalDialogParts, type CardRule, useAgentRun } from "../index.ts";

// What jsdom lacks of it. That the focus goes back where it came from is told in a browser, by test/browser.
beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      if (this.open) throw new DOMException("It is open.", "InvalidStateError");
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      const { activeElement } = document;
      // What is hidden has no focus.
      if (activeElement instanceof HTMLElement && this.contains(activeElement)) activeElement.blur();
      queueMicrotask(() => this.dispatchEvent(new Event("close")));
    },
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const name: Interrupt = {
  id: "name",
  reason: "input_required",
  message: "Which name?",
  responseSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
};
const sure: Interrupt = { id: "sure", reason: "confirmation", message: "Sure?" };

const cards: readonly CardRule[] = [
  {
    reason: "confirmation",
    render: ({ form }) => (
      <button type="button" onClick={() => form.answer(true)}>
        Mine
      </button>
    ),
  },
];
const show = (scripts: readonly Script[], parts?: ApprovalDialogParts) =>
  showRun(scripts, (run) => (
    <>
      <input aria-label="Elsewhere" />
      <ApprovalDialog
        run={run}
        cards={cards}
        messages={{ dialogTitle: "Please decide" }}
        {...(parts && { parts })}
      />
    </>
  ));
const dialog = () => screen.queryByRole<HTMLDialogElement>("dialog", { name: "Please decide" });
const heading = () => screen.getByRole("heading", { name: "Please decide" });
const said = () =>
  [...document.querySelectorAll("body > [role=status]")].map(({ textContent }) => textContent).join("");

test("opens when the agent asks, with the focus on its heading, and closes once the answers were taken", async () => {
  const { thread, inputs, user } = show([asks(name, sure), succeeds]);
  expect(dialog()).toBeNull();
  await user.click(screen.getByLabelText("Elsewhere"));
  await act(() => thread.send("Go"));
  expect(dialog()?.open).toBe(true);
  expect(document.activeElement).toBe(heading());
  expect(await axeFaults()).toEqual([]);
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Ann");
  await user.click(screen.getByRole("button", { name: "Mine" }));
  await user.click(screen.getByRole("button", { name: "Send 2 answers" }));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(inputs[1]?.resume?.map(({ payload }) => payload)).toEqual([{ name: "Ann" }, true]);
  // Outside, since nobody hears what is said in a dialog that is closed.
  await waitFor(() => expect(said()).toBe("The agent received 2 answers"));
});

test("closing it answers nothing and loses nothing, and a button opens it again", async () => {
  const { thread, inputs, user } = show([asks(name, sure)]);
  await act(() => thread.send("Go"));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "An");
  expect(screen.queryByRole("button", { name: /^Answer \d/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Answer later" }));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(inputs).toHaveLength(1);
  expect(thread.approvals.get()).toMatchObject({ phase: "open", counts: { open: 1, declined: 0 } });
  expect(said()).toBe("1 of 2 answered");
  const reopen = screen.getByRole("button", { name: "Answer 1 question" });
  expect(document.activeElement).toBe(reopen);
  await user.click(reopen);
  expect(dialog()?.open).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("An");
  expect(document.activeElement).toBe(heading());
  // As Escape does.
  act(() => dialog()?.close());
  await waitFor(() => expect(screen.getByRole("button", { name: "Answer 1 question" })).toBeDefined());
});

test("opens again for the next questions, and not for a failure of those that were put off", async () => {
  const { thread } = show([
    asks(sure),
    refuse({ message: "The server could not be reached." }),
    asks({ ...name, id: "next" }),
  ]);
  await act(() => thread.send("Go"));
  act(() => dialog()?.close());
  await waitFor(() => expect(dialog()).toBeNull());
  act(() => thread.approvals.declineAll());
  await act(() => thread.approvals.submit());
  expect(dialog()).toBeNull();
  expect(said()).toMatch(/^Nothing was sent/);
  expect(screen.getByRole("button", { name: "Look at your answers" })).toBeDefined();
  await act(() => thread.approvals.submit());
  expect(dialog()?.open).toBe(true);
  expect(within(screen.getByRole("dialog")).getByText("Which name?")).toBeDefined();
});

test("what is said while it is open is said inside of it, since the rest of the page is inert", async () => {
  const { thread, user } = show([asks(name, sure)]);
  await act(() => thread.send("Go"));
  await user.click(screen.getByRole("button", { name: "Mine" }));
  const inside = () => dialog()?.querySelector(":scope > [role=status]")?.textContent;
  await waitFor(() => expect(inside()).toBe("1 of 2 answered"));
  expect(said()).toBe("");
});

test("stays with what it says where nobody knows, and gives way when it is taken off the page", async () => {
  const close = vi.spyOn(HTMLDialogElement.prototype, "close");
  const { thread, user } = show([asks(sure), [breakOff()]]);
  await act(() => thread.send("Go"));
  await user.click(screen.getByRole("button", { name: "Mine" }));
  await user.click(screen.getByRole("button", { name: "Send 1 answer" }));
  await screen.findByRole("button", { name: "Send again" });
  // There is nothing to answer later.
  expect(screen.getByRole("button", { name: "Close" })).toBeDefined();
  expect(dialog()?.open).toBe(true);
  close.mockClear();
  cleanup();
  expect(close).toHaveBeenCalled();
});

function Switch(): ReactElement {
  const [threadId, setThreadId] = useState("t1");
  const run = useAgentRun({ threadId });
  return (
    <>
      <button type="button" onClick={() => setThreadId("t2")}>
        Another thread
      </button>
      <ApprovalDialog run={run} />
    </>
  );
}

test("another thread has a dialog of its own, and is not told of this one's answers", async () => {
  const { agent, thread, user } = showRun([asks(sure), succeeds, asks(name), succeeds], () => <Switch />);
  await act(() => thread.send("Go"));
  act(() => thread.approvals.declineAll());
  let ending: Promise<unknown> = Promise.resolve();
  act(() => {
    ending = thread.approvals.submit();
  });
  await act(() => ending);
  expect(said()).toBe("The agent received 1 answer");
  const other = agent.thread("t2");
  await act(() => other.send("Go"));
  act(() => other.approvals.declineAll());
  await act(() => other.approvals.submit());
  await user.click(screen.getByRole("button", { name: "Another thread" }));
  expect(other.approvals.get().phase).toBe("accepted");
  expect(said()).toBe("");
});

test("an app draws each part", async () => {
  const { thread, user } = show([asks(sure)], {
    heading: () => <em>Please decide</em>,
    above: () => <p>Read the rules first.</p>,
    close: ({ close }) => (
      <button type="button" onClick={close}>
        Not now
      </button>
    ),
    reopen: ({ open, openQuestions }) => (
      <button type="button" onClick={open}>
        {openQuestions} left
      </button>
    ),
  });
  await act(() => thread.send("Go"));
  expect(screen.getByText("Please decide").tagName).toBe("EM");
  expect(screen.getByText("Read the rules first.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Not now" }));
  await user.click(await screen.findByRole("button", { name: "1 left" }));
  expect(dialog()?.open).toBe(true);
});

test("read-only, it is closed and looked at again, and nothing is to be answered", async () => {
  const { thread, user } = showRun([asks(name)], (run) => <ApprovalDialog run={run} readOnly />);
  await act(() => thread.send("Go"));
  expect(screen.getByRole("textbox", { name: "Name" }).matches(":disabled")).toBe(true);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(await screen.findByRole("button", { name: "Look at your answers" }));
  expect(screen.queryByRole("button", { name: /Answer|Send/ })).toBeNull();
});
