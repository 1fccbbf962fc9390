import type { Decision, Interrupt, Readable, ToolCallView } from "@holdpoint/client";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { axeFaults } from "../../../../test/support/asked-form.tsx";
import { asks, succeeds } from "../../../../test/support/scripted.ts";
import { showRun } from "../../../../test/support/shown-run.tsx";
import { DecisionLog, type DecisionLogProps } from "../index.ts";

afterEach(cleanup);

const AT = Date.parse("2030-01-01T12:00:00Z");
const readable = <T,>(value: T): Readable<T> => ({ get: () => value, subscribe: () => () => {} });
const decide = (decision: Partial<Decision>): Decision => ({
  batch: "b",
  runId: "r",
  interruptId: `q ${decision.toolCallId ?? ""}`,
  status: "resolved",
  actor: "Ann",
  at: AT,
  by: "person",
  confirmation: "confirmed",
  ...decision,
});
const call: ToolCallView = {
  id: "c",
  name: "deploy_build",
  arguments: "{}",
  input: {},
  status: "complete",
  messageId: "m",
};
const threadOf = (...decisions: Decision[]): DecisionLogProps["thread"] => ({
  decisions: readable(decisions),
  toolCall: (id) => readable(id === "c" ? call : undefined),
});
const entries = () => screen.getAllByRole("listitem");

test("grows as answers are taken: what, by whom and when", async () => {
  const question: Interrupt = { id: "deploy", reason: "tool_approval", message: "Deploy?" };
  const { thread, container } = showRun(
    [asks(question), succeeds],
    (run) => <DecisionLog thread={run.thread} />,
    {
      options: { actor: "Ann", environment: { clock: () => AT } },
    },
  );
  expect(container.textContent).toBe("");
  await act(() => thread.send("Go"));
  thread.approvals.answer("deploy", { approved: true });
  await act(() => thread.approvals.submit());
  const log = within(screen.getByRole("region", { name: "Decisions" }));
  expect(log.getByText("Approved")).toBeDefined();
  expect(log.getByText("by Ann")).toBeDefined();
  const time = log.getByText(new Date(AT).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }));
  expect(time.getAttribute("dateTime")).toBe("2030-01-01T12:00:00.000Z");
  expect(await axeFaults()).toEqual([]);
});

test.each([
  [{ payload: { approved: true } }, "Approved"],
  [{ payload: { approved: false } }, "Denied"],
  [{ payload: { approved: false }, status: "cancelled" }, "Denied"],
  [{ payload: true }, "Yes"],
  [{ payload: false }, "No"],
  [{ payload: { version: "2.4.0" } }, "Answered"],
  [{ payload: null }, "Answered"],
  [{ status: "cancelled" }, "Declined"],
] as const)("words %j as %s", (decision, word) => {
  render(<DecisionLog thread={threadOf(decide(decision))} />);
  expect(screen.getByText(word).className).toBe("hp-decision__word");
});

test("names the tool, the rule, and what nobody knows to have arrived", () => {
  render(
    <DecisionLog
      thread={threadOf(
        decide({ toolCallId: "c", payload: { approved: true }, by: "policy", policy: "small builds" }),
        decide({ toolCallId: "gone", payload: true, confirmation: "unconfirmed" }),
      )}
    />,
  );
  const [first, second] = entries();
  expect(first?.textContent).toContain("Approved deploy_build");
  expect(first?.textContent).toContain("by the rule small builds");
  expect(first?.textContent).not.toContain("Unconfirmed");
  expect(second?.textContent).toContain("Yes q gone");
  expect(second?.textContent).toContain("Unconfirmed: nobody knows");
});

test("folds an answer away, and what its names say is a secret stays out of the page", async () => {
  const payload = {
    approved: true,
    editedArgs: { to: "Bonn", apiKey: "k-1", users: [{ Password: "pw-1" }] },
  };
  const { container } = render(<DecisionLog thread={threadOf(decide({ payload }))} />);
  const details = screen.getByText("Answer").closest("details");
  expect(details?.open).toBe(false);
  await userEvent.click(screen.getByText("Answer"));
  expect(details?.open).toBe(true);
  expect(screen.getByText("Bonn")).toBeDefined();
  expect(screen.getAllByText("Not shown")).toHaveLength(2);
  expect(container.innerHTML).not.toMatch(/k-1|pw-1/);
});

test("an app draws each part, and none", () => {
  const thread = threadOf(decide({ payload: { pin: 1 } }));
  const { rerender } = render(
    <DecisionLog
      thread={thread}
      parts={{ subject: ({ decision }) => <b>{decision.batch}</b>, answer: () => null }}
    />,
  );
  expect(screen.getByText("b").tagName).toBe("B");
  expect(screen.queryByText("Answer")).toBeNull();
  rerender(<DecisionLog thread={threadOf()} parts={{ empty: () => <p>None yet</p> }} />);
  expect(screen.getByText("None yet")).toBeDefined();
});
