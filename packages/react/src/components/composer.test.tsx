import type { Interrupt } from "@holdpoint/client";
import { breakOff, createGate, rawRun } from "@holdpoint/client/testing";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { axeFaults } from "../../../../test/support/asked-form.tsx";
import { asks, started, succeeds } from "../../../../test/support/scripted.ts";
import { showRun } from "../../../../test/support/shown-run.tsx";
import { Composer, type ComposerParts } from "../index.ts";

afterEach(cleanup);

const questions: Interrupt[] = [
  { id: "a", reason: "confirmation", message: "Migrate first?" },
  { id: "b", reason: "confirmation", message: "Deploy?" },
];
const show = (scripts: Parameters<typeof showRun>[0], parts?: ComposerParts) =>
  showRun(scripts, (run) => <Composer run={run} {...(parts && { parts })} />);
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message to the agent" });
const button = (name: string) => screen.getByRole("button", { name });
const texts = (input: { messages: readonly object[] } | undefined) =>
  input?.messages.flatMap((message) => ("content" in message ? [message.content] : []));

test("Enter sends, Shift and Enter begins a line, and the field keeps the focus", async () => {
  const { inputs, user } = show([succeeds]);
  await user.type(field(), "  One{Shift>}{Enter}{/Shift}two ");
  expect(field().value).toBe("  One\ntwo ");
  expect(inputs).toHaveLength(0);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(inputs).toHaveLength(1));
  expect(texts(inputs[0])).toEqual(["One\ntwo"]);
  expect(field().value).toBe("");
  expect(document.activeElement).toBe(field());
  expect(await axeFaults()).toEqual([]);
});

test.each([
  ["while it composes", { isComposing: true }],
  ["as Safari tells of it", { keyCode: 229 }],
])("the Enter that confirms a character of an input method sends nothing, %s", async (_, how) => {
  const { inputs, user } = show([succeeds]);
  await user.type(field(), "にほん");
  const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...how });
  fireEvent(field(), event);
  expect(event.defaultPrevented).toBe(false);
  expect(field().value).toBe("にほん");
  expect(inputs).toHaveLength(0);
});

test("nothing is sent of nothing", async () => {
  const { inputs, user } = show([succeeds]);
  await user.type(field(), "  {Enter}");
  await user.click(button("Send"));
  expect(button("Send").getAttribute("aria-disabled")).toBe("true");
  expect(inputs).toHaveLength(0);
});

test("while the agent works it says so, keeps the text, and stops the run", async () => {
  const open = createGate();
  const { thread, inputs, user } = show([
    rawRun(async function* (input, signal) {
      yield started(input);
      signal.addEventListener("abort", () => open.open());
      await open.opened;
    }),
    succeeds,
  ]);
  await user.type(field(), "Go{Enter}");
  await user.type(field(), "And then?{Enter}");
  expect(screen.getByRole("alert").textContent).toMatch(/^The agent is working/);
  expect(field().value).toBe("And then?");
  expect(inputs).toHaveLength(1);
  await user.click(button("Stop"));
  await waitFor(() => expect(thread.get().status).toBe("stopped"));
  expect(document.activeElement).toBe(field());
  expect(screen.queryByText(/^The agent is working/)).toBeNull();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(inputs).toHaveLength(2));
});

test("while questions are pending it refuses, with the reason, and sends nothing", async () => {
  const { thread, inputs, user } = show([asks(...questions)]);
  await act(() => thread.send("Go"));
  const reason = screen.getByText("The agent is waiting for 2 answers. A message can go out after that.");
  expect(field().getAttribute("aria-describedby")).toBe(reason.id);
  expect(screen.queryByRole("alert")).toBeNull();
  await user.type(field(), "Wait{Enter}");
  // Said aloud, since nothing else happens.
  expect(screen.getByRole("alert").textContent).toBe(reason.textContent);
  expect(field().value).toBe("Wait");
  expect(inputs).toHaveLength(1);
  expect(thread.approvals.get().counts.open).toBe(2);
});

test("a person may decline them with the message, once they have seen what that declines", async () => {
  const { thread, inputs, user } = show([asks(...questions), succeeds]);
  await act(() => thread.send("Go"));
  act(() => void thread.approvals.answer("a", true));
  await user.type(field(), "Not today");
  await user.click(button("Decline and send this instead..."));
  const preview = within(screen.getByRole("group", { name: "Sending your message declines 2 questions:" }));
  expect(document.activeElement?.textContent).toBe("Sending your message declines 2 questions:");
  expect(preview.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Migrate first? Your answer is not sent: Yes",
    "Deploy?",
  ]);
  expect(await axeFaults()).toEqual([]);
  await user.click(button("Keep the questions"));
  expect(screen.queryByRole("group")).toBeNull();
  expect(document.activeElement).toBe(field());
  expect(thread.approvals.get().items).toMatchObject([{ status: "answered" }, { status: "open" }]);

  await user.click(button("Decline and send this instead..."));
  await user.keyboard("{Escape}");
  expect(field().value).toBe("Not today");
  await user.click(button("Decline and send this instead..."));
  await user.click(button("Decline all 2 and send"));
  await waitFor(() => expect(inputs).toHaveLength(2));
  expect(texts(inputs[1])).toEqual(["Go", "Not today"]);
  expect(inputs[1]?.resume?.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect(document.activeElement).toBe(field());
});

test("a preview of questions that are gone goes with them", async () => {
  const { thread, user } = show([
    asks(...questions),
    asks({ ...questions[0], id: "c", reason: "confirmation" }),
  ]);
  await act(() => thread.send("Go"));
  await user.type(field(), "Not today");
  await user.click(button("Decline and send this instead..."));
  act(() => thread.approvals.declineAll());
  await act(() => thread.approvals.submit());
  expect(screen.queryByRole("group")).toBeNull();
  expect(field().value).toBe("Not today");
});

test("nothing can be declined while nobody knows whether the answers arrived", async () => {
  const { thread, inputs, user } = show([asks(...questions), [breakOff()]]);
  await act(() => thread.send("Go"));
  act(() => thread.approvals.declineAll());
  await act(() => thread.approvals.submit());
  await user.type(field(), "Well?{Enter}");
  expect(screen.getByRole("alert").textContent).toMatch(/^Nobody knows whether the agent received/);
  expect(screen.queryByRole("button", { name: /^Decline/ })).toBeNull();
  expect(inputs).toHaveLength(2);
});

test("a text that is refused after all comes back, before what was written since", async () => {
  const hold = createGate();
  const { user } = showRun([], (run) => (
    <Composer
      run={{
        ...run,
        async send() {
          await hold.opened;
          return undefined;
        },
      }}
    />
  ));
  await user.type(field(), "First{Enter}");
  await user.type(field(), "second");
  await act(async () => hold.open());
  expect(field().value).toBe("First\nsecond");
});

test("an app draws each part", async () => {
  const { inputs, user } = show([succeeds], {
    above: ({ write }) => (
      <button type="button" onClick={() => write("Deploy build 42")}>
        Suggest
      </button>
    ),
    send: ({ submit }) => (
      <button type="button" onClick={submit}>
        Go
      </button>
    ),
  });
  await user.click(button("Suggest"));
  await user.click(button("Go"));
  await waitFor(() => expect(texts(inputs[0])).toEqual(["Deploy build 42"]));
});
