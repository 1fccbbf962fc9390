import { type Interrupt, isApprovalError, isRunError, type ResumeEntry } from "@holdpoint/client";
import { createRunInput, interruptsOf, resolved } from "@holdpoint/client/agent";
import { expect, test } from "vitest";
import { rawRun, textOf } from "../support/raw-run.ts";
import { setRustStage } from "../support/rust-client.ts";
import { said } from "../support/said.ts";

const stage = setRustStage();
const id = "approve-deploy";

const question: Interrupt = {
  id,
  reason: "tool_approval",
  message: "Deploy build 42 to production?",
  toolCallId: "call-deploy",
  responseSchema: {
    type: "object",
    properties: { build: { title: "Build", type: ["integer", "string"] } },
    required: ["build"],
  },
  expiresAt: "2099-12-31T23:59:59Z",
  metadata: { environment: "production" },
};

/** The agent has asked. */
async function pause() {
  const client = stage.open("deploy");
  const thread = client.thread("deploy");
  const end = await thread.send("Deploy build 42");
  const entries = (): (readonly ResumeEntry[] | undefined)[] => client.requests.map(({ resume }) => resume);
  return { client, thread, end, entries, approvals: thread.approvals };
}

test("an interrupt reaches the client with every field intact, after what the agent said", async () => {
  const { client, thread, approvals } = await pause();
  expect(approvals.get().items.map(({ interrupt }) => interrupt)).toEqual([question]);
  expect(approvals.get().items[0]?.expiresAt).toBe(Date.parse("2099-12-31T23:59:59Z"));
  expect(said(thread)).toEqual(["Deploying to production needs a human."]);
  expect(client.warnings).toEqual([]);
});

test("a run that asks ends as interrupted, not as a success, with the same questions", async () => {
  const { end, thread } = await pause();
  expect(end).toMatchObject({ status: "interrupted", interrupts: [question] });
  expect(thread.status.get()).toBe("interrupted");
});

test("an answer resumes as a run of its own, and the agent reads it", async () => {
  const { client, thread, end, entries, approvals } = await pause();
  expect(approvals.answer(id, { build: 42 })).toEqual([]);
  expect((await approvals.submit()).status).toBe("success");
  expect(said(thread).at(-1)).toBe("Deployed build 42.");
  expect(thread.get().messages).toHaveLength(3);
  expect(approvals.get()).toMatchObject({ phase: "accepted", items: [] });

  const [first, second] = client.requests;
  expect(entries()).toEqual([undefined, [{ interruptId: id, status: "resolved", payload: { build: 42 } }]]);
  expect(second?.threadId).toBe(first?.threadId);
  expect(second?.runId).not.toBe(end.runId);
  // The agent goes by the last message of a person, so that none may be added.
  expect(second?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
});

test("a declined question takes the other branch, which is a success", async () => {
  const { thread, entries, approvals } = await pause();
  approvals.decline(id);
  expect((await approvals.submit()).status).toBe("success");
  expect(said(thread).at(-1)).toBe("Left production alone.");
  expect(approvals.get().items).toEqual([]);
  expect(entries()).toEqual([undefined, [{ interruptId: id, status: "cancelled" }]]);
});

test("an answer to a different question does not resume this one, and never leaves our client", async () => {
  const url = `${stage.server.origin}/agent/deploy`;
  const resume = [resolved("some-other-question", { build: 42 })];
  const events = await rawRun(url, createRunInput({ threadId: "stray", resume }));
  expect(interruptsOf(events.at(-1))).toEqual([question]);

  const { client, approvals } = await pause();
  const stray = (): unknown => approvals.answer("some-other-question", { build: 42 });
  expect(stray).toThrow(expect.objectContaining({ code: "unknown-id" }));
  const early = await approvals.submit().catch((error: unknown) => error);
  expect(isApprovalError(early) && early).toMatchObject({ code: "uncovered", interruptIds: [id] });
  expect(client.requests).toHaveLength(1);
});

test("an answer that the agent rejects fails the run, stays editable, and can be given again", async () => {
  const { thread, entries, approvals } = await pause();
  approvals.answer(id, { build: "forty-two" });
  const end = await approvals.submit();
  expect(end.status).toBe("failed");
  expect(isRunError(end.error) && end.error).toMatchObject({
    code: "AGENT_ERROR",
    message: expect.stringContaining("the approval carried no build number"),
  });
  const failed = approvals.get();
  expect(failed).toMatchObject({ phase: "failed", error: { code: "AGENT_ERROR" } });
  expect(failed.items[0]).toMatchObject({ status: "answered", payload: { build: "forty-two" } });
  expect(failed.items[0]?.interrupt).toEqual(question);

  approvals.answer(id, { build: 42 });
  expect(approvals.get()).toMatchObject({ phase: "open", error: { code: "AGENT_ERROR" } });
  expect((await approvals.submit()).status).toBe("success");
  expect(said(thread).at(-1)).toBe("Deployed build 42.");
  expect(entries().slice(1)).toEqual([
    [{ interruptId: id, status: "resolved", payload: { build: "forty-two" } }],
    [{ interruptId: id, status: "resolved", payload: { build: 42 } }],
  ]);
});

test("a retry sends the very same entries under a new run id, and the agent rejects them again", async () => {
  const { client, approvals } = await pause();
  approvals.answer(id, { build: "forty-two" });
  await approvals.submit();
  expect((await approvals.retry()).status).toBe("failed");
  const [, second, third] = client.requests;
  expect(third?.resume).toEqual(second?.resume);
  expect(third?.runId).not.toBe(second?.runId);
  expect(approvals.get().phase).toBe("failed");
});

test("the round trip needs no thread: the next input is the last one with a run id and answers", async () => {
  const url = `${stage.server.origin}/agent/deploy`;
  const first = createRunInput({
    threadId: "low",
    runId: "low-1",
    messages: [{ id: "m", role: "user", content: "Deploy build 42" }],
  });
  const asked = interruptsOf((await rawRun(url, first)).at(-1));
  expect(asked).toEqual([question]);
  const resume = [resolved(id, { build: 42 })];
  const next = createRunInput({ ...first, runId: "low-2", resume });
  expect(next).toEqual({ ...first, runId: "low-2", resume });
  const events = await rawRun(url, next);
  expect(textOf(events)).toBe("Deployed build 42.");
  expect(events.at(0)).toMatchObject({ type: "RUN_STARTED", threadId: "low", runId: "low-2" });
  expect(interruptsOf(events.at(-1))).toEqual([]);
});
