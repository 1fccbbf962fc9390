/** Agents of the kit that stop to ask, behind the HTTP handler, with the client in front of it. */
import { createTestClient } from "@holdpoint/client/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineInterrupt } from "../approvals/define-interrupt.ts";
import type { Interrupt } from "../protocol/interrupts.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { httpTransport } from "../transport/http.ts";
import { agentTool, interruptibleTool } from "./agent-tool.ts";
import { type Agent, defineAgent } from "./define-agent.ts";
import { interrupt } from "./outcome.ts";
import { runToolCalls } from "./run-tool-calls.ts";
import { toFetchHandler } from "./to-fetch-handler.ts";

/** A thread with this agent, and every request that the agent got. */
function threadWith<State>(agent: Agent<State>, interrupts: Parameters<typeof createTestClient>[1] = {}) {
  const handle = toFetchHandler(agent);
  const requests: RunAgentInput[] = [];
  const client = createTestClient(httpTransport({ url: "http://localhost/agent" }), {
    frames: "immediate",
    ...interrupts,
    environment: {
      fetch: async (url, init) => {
        requests.push(JSON.parse(String(init?.body)));
        return handle(new Request(url, init));
      },
    },
  });
  const thread = client.thread("t");
  const texts = () =>
    thread.get().messages.flatMap((message) => (message.role === "assistant" ? (message.content ?? []) : []));
  const pending = () => thread.approvals.get().items.map((item) => item.interrupt);
  return { thread, requests, texts, pending, warnings: client.warnings };
}

const APPROVAL: Interrupt = {
  id: "approve-deploy",
  reason: "tool_approval",
  message: "Deploy build 42 to production?",
  toolCallId: "call-deploy",
  responseSchema: { type: "object", required: ["build"] },
  expiresAt: "2031-01-01T00:00:00Z",
  metadata: { risk: { level: 3 } },
};

const Deploy = z.object({ build: z.number() });

/** Deploys nothing until a person says so. */
const deployer = defineAgent(async (ctx) => {
  const answer = ctx.resumeFor("approve-deploy");
  if (answer === undefined) {
    ctx.say("Deploying to production needs a human.");
    return interrupt([APPROVAL]);
  }
  if (answer.status === "cancelled") return void ctx.say("Left production alone.");
  const reading = Deploy.safeParse(answer.payload);
  if (!reading.success) throw new Error("the approval carried no build number");
  ctx.say(`Deployed build ${reading.data.build}.`);
});

async function paused() {
  const world = threadWith(deployer);
  const end = await world.thread.send("ship build 42");
  return { ...world, end };
}

describe("a run that stopped on one question", () => {
  test("reaches the client with every field, and what was said before it", async () => {
    const { pending, texts, warnings } = await paused();
    expect(pending()).toEqual([APPROVAL]);
    expect(texts()).toEqual(["Deploying to production needs a human."]);
    expect(warnings).toEqual([]);
  });

  test("ends as interrupted rather than successful, with the same list", async () => {
    const { end } = await paused();
    expect(end).toMatchObject({ status: "interrupted", interrupts: [APPROVAL] });
  });

  test("is resumed by an answer, as a run of its own, without a new message of the user", async () => {
    const { thread, requests, texts } = await paused();
    thread.approvals.answer("approve-deploy", { build: 42 });
    const end = await thread.approvals.submit();
    expect(end.status).toBe("success");
    expect(texts().at(-1)).toBe("Deployed build 42.");
    expect(thread.approvals.get().items).toEqual([]);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.runId).not.toBe(requests[0]?.runId);
    expect(requests[1]?.threadId).toBe(requests[0]?.threadId);
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(thread.get().messages).toHaveLength(3);
  });

  test("takes its other branch when the question is declined", async () => {
    const { thread, texts } = await paused();
    thread.approvals.decline("approve-deploy");
    expect((await thread.approvals.submit()).status).toBe("success");
    expect(texts().at(-1)).toBe("Left production alone.");
    expect(thread.approvals.get().items).toEqual([]);
  });

  test("fails on an answer that the agent rejects, and can be answered again", async () => {
    const { thread, pending, texts } = await paused();
    thread.approvals.answer("approve-deploy", { build: "forty-two" });
    const failed = await thread.approvals.submit();
    expect(failed).toMatchObject({
      status: "failed",
      error: { code: "AGENT_ERROR", message: expect.stringContaining("carried no build number") },
    });
    expect(pending()).toEqual([APPROVAL]);
    thread.approvals.answer("approve-deploy", { build: 42 });
    expect((await thread.approvals.submit()).status).toBe("success");
    expect(texts().at(-1)).toBe("Deployed build 42.");
  });
});

