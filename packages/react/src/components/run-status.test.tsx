import type { Interrupt } from "@holdpoint/client";
import {
  breakOff,
  cancel,
  createGate,
  fail,
  raw,
  rawRun,
  refuse,
  type Script,
} from "@holdpoint/client/testing";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { axeFaults } from "../../../../test/support/asked-form.tsx";
import { asks, started, succeeds } from "../../../../test/support/scripted.ts";
import { showRun } from "../../../../test/support/shown-run.tsx";
import { type AgentRun, RunStatus, type RunStatusParts } from "../index.ts";

afterEach(cleanup);

const question: Interrupt = { id: "q", reason: "confirmation", message: "Sure?" };
const fails: Script = [fail("Out of disk.")];
const cut: Script = [breakOff()];
const unreachable: Script = refuse({ message: "The server could not be reached." });
const breaks: Script = [raw({ type: "TEXT_MESSAGE_CONTENT", messageId: "x", delta: "y" })];
const calledOff: Script = [cancel()];

const show = (scripts: readonly Script[], parts?: RunStatusParts) =>
  showRun(scripts, (run: AgentRun) => (
    <div data-testid="status">
      <RunStatus run={run} {...(parts && { parts })} />
    </div>
  ));
const box = () => screen.getByTestId("status").firstElementChild;
const status = () => box()?.getAttribute("data-status");
const words = () => box()?.querySelector("p")?.textContent;

test.each([
  ["success", "Finished.", succeeds, []],
  ["interrupted", "Paused. The agent is waiting for you.", asks(question), []],
  ["cancelled", /^Called off/, calledOff, []],
  ["failed", "Failed. The agent reported an error.", fails, ["Try again"]],
  ["rejected", /^Broken off. The agent sent something/, breaks, ["Try again"]],
  ["truncated", /^Broken off. The connection ended early/, cut, ["Try again"]],
  ["unstarted", /^Not started/, unreachable, ["Try again"]],
] as const)("%s is said in words, with what can be done", async (wanted, sentence, script, buttons) => {
  const { thread } = show([script]);
  expect(words()).toBe("Nothing is running.");
  await act(() => thread.send("Go"));
  expect(status()).toBe(wanted);
  expect(words()).toMatch(sentence);
  expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(buttons);
  expect(screen.queryByText(/may repeat/) !== null).toBe(/failed|rejected|truncated/.test(wanted));
  expect(await axeFaults()).toEqual([]);
});

test("says what is running, and what was stopped stays done", async () => {
  const open = createGate();
  const { thread } = show([
    rawRun(async function* (input, signal) {
      yield started(input);
      signal.addEventListener("abort", () => open.open());
      await open.opened;
    }),
  ]);
  const end = thread.send("Go");
  await waitFor(() => expect(status()).toBe("running"));
  thread.stop();
  await act(async () => void (await end));
  expect(status()).toBe("stopped");
  expect(words()).toBe("Stopped. What the agent did until then stays done.");
});

test("the agent's own words of a failure are shown, and trying again leads the focus to the words", async () => {
  const { thread, inputs, user } = show([fails, succeeds]);
  await act(() => thread.send("Go"));
  expect(screen.getByText("Out of disk.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(status()).toBe("success"));
  expect(inputs[1]?.messages).toEqual(inputs[0]?.messages);
  expect(document.activeElement?.textContent).toBe("Finished.");
  expect(screen.queryByText("Out of disk.")).toBeNull();
});

test("where nobody knows whether the answers arrived, they can be sent again as they were", async () => {
  const { thread, inputs, user } = show([asks(question), cut, succeeds]);
  await act(() => thread.send("Go"));
  thread.approvals.answer("q", true);
  await act(() => thread.approvals.submit());
  expect(status()).toBe("unknown");
  expect(words()).toMatch(/^We can't tell whether the agent received your answers/);
  expect(box()?.getAttribute("aria-live")).toBe("off");
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await waitFor(() => expect(status()).toBe("success"));
  expect(inputs[2]?.resume).toEqual(inputs[1]?.resume);
});

test("or left, which is asked about once, and the focus is not lost", async () => {
  const { thread, inputs, user } = show([asks(question), cut]);
  await act(() => thread.send("Go"));
  thread.approvals.answer("q", true);
  await act(() => thread.approvals.submit());
  await user.click(screen.getByRole("button", { name: "Leave it" }));
  expect(thread.approvals.get().phase).toBe("unknown");
  await user.click(screen.getByRole("button", { name: "Yes, leave it" }));
  await waitFor(() => expect(thread.decisions.get()).toMatchObject([{ confirmation: "unconfirmed" }]));
  expect(inputs).toHaveLength(2);
  expect(document.activeElement?.textContent).toBe(words());
});

test("an edit after a refusal waits again; misuse is not how the run ended", async () => {
  const { thread } = show([asks(question), fails]);
  await act(() => thread.send("Go"));
  thread.approvals.answer("q", true);
  await act(() => thread.approvals.submit());
  expect(status()).toBe("failed");
  expect(within(screen.getByTestId("status")).queryByText("Out of disk.")).toBeNull();
  act(() => void thread.approvals.answer("q", false));
  await waitFor(() => expect(status()).toBe("interrupted"));
});

test("an app draws each part, or leaves it out", async () => {
  const { thread } = show([fails], {
    words: ({ status: now }) => <b>{now}!</b>,
    error: () => null,
    choices: ({ status: now, children }) => (now === "failed" ? <i>Call us.</i> : children),
  });
  await act(() => thread.send("Go"));
  expect(screen.getByText("failed!").tagName).toBe("B");
  expect(screen.getByText("Call us.")).toBeDefined();
  expect(screen.queryByText("Out of disk.")).toBeNull();
});
