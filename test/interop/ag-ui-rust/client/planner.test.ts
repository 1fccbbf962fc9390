import { isApprovalError, type ResumeEntry } from "@holdpoint/client";
import { createRunInput, interruptsOf, resolved } from "@holdpoint/client/agent";
import { expect, test } from "vitest";
import { rawRun, textOf } from "../support/raw-run.ts";
import { setRustStage } from "../support/rust-client.ts";
import { said } from "../support/said.ts";

const stage = setRustStage();
const budget = { amount: 5000 };
const date = { date: "2027-09-17", place: "Utrecht" };
const answers = [resolved("approve-budget", budget), resolved("confirm-date", date)];

async function pause() {
  const client = stage.open("planner");
  const thread = client.thread("plan");
  const end = await thread.send("Book the offsite");
  return { client, thread, end, approvals: thread.approvals };
}

test("a run can ask several questions at once", async () => {
  const { end, thread, approvals } = await pause();
  expect(end.interrupts?.map(({ id }) => id)).toEqual(["approve-budget", "confirm-date"]);
  expect(approvals.get().items.map(({ id, status }) => [id, status])).toEqual([
    ["approve-budget", "open"],
    ["confirm-date", "open"],
  ]);
  expect(said(thread)).toEqual(["I book nothing without a budget and a date."]);
});

test("an answer counts only for the request that carries it: one at a time never ends", async () => {
  let requests = 0;
  async function ask(...resume: ResumeEntry[]) {
    requests += 1;
    const input = createRunInput({ threadId: "loop", ...(resume.length > 0 && { resume }) });
    const events = await rawRun(`${stage.server.origin}/agent/planner`, input);
    return { open: interruptsOf(events.at(-1)).map(({ id }) => id), text: textOf(events) };
  }

  expect((await ask()).open).toEqual(["approve-budget", "confirm-date"]);
  const [first, second] = answers;
  for (let round = 0; round < 3; round += 1) {
    expect((await ask(...(first ? [first] : []))).open).toEqual(["confirm-date"]);
    expect((await ask(...(second ? [second] : []))).open).toEqual(["approve-budget"]);
  }
  expect(await ask(...answers)).toEqual({ open: [], text: "Booked." });
  expect(requests).toBe(8);
});

test("our client sends nothing while a question is open, then both answers in one request", async () => {
  const { client, thread, approvals } = await pause();
  approvals.answer("approve-budget", budget);
  const early = await approvals.submit().catch((error: unknown) => error);
  expect(isApprovalError(early) && early).toMatchObject({
    code: "uncovered",
    interruptIds: ["confirm-date"],
  });
  expect(client.requests).toHaveLength(1);

  approvals.answer("confirm-date", date);
  expect((await approvals.submit()).status).toBe("success");
  expect(said(thread).at(-1)).toBe("Booked.");
  expect(client.requests).toHaveLength(2);
  expect(client.requests[1]?.resume).toEqual(answers);
});

test("two questions declined together are two requests in all", async () => {
  const { client, thread, approvals } = await pause();
  approvals.declineAll();
  expect((await approvals.submit()).status).toBe("success");
  expect(said(thread).at(-1)).toBe("Declined: approve-budget and confirm-date. Nothing was booked.");
  expect(client.requests).toHaveLength(2);
});

test("an answer and a refusal reach the agent as one batch", async () => {
  const { client, thread, approvals } = await pause();
  approvals.answer("approve-budget", budget);
  approvals.decline("confirm-date");
  expect((await approvals.submit()).status).toBe("success");
  expect(said(thread).at(-1)).toBe("Declined: confirm-date. Nothing was booked.");
  expect(client.requests.map(({ resume }) => resume)).toEqual([
    undefined,
    [answers[0], { interruptId: "confirm-date", status: "cancelled" }],
  ]);
});

test("words in place of an answer decline both questions, in the run that carries them", async () => {
  const { client, thread } = await pause();
  const end = await thread.send("Never mind", { pending: "decline" });
  expect(end.status).toBe("success");
  expect(said(thread).at(-1)).toBe("Declined: approve-budget and confirm-date. Nothing was booked.");
  expect(client.requests).toHaveLength(2);
  expect(client.requests[1]?.messages.at(-1)).toMatchObject({ role: "user", content: "Never mind" });
});

test("a server that is killed and started again between question and answers books all the same", async () => {
  const { client, thread, approvals } = await pause();
  approvals.answer("approve-budget", budget);
  await stage.restart();
  approvals.answer("confirm-date", date);
  expect((await approvals.submit()).status).toBe("success");
  expect(said(thread).at(-1)).toBe("Booked.");
  expect(client.requests).toHaveLength(2);
});

test("answers sent while the server is down are kept, and go out again once it is back", async () => {
  const { client, thread, approvals } = await pause();
  approvals.answer("approve-budget", budget);
  approvals.answer("confirm-date", date);
  await stage.server.kill();
  expect((await approvals.submit()).status).toBe("unstarted");
  const kept = approvals.get();
  expect(kept).toMatchObject({ phase: "open", ready: true, error: { name: "TransportError" } });
  expect(kept.items.map(({ payload }) => payload)).toEqual([budget, date]);

  await stage.restart();
  expect((await approvals.retry()).status).toBe("success");
  expect(said(thread).at(-1)).toBe("Booked.");
  const [, second, third] = client.requests;
  expect(third?.resume).toEqual(second?.resume);
});