const Budget = defineInterrupt({
  reason: "approve-budget",
  response: z.object({ amount: z.number().optional() }),
});
const Day = defineInterrupt({ reason: "confirm-date", response: z.object({ day: z.string().optional() }) });

/** Needs two decisions, and books only on two times yes. */
const booker = defineAgent(async (ctx) => {
  const open = ctx.pending([Budget, Day]);
  if (open.length > 0) return interrupt(open.map((question) => question.interrupt()));
  const declined = [Budget, Day].filter((one) => ctx.resumeFor(one)?.status === "cancelled");
  if (declined.length === 2) ctx.say("Both declined. Nothing booked.");
  else if (declined.length > 0) ctx.say(`Declined: ${declined[0]?.reason}. Nothing booked.`);
  else ctx.say("Both approved. Booked.");
});

describe("a run that stopped on two decisions", () => {
  test("asks both at once, one item each", async () => {
    const { thread, pending } = threadWith(booker);
    expect((await thread.send("book")).interrupts?.map(({ id }) => id)).toEqual([
      "approve-budget",
      "confirm-date",
    ]);
    expect(pending()).toHaveLength(2);
  });

  test.each([
    ["approved", true, "Both approved. Booked."],
    ["declined", false, "Both declined. Nothing booked."],
  ])("is answered in one request, and not in three runs: both %s", async (_, yes, text) => {
    const { thread, requests, texts } = threadWith(booker);
    await thread.send("book");
    thread.approvals.answerAll(() => (yes ? { payload: {} } : { decline: true }));
    expect((await thread.approvals.submit()).status).toBe("success");
    expect(requests).toHaveLength(2);
    expect(texts()).toEqual([text]);
    expect(thread.approvals.get().items).toEqual([]);
  });

  test("gets one yes and one no as one batch", async () => {
    const { thread, requests, texts } = threadWith(booker);
    await thread.send("book");
    Budget.answer(thread.approvals, "approve-budget", { amount: 5000 });
    thread.approvals.decline("confirm-date");
    await thread.approvals.submit();
    expect(requests[1]?.resume).toEqual([
      { interruptId: "approve-budget", status: "resolved", payload: { amount: 5000 } },
      { interruptId: "confirm-date", status: "cancelled" },
    ]);
    expect(texts()).toEqual(["Declined: confirm-date. Nothing booked."]);
  });

  test("sends nothing while only one is answered, so that no agent goes round for ever", async () => {
    const { thread, requests } = threadWith(booker);
    await thread.send("book");
    Budget.answer(thread.approvals, "approve-budget", { amount: 5000 });
    await expect(thread.approvals.submit()).rejects.toMatchObject({
      code: "uncovered",
      interruptIds: ["confirm-date"],
    });
    expect(requests).toHaveLength(1);
  });
});

describe("a run that has already done work", () => {
  const Tasks = z.object({ tasks: z.array(z.string()).default([]) });
  const busy = defineAgent({
    state: Tasks,
    async run(ctx) {
      const add = (title: string) =>
        ctx.toolCall("add_task", (call) => {
          call.argsJson({ title });
          ctx.updateState((state) => void state.tasks.push(title));
          call.resultJson({ title });
        });
      if (!ctx.isResume) {
        add("write it down");
        add("book the room");
        return interrupt([{ id: "third", reason: "confirmation", message: "Add a third?" }]);
      }
      if (ctx.resumeFor("third")?.payload === true) add("tell everybody");
    },
  });

  test("can still pause, and the resumed run builds on its messages and its state", async () => {
    const { thread, requests } = threadWith(busy);
    expect((await thread.send("busy")).status).toBe("interrupted");
    thread.approvals.answer("third", true);
    expect((await thread.approvals.submit()).status).toBe("success");
    expect(requests[1]?.state).toEqual({ tasks: ["write it down", "book the room"] });
    expect(
      requests[1]?.messages.some(
        ({ role, content }) => role === "tool" && String(content).includes("write it down"),
      ),
    ).toBe(true);
    expect(thread.get().state).toEqual({ tasks: ["write it down", "book the room", "tell everybody"] });
    expect(thread.get().messages.filter(({ role }) => role === "tool")).toHaveLength(3);
  });
});

