/** The official client pauses and resumes with our agents. */
import { type AbstractAgent, buildResumeArray } from "@ag-ui/client";
import { defineAgent, interrupt } from "@holdpoint/client/agent";
import { describe, expect, test } from "vitest";
import { hearNoComplaints, openOfficial, ways } from "./support/official.ts";

const question = {
  id: "approve-deploy",
  reason: "tool_call",
  message: "Deploy build 42? 👩‍🚀",
  toolCallId: "call",
  responseSchema: {
    type: "object",
    properties: { build: { type: "integer", minimum: 1 }, note: { type: ["string", "null"] } },
    required: ["build"],
  },
  expiresAt: "2999-01-01T00:00:00Z",
  metadata: { risk: "high", owners: ["a", null], nested: { ok: true } },
};

/** Asks about a call that it makes, and reads what it is answered. */
const deployer = defineAgent(async (ctx) => {
  const answer = ctx.resumeFor("approve-deploy");
  if (answer === undefined) {
    ctx.say("Deploying needs a human.");
    ctx.toolCall("deploy", { id: "call" }).args({ build: 42 });
    return interrupt([question]);
  }
  if (answer.status === "cancelled") ctx.say("Left production alone.");
  else if (typeof Object(answer.payload).build !== "number") throw new Error("There is no build number.");
  else ctx.say(`Deployed ${JSON.stringify(answer.payload)}, told ${JSON.stringify(answer.metadata)}.`);
  return;
});

/** Needs both decisions in one request. */
const planner = defineAgent(async (ctx) => {
  const open = ["budget", "date"].filter((id) => ctx.resumeFor(id) === undefined);
  if (open.length > 0) return interrupt(open.map((id) => ({ id, reason: "input_required" })));
  ctx.say(ctx.resume.map(({ interruptId, status }) => `${interruptId} ${status}`).join(", "));
  return;
});

/** Asks one thing after another, and keeps the first answer in the state that it publishes. */
const patient = defineAgent<{ name?: unknown }>(async (ctx) => {
  const name = ctx.resumeFor("name")?.payload ?? ctx.state.name;
  if (name === undefined) return interrupt([{ id: "name", reason: "input_required" }]);
  ctx.setState({ name });
  const colour = ctx.resumeFor("colour");
  if (colour === undefined) return interrupt([{ id: "colour", reason: "input_required" }]);
  ctx.say(`${name} likes ${colour.payload}.`);
  return;
});

const { errors } = hearNoComplaints();

