import type { ResumeEntry } from "@holdpoint/client";
import { createRunInput, resolved } from "@holdpoint/client/agent";
import { createForm } from "@holdpoint/client/form";
import { expect, test } from "vitest";
import { rawRun, textOf } from "../support/raw-run.ts";
import { setRustStage } from "../support/rust-client.ts";
import { said } from "../support/said.ts";

const stage = setRustStage();
const id = "confirm-clear";

const titles = (state: unknown): unknown => {
  if (typeof state !== "object" || state === null || !("tasks" in state) || !Array.isArray(state.tasks))
    return state;
  return state.tasks.map((task: { title?: unknown }) => task.title);
};
const all = ["Order the timber", "Sand the table", "Oil the chairs"];

async function pause() {
  const client = stage.open("board");
  const thread = client.thread("board");
  const end = await thread.send("Clear the board");
  expect(end.status).toBe("interrupted");
  return { client, thread, end, approvals: thread.approvals };
}

/** What is pressed, and how it has to go out. */
const cases: {
  press: string;
  payload?: { confirm: boolean };
  sent: ResumeEntry;
  left: string[];
  says: string;
}[] = [
  {
    press: "No",
    payload: { confirm: false },
    sent: { interruptId: id, status: "cancelled", payload: { confirm: false } },
    left: all,
    says: "Left the board alone.",
  },
  {
    press: "Decline",
    sent: { interruptId: id, status: "cancelled" },
    left: all,
    says: "Left the board alone.",
  },
  {
    press: "Yes",
    payload: { confirm: true },
    sent: { interruptId: id, status: "resolved", payload: { confirm: true } },
    left: [],
    says: "Cleared the board.",
  },
];

test.each(cases)("$press decides what becomes of the board", async ({ payload, sent, left, says }) => {
  const { client, thread, approvals } = await pause();
  expect(titles(thread.state.get())).toEqual(all);
  if (payload) createForm(approvals, id).get().setValue(["confirm"], payload.confirm);
  else approvals.decline(id);
  expect((await approvals.submit()).status).toBe("success");
  expect(said(thread).at(-1)).toBe(says);
  expect(titles(thread.state.get())).toEqual(left);
  expect(client.requests.map(({ resume }) => resume)).toEqual([undefined, [sent]]);
});

test("this agent reads the status alone: a resolved `false` clears its board", async () => {
  const resume = [resolved(id, { confirm: false })];
  const events = await rawRun(
    `${stage.server.origin}/agent/board`,
    createRunInput({ threadId: "trap", resume }),
  );
  expect(textOf(events)).toBe("Cleared the board.");
});

test("a box left alone is no answer, so that nothing is sent", async () => {
  const { client, approvals } = await pause();
  expect(createForm(approvals, id).get().commit()).toBe(false);
  expect(approvals.get().ready).toBe(false);
  await expect(approvals.submit()).rejects.toMatchObject({ code: "uncovered" });
  expect(client.requests).toHaveLength(1);
});

test("a run that has already done work can still pause, and the next one builds on it", async () => {
  const { client, thread, approvals } = await pause();
  const before = thread.get().messages;
  approvals.answer(id, { confirm: true });
  await approvals.submit();

  const [, second] = client.requests;
  expect(titles(second?.state)).toEqual(all);
  expect(second?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
  const { messages } = thread.get();
  expect(messages.slice(0, before.length)).toEqual(before);
  expect(messages.flatMap((message) => (message.role === "tool" ? [message.content] : []))).toEqual([
    `{"count":3}`,
    `{"cleared":3}`,
  ]);
});

test("a paused run resumes as a run of its own, and asks again the next time", async () => {
  const { client, thread, end, approvals } = await pause();
  approvals.answer(id, { confirm: false });
  const resumed = await approvals.submit();
  expect(resumed.runId).not.toBe(end.runId);
  expect(thread.get().runId).toBe(resumed.runId);
  expect(approvals.get().items).toEqual([]);

  expect((await thread.send("Clear the board")).status).toBe("interrupted");
  expect(approvals.get().items.map((item) => item.status)).toEqual(["open"]);
  approvals.answer(id, { confirm: true });
  await approvals.submit();
  expect(titles(thread.state.get())).toEqual([]);
  expect(new Set(client.requests.map(({ runId }) => runId)).size).toBe(4);
});