describe("tools that wait for a person", () => {
  const search = agentTool({
    name: "search",
    description: "Finds pages",
    // What a JSON Schema cannot say, so that only the agent can refuse it.
    input: z.object({ q: z.string().refine((q) => q !== "forbidden") }),
    output: z.string(),
    run: ({ q }) => `Found ${q}.`,
  });
  const transfer = interruptibleTool({
    name: "transfer",
    description: "Transfers money",
    input: z.object({ amount: z.number() }),
    output: z.string(),
    resume: defineInterrupt({ reason: "transfer", response: z.object({ pin: z.string().length(4) }) }),
    ask: ({ amount }) => ({ message: `Transfer ${amount}?` }),
    run: ({ amount }, { answer }) => (answer?.status === "resolved" ? `Sent ${amount}.` : "Kept."),
  });
  const agent = defineAgent(async (ctx) => {
    if (!ctx.isResume) ctx.say("On it.");
    const calls = ctx.isResume
      ? ctx.unansweredCalls
      : [search.open(ctx, { q: "a" }), transfer.open(ctx, { amount: 50 }), search.open(ctx, { q: "b" })];
    const { interrupts } = await runToolCalls(ctx, calls, { tools: [search, transfer], allow: ["transfer"] });
    if (interrupts.length > 0) return interrupt(interrupts);
    ctx.say("All done.");
  });
  const results = (thread: ReturnType<typeof threadWith>["thread"]) =>
    thread.get().messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));

  test("pause together, are answered together, and each does as it was told", async () => {
    const { thread, requests, texts, warnings } = threadWith(agent, { interrupts: [transfer.question] });
    const end = await thread.send("go");
    expect(end.interrupts?.map(({ reason, toolCallId }) => [reason, toolCallId])).toEqual([
      ["tool_approval", `${end.runId}-call-1`],
      ["transfer", `${end.runId}-call-2`],
      ["tool_approval", `${end.runId}-call-3`],
    ]);
    const [first, second, third] = thread.approvals.get().items;
    expect(second?.toolCall?.input).toEqual({ amount: 50 });
    const { approvals } = thread;
    approvals.answer(first?.id ?? "", { approved: true, editedArgs: { q: "edited" } });
    expect(transfer.question.answer(approvals, second?.id ?? "", { pin: "12" })).toHaveLength(1);
    transfer.question.answer(approvals, second?.id ?? "", { pin: "1234" });
    approvals.answer(third?.id ?? "", { approved: false });
    expect((await approvals.submit()).status).toBe("success");
    // A no to an approval goes out as declined, which is what agents read.
    expect(requests[1]?.resume?.map(({ status }) => status)).toEqual(["resolved", "resolved", "cancelled"]);
    expect(results(thread)).toEqual(
      ["Found edited.", "Sent 50.", "A person did not allow this call of search."].map((text) =>
        text.startsWith("A") ? text : JSON.stringify(text),
      ),
    );
    expect(texts()).toEqual(["On it.", "All done."]);
    expect(warnings).toEqual([]);
  });

  test("put the agent's refusal of edited arguments on the question that has them", async () => {
    const { thread } = threadWith(agent, { interrupts: [transfer.question] });
    await thread.send("go");
    const { approvals } = thread;
    const [first, second, third] = approvals.get().items.map(({ id }) => id);
    approvals.answer(first ?? "", { approved: true, editedArgs: { q: "forbidden" } });
    approvals.decline(second ?? "");
    approvals.decline(third ?? "");
    expect(await approvals.submit()).toMatchObject({ status: "failed", error: { code: "AGENT_ERROR" } });
    expect(approvals.get().items.map(({ errors }) => errors.map(({ path }) => path))).toEqual([
      [["editedArgs"]],
      [],
      [],
    ]);
    approvals.answer(first ?? "", { approved: true, editedArgs: { q: "b" } });
    expect((await approvals.submit()).status).toBe("success");
    expect(results(thread)[0]).toBe('"Found b."');
  });
});