describe.each(ways)("over $name", (way) => {
  test("a question arrives with every field intact, after what the agent said, and the run is interrupted", async () => {
    const { agent, heard } = await openOfficial(deployer, way);
    const outcomes: string[] = [];
    const { newMessages, result } = await agent.runAgent(undefined, {
      onRunFinishedEvent: ({ outcome }) => void outcomes.push(outcome),
    });
    expect(agent.pendingInterrupts).toEqual([question]);
    expect(outcomes).toEqual(["interrupt"]);
    expect(result).toBeUndefined();
    expect(newMessages).toMatchObject([
      { role: "assistant", content: "Deploying needs a human." },
      {
        role: "assistant",
        toolCalls: [{ id: "call", function: { name: "deploy", arguments: '{"build":42}' } }],
      },
    ]);
    expect(heard.at(-1)).toMatchObject({ outcome: { type: "interrupt", interrupts: [question] } });
  });

  test("an answer resumes the same thread by a new run, with the history and without a new user message", async () => {
    const { agent, sent } = await openOfficial(deployer, way, {
      initialMessages: [{ id: "u", role: "user", content: "Deploy" }],
    });
    await agent.runAgent();
    const payload = { build: 42, note: null };
    const resume = buildResumeArray(agent.pendingInterrupts, {
      "approve-deploy": { status: "resolved", payload, metadata: { by: "me" } },
    });
    await agent.runAgent({ resume });
    expect(agent.messages.at(-1)?.content).toBe('Deployed {"build":42,"note":null}, told {"by":"me"}.');
    expect(agent.pendingInterrupts).toEqual([]);
    expect(sent.map(({ threadId }) => threadId)).toEqual(["t", "t"]);
    expect(sent[1]?.runId).not.toBe(sent[0]?.runId);
    expect(sent[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "assistant"]);
  });

  test("without an answer it refuses to go on, and nothing reaches the agent", async () => {
    const { agent, sent } = await openOfficial(planner, way);
    await agent.runAgent();
    await expect(agent.runAgent()).rejects.toThrow("budget, date");
    await expect(
      agent.runAgent({ resume: [{ interruptId: "date", status: "resolved", payload: 1 }] }),
    ).rejects.toThrow("budget");
    expect(sent).toHaveLength(1);
    expect(agent.pendingInterrupts).toHaveLength(2);
  });

  test("a declined question takes the other branch", async () => {
    const { agent } = await openOfficial(deployer, way);
    await agent.runAgent();
    await agent.runAgent({ resume: [{ interruptId: "approve-deploy", status: "cancelled" }] });
    expect(agent.messages.at(-1)?.content).toBe("Left production alone.");
  });

  test("several questions are answered in one request, one of them by a no", async () => {
    const { agent, sent } = await openOfficial(planner, way);
    await agent.runAgent();
    const resume = buildResumeArray(agent.pendingInterrupts, {
      budget: { status: "resolved", payload: { amount: 5000 } },
      date: { status: "cancelled" },
    });
    await agent.runAgent({ resume });
    expect(agent.messages.at(-1)?.content).toBe("budget resolved, date cancelled");
    expect(sent).toHaveLength(2);
  });

  test("an answer that the agent rejects fails the run, and the question can be answered again", async () => {
    const { agent, heard } = await openOfficial(deployer, way);
    await agent.runAgent();
    const answer = (build: unknown) => ({
      resume: [{ interruptId: "approve-deploy", status: "resolved" as const, payload: { build } }],
    });
    await agent.runAgent(answer("forty-two"));
    expect(heard.at(-1)).toMatchObject({ type: "RUN_ERROR", code: "AGENT_ERROR" });
    expect(agent.pendingInterrupts).toEqual([question]);
    await agent.runAgent(answer(42));
    expect(agent.messages.at(-1)?.content).toContain("Deployed");
    expect(agent.pendingInterrupts).toEqual([]);
  });

  test("false, zero and the empty text are answers, as they were given", async () => {
    const seen: unknown[] = [];
    const asking = defineAgent(async (ctx) => {
      if (!ctx.isResume) return interrupt([{ id: "a", reason: "confirmation" }]);
      seen.push(ctx.resume[0]?.payload);
      return;
    });
    for (const payload of [false, 0, ""]) {
      const { agent } = await openOfficial(asking, way);
      await agent.runAgent();
      await agent.runAgent({ resume: [{ interruptId: "a", status: "resolved", payload }] });
    }
    expect(seen).toEqual([false, 0, ""]);
  });

  test("one question after another: the first answer is kept in the state", async () => {
    const { agent } = await openOfficial(patient, way);
    const asked: string[][] = [];
    await agent.runAgent();
    for (const [interruptId, payload] of [
      ["name", "Ada"],
      ["colour", "green"],
    ] as const) {
      asked.push(agent.pendingInterrupts.map(({ id }) => id));
      await agent.runAgent({ resume: [{ interruptId, status: "resolved", payload }] });
    }
    expect(asked).toEqual([["name"], ["colour"]]);
    expect(agent.messages.at(-1)?.content).toBe("Ada likes green.");
    expect(agent.state).toEqual({ name: "Ada" });
  });

  test("a question whose time is over can only be declined", async () => {
    const late = defineAgent(async (ctx) => {
      if (ctx.isResume) return void ctx.say(`${ctx.resume[0]?.status}`);
      return interrupt([{ id: "a", reason: "confirmation", expiresAt: "2020-01-01T00:00:00Z" }]);
    });
    const { agent } = await openOfficial(late, way);
    await agent.runAgent();
    await expect(
      agent.runAgent({ resume: [{ interruptId: "a", status: "resolved", payload: true }] }),
    ).rejects.toThrow("expired");
    await agent.runAgent({ resume: [{ interruptId: "a", status: "cancelled" }] });
    expect(agent.messages.at(-1)?.content).toBe("cancelled");
  });

  test("a list of no questions fails the run instead of reaching the client", async () => {
    const { agent, heard } = await openOfficial(
      defineAgent(async () => interrupt([])),
      way,
    );
    await agent.runAgent();
    expect(heard.at(-1)).toMatchObject({
      type: "RUN_ERROR",
      code: "PROTOCOL",
      message: expect.stringContaining("at least one interrupt"),
    });
    expect(agent.pendingInterrupts).toEqual([]);
  });

  test("25 clients at once, each with its own questions and answers", async () => {
    const first = await openOfficial(planner, way);
    const clients = Array.from({ length: 25 }, (_, index) => {
      const clone: AbstractAgent = first.agent.clone();
      clone.threadId = `t${index}`;
      return clone;
    });
    await Promise.all(clients.map((client) => client.runAgent()));
    await Promise.all(
      clients.map((client, index) => {
        const status = index % 2 === 0 ? "resolved" : "cancelled";
        const resume = client.pendingInterrupts.map(({ id }) => ({ interruptId: id, status }) as const);
        return client.runAgent({ resume });
      }),
    );
    const texts = clients.map(({ messages }) => messages.map(({ content }) => content));
    const words = (status: string): string[] => [`budget ${status}, date ${status}`];
    expect(texts).toEqual(clients.map((_, index) => words(index % 2 === 0 ? "resolved" : "cancelled")));
    expect(errors).toEqual([]);
  });
});
