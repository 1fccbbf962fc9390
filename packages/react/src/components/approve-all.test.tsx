import type { Interrupt } from "@holdpoint/client";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { axeFaults } from "../../../../test/support/asked-form.tsx";
import { asks, succeeds } from "../../../../test/support/scripted.ts";
import { showRun } from "../../../../test/support/shown-run.tsx";
import { ApprovalPanel } from "../index.ts";

afterEach(cleanup);

const deploy = (id: string): Interrupt => ({ id, reason: "tool_approval", message: `Deploy ${id}?` });
const commented: Interrupt = {
  ...deploy("c"),
  responseSchema: {
    type: "object",
    properties: { comment: { type: "string", minLength: 1 } },
    required: ["comment"],
  },
};
const show = (...interrupts: Interrupt[]) =>
  showRun([asks(...interrupts), succeeds], (run) => <ApprovalPanel run={run} />);
const button = () => screen.queryByRole("button", { name: "Approve all" });

test("approves what is open, keeps what was decided, sends nothing, and leads on to the status", async () => {
  const { thread, inputs, user } = show(deploy("a"), deploy("b"), deploy("c"));
  await act(() => thread.send("Go"));
  act(() => thread.approvals.decline("b"));
  expect(await axeFaults()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Approve all" }));
  expect(thread.approvals.get().items.map(({ status }) => status)).toEqual([
    "answered",
    "declined",
    "answered",
  ]);
  expect(inputs).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe("All answered. Nothing has been sent yet.");
  expect(button()).toBeNull();
  await act(() => thread.approvals.submit());
  expect(inputs[1]?.resume?.map(({ status }) => status)).toEqual(["resolved", "cancelled", "resolved"]);
});

test("is there only where each question that is open can be approved by a press", async () => {
  const { thread } = show(deploy("a"), commented);
  await act(() => thread.send("Go"));
  expect(button()).toBeNull();
  act(() => void thread.approvals.draft("c", { comment: "fine" }));
  expect(button()).not.toBeNull();
});

test("a lone question, and one that has no Approve, have none", async () => {
  const one = show(deploy("a"));
  await act(() => one.thread.send("Go"));
  expect(button()).toBeNull();
  cleanup();
  const two = show(deploy("a"), { id: "n", reason: "input_required", message: "Name?" });
  await act(() => two.thread.send("Go"));
  expect(button()).toBeNull();
});
