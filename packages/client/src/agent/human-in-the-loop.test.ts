import { expect, test } from "vitest";
import type { AgentEvent } from "../protocol/events.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { createRunInput } from "./create-run-input.ts";
import type { Agent } from "./define-agent.ts";
import { defineAgent } from "./define-agent.ts";
import { cancelled, interrupt, interruptsOf, resolved } from "./outcome.ts";
import { runAgent } from "./run-agent.ts";

/** Deploys nothing until a person says so, and reads what they said. */
const deployer = defineAgent(async (ctx) => {
  const answer = ctx.resumeFor("approve-deploy");
  if (answer === undefined) {
    ctx.say("Deploying to production needs a human.");
    return interrupt([
      {
        id: "approve-deploy",
        reason: "tool_approval",
        responseSchema: { type: "object", required: ["build"] },
      },
    ]);
  }
  if (answer.status === "cancelled") {
    ctx.say("Left production alone.");
    return;
  }
  const build = isPlainObject(answer.payload) ? answer.payload.build : undefined;
  if (typeof build !== "number") throw new Error("the approval carried no build number");
  ctx.say(`Deployed build ${build}.`);
});

/** Needs two decisions, and knows only those of the present request. */
const planner = defineAgent(async (ctx) => {
  const missing = ["approve-budget", "confirm-date"].filter((id) => ctx.resumeFor(id) === undefined);
  if (missing.length > 0) return interrupt(missing.map((id) => ({ id, reason: "tool_approval" })));
  ctx.say("Booked.");
});

async function ask(agent: Agent, resume: ResumeEntry[] = []) {
  const events: AgentEvent[] = [];
  for await (const event of runAgent(agent, createRunInput({ threadId: "t", resume }))) events.push(event);
  return {
    text: events.map((event) => (event.type === "TEXT_MESSAGE_CONTENT" ? event.delta : "")).join(""),
    asks: interruptsOf(events.at(-1)).map((one) => one.id),
    last: events.at(-1),
  };
}

test("a run without an answer ends as interrupted, after what it said", async () => {
  const paused = await ask(deployer);
  expect(paused.text).toBe("Deploying to production needs a human.");
  expect(paused.asks).toEqual(["approve-deploy"]);
});

test("a resolved answer resumes the run, and the agent reads its payload", async () => {
  const resumed = await ask(deployer, [resolved("approve-deploy", { build: 42 })]);
  expect(resumed.text).toBe("Deployed build 42.");
  expect(resumed.last).toMatchObject({ outcome: { type: "success" } });
});

test("a declined question takes the other branch and succeeds", async () => {
  const declined = await ask(deployer, [cancelled("approve-deploy")]);
  expect(declined.text).toBe("Left production alone.");
  expect(declined.last).toMatchObject({ outcome: { type: "success" } });
});

test("an answer to a different interrupt pauses again", async () => {
  expect((await ask(deployer, [resolved("some-other-question", { build: 42 })])).asks).toEqual([
    "approve-deploy",
  ]);
});

test("an answer that the agent rejects fails the run and can be given again", async () => {
  const rejected = await ask(deployer, [resolved("approve-deploy", { build: "forty-two" })]);
  expect(rejected.last).toEqual({
    type: "RUN_ERROR",
    message: "the approval carried no build number",
    code: "AGENT_ERROR",
  });
  expect((await ask(deployer, [resolved("approve-deploy", { build: 42 })])).text).toBe("Deployed build 42.");
});

test("an answer counts only for the request that carries it", async () => {
  const budget = resolved("approve-budget", { amount: 5000 });
  const date = resolved("confirm-date", { day: "friday" });
  expect((await ask(planner)).asks).toEqual(["approve-budget", "confirm-date"]);
  for (let round = 0; round < 3; round++) {
    expect((await ask(planner, [budget])).asks).toEqual(["confirm-date"]);
    expect((await ask(planner, [date])).asks).toEqual(["approve-budget"]);
  }
  const booked = await ask(planner, [budget, date]);
  expect(booked.text).toBe("Booked.");
  expect(booked.last).toMatchObject({ outcome: { type: "success" } });
});
