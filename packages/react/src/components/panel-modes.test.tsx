import { createStorage, type Interrupt, memoryAdapter } from "@holdpoint/client";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { axeFaults } from "../../../../test/support/asked-form.tsx";
import { asks, succeeds } from "../../../../test/support/scripted.ts";
import { showRun } from "../../../../test/support/shown-run.tsx";
import { ApprovalPanel, type ApprovalPanelProps } from "../index.ts";

afterEach(cleanup);

const confirm: Interrupt = { id: "c", reason: "confirmation", message: "Go on?" };
const order: Interrupt = {
  id: "o",
  reason: "order",
  message: "Which order?",
  responseSchema: {
    type: "object",
    properties: { number: { type: "integer" }, express: { type: "boolean" } },
    required: ["number", "express"],
  },
};

const show = (props: Omit<ApprovalPanelProps, "run"> = {}, options = {}) =>
  showRun([asks(confirm, order), succeeds, asks(confirm)], (run) => <ApprovalPanel run={run} {...props} />, {
    options,
  });

test("read-only, everything is there to be read and nothing to be pressed or filled in", async () => {
  const { thread } = show({ readOnly: true });
  await act(() => thread.send("Go"));
  act(() => void thread.approvals.answer("o", { number: 7, express: true }));
  expect(screen.getByText("1 of 2 answered.")).toBeDefined();
  expect(screen.getByRole("article", { name: "Go on?" })).toBeDefined();
  expect(screen.getByRole("textbox", { name: "Number" })).toHaveProperty("value", "7");
  expect(screen.queryByRole("button", { name: /^(Send|Decline all|Approve all)/ })).toBeNull();
  const controls = document.querySelectorAll(":is(button, input, textarea, select)");
  expect(controls.length).toBeGreaterThan(2);
  expect([...controls].filter((control) => !control.matches(":disabled"))).toEqual([]);
  expect(await axeFaults()).toEqual([]);
});

/** Whether the browser would ask. */
const asksFirst = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("the browser asks while answers are begun that would be lost, and no longer once they are taken", async () => {
  const { thread } = show();
  await act(() => thread.send("Go"));
  expect(asksFirst()).toBe(false);
  act(() => void thread.approvals.answer("c", true));
  expect(asksFirst()).toBe(true);
  act(() => void thread.approvals.answer("o", { number: 7, express: true }));
  await act(() => thread.approvals.submit());
  expect(asksFirst()).toBe(false);
  await act(() => thread.run());
  act(() => thread.approvals.draft("c", "half"));
  expect(asksFirst()).toBe(true);
  cleanup();
  expect(asksFirst()).toBe(false);
});

test.each([
  ["where they are kept it does not", {}, true, false],
  ["where the app says so it does all the same", { warnOnLeave: true }, true, true],
  ["nor where the app asks for silence", { warnOnLeave: false }, false, false],
])("%s", async (_, props, isKept, isAsked) => {
  const storage = isKept ? { storage: createStorage(memoryAdapter()) } : {};
  const { thread } = show(props, storage);
  expect(thread.isKept).toBe(isKept);
  await act(() => thread.ready);
  await act(() => thread.send("Go"));
  act(() => void thread.approvals.answer("c", true));
  expect(asksFirst()).toBe(isAsked);
});

test("what is typed as JSON is kept before it is used, and answers nothing until then", async () => {
  const kept = createStorage(memoryAdapter());
  const page = () => show({}, { storage: kept });
  const first = page();
  await act(() => first.thread.ready);
  await act(() => first.thread.send("Go"));
  await first.user.click(screen.getByText("Answer with JSON"));
  await first.user.type(screen.getByRole("textbox", { name: "Answer" }), '{{"a":');
  expect(first.thread.approvals.get().items[0]).toMatchObject({ status: "open" });
  expect(screen.queryByRole("alert")).toBeNull();
  await act(() => first.agent.dispose());
  cleanup();

  const { thread, user } = page();
  await act(() => thread.ready);
  await user.click(screen.getByText("Answer with JSON"));
  const box = screen.getByRole("textbox", { name: "Answer" });
  expect(box).toHaveProperty("value", '{"a":');
  await user.type(box, "1}");
  await user.click(screen.getByRole("button", { name: "Use this answer" }));
  expect(thread.approvals.get().items[0]).toMatchObject({ status: "answered", payload: { a: 1 } });
  expect(screen.getByText("a: 1")).toBeDefined();
});

test("JSON that is typed beside a text is neither the text nor an answer until it is used", async () => {
  const { thread, user } = showRun(
    [asks({ id: "n", reason: "input_required", message: "Name?" }), succeeds],
    (run) => <ApprovalPanel run={run} />,
  );
  await act(() => thread.send("Go"));
  await user.click(screen.getByText("Answer with JSON"));
  const [text, json] = screen.getAllByRole<HTMLInputElement>("textbox");
  if (!json) throw new Error("There is no box for JSON.");
  await user.type(json, '{{"first":');
  expect(text).toHaveProperty("value", "");
  expect(thread.approvals.get().items[0]).toMatchObject({ status: "open" });
  await user.type(json, '"Ada"}');
  await user.click(screen.getByRole("button", { name: "Use this answer" }));
  expect(thread.approvals.get().items[0]).toMatchObject({ status: "answered", payload: { first: "Ada" } });
});
