import { expect, test } from "vitest";
import { z } from "zod";
import { defineInterrupt } from "../approvals/define-interrupt.ts";
import { createAgentClient } from "../client.ts";
import type { Warning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { Interrupt, ResumeEntry } from "../protocol/interrupts.ts";
import type { AnswerPolicy } from "./answer-policy.ts";
import { createRunInput } from "./create-run-input.ts";
import type { Agent } from "./define-agent.ts";
import { defineAgent } from "./define-agent.ts";
import { localTransport } from "./local-transport.ts";
import type { RunOutcome } from "./outcome.ts";
import { cancelled, interrupt, resolved, success } from "./outcome.ts";
import { runAgent } from "./run-agent.ts";
import type { RunContext } from "./run-context.ts";

const NOON = Date.parse("2030-01-01T12:00:00Z");

const deploy: Interrupt = {
  id: "deploy",
  reason: "approval",
  responseSchema: { type: "object", properties: { build: { type: "number" } }, required: ["build"] },
  expiresAt: "2030-01-01T12:30:00Z",
};
const date: Interrupt = { id: "date", reason: "input_required", responseSchema: { type: "string" } };

/** Takes every answer as it comes. */
const careless = defineAgent(async (ctx) => {
  if (!ctx.isResume) return interrupt([deploy, date]);
  ctx.say("Done.");
});

async function ask(answers: AnswerPolicy, resume: ResumeEntry[] | undefined, agent: Agent = careless) {
  const events: AgentEvent[] = [];
  const warnings: Warning[] = [];
  const onWarning = (warning: Warning) => void warnings.push(warning);
  const input = createRunInput({ threadId: "t", ...(resume && { resume }) });
  for await (const event of runAgent(agent, input, { answers, onWarning })) events.push(event);
  const last = events.at(-1);
  return {
    types: events.map(({ type }) => type),
    error: last?.type === "RUN_ERROR" ? last : undefined,
    warnings: warnings.map(({ code }) => code),
  };
}

const known: AnswerPolicy = { asked: async () => [deploy, date], now: () => NOON };
const friday = resolved("date", "friday");

test("answers to all that was asked, each as it was asked for, reach the agent", async () => {
  for (const entry of [resolved("deploy", { build: 42 }), cancelled("deploy")]) {
    expect((await ask(known, [entry, friday])).error).toBeUndefined();
  }
});

test.each<[string, ResumeEntry[] | undefined, string]>([
  [
    "an answer to nothing that was asked",
    [resolved("deploy", { build: 42 }), friday, resolved("other", 1)],
    '"other": No such question is pending.',
  ],
  ["a second answer", [cancelled("deploy"), friday, cancelled("date")], '"date": It is answered twice.'],
  [
    "a question that is left open",
    [resolved("deploy", { build: 42 })],
    '"date": It is pending, and all that is must be answered at once.',
  ],
  [
    "a run that leaves out all of them",
    undefined,
    '"deploy": It is pending, and all that is must be answered at once.\n"date": It is pending, and all that is must be answered at once.',
  ],
  ["a payload without what is required", [resolved("deploy", {}), friday], '"deploy" /build: It is missing.'],
  ["an answer without a payload", [cancelled("deploy"), resolved("date")], '"date": '],
])("%s fails the run before the agent is asked", async (_, resume, message) => {
  const { types, error } = await ask(known, resume);
  expect(types).toEqual(["RUN_STARTED", "RUN_ERROR"]);
  expect(error?.code).toBe("INVALID_ANSWER");
  expect(error?.message.startsWith(message), error?.message).toBe(true);
});

test("an answer that comes too late is refused; declining is never too late", async () => {
  const late: AnswerPolicy = { ...known, now: () => NOON + 30 * 60_000 };
  const refused = await ask(late, [resolved("deploy", { build: 42 }), friday]);
  expect(refused.error?.message).toBe(
    '"deploy": It expired at 2030-01-01T12:30:00Z and can only be declined.',
  );
  expect((await ask(late, [cancelled("deploy"), friday])).error).toBeUndefined();
});

test("several wrong answers are each named, and none by a word that a client would take for another's field", async () => {
  const { error } = await ask(known, [resolved("deploy", { build: "x" }), resolved("date", 7)]);
  expect(error?.message.split("\n")).toEqual([
    expect.stringMatching(/^"deploy" \u201c\/build\u201d: /),
    expect.stringMatching(/^"date": /),
  ]);
});

const build = defineInterrupt({
  reason: "deploy",
  response: z.object({ build: z.number().int("A whole number, please.") }),
});

test("an answer is judged by the kind of its question, or of its id where nobody knows the question", async () => {
  const wrong = [resolved("deploy", { build: 1.5 })];
  const line = '"deploy" /build: A whole number, please.';
  expect((await ask({ definitions: [build] }, wrong)).error?.message).toBe(line);
  const asked = () => [{ id: "q7", reason: "deploy" }];
  const byReason = await ask({ definitions: [build], asked }, [resolved("q7", { build: 1.5 })]);
  expect(byReason.error?.message).toBe(line.replace("deploy", "q7"));
  expect((await ask({ definitions: [build] }, [resolved("deploy", { build: 2 })])).error).toBeUndefined();
});

test("what cannot say what was asked fails the run like any error", async () => {
  const asked = () => Promise.reject(new Error("the database is down"));
  expect((await ask({ asked }, [friday])).error).toMatchObject({
    code: "AGENT_ERROR",
    message: "the database is down",
  });
});

/** Asks again until it has a build number, as one that reads its answers by a type does. */
const untilBuild = async (ctx: RunContext<Record<string, unknown>>): Promise<RunOutcome> => {
  const answer = build.read(ctx.resumeFor("deploy"));
  if (answer === undefined) return interrupt([build.interrupt({ message: "Which build?" })]);
  ctx.say("Deployed.");
  return success();
};
const persistent = defineAgent(untilBuild);

test("strictly, an answer that the agent's own question refuses fails the run instead of being asked for again", async () => {
  const refused = await ask("strict", [resolved("deploy", { build: "x" })], persistent);
  expect(refused.error).toMatchObject({
    code: "INVALID_ANSWER",
    message: expect.stringMatching(/^"deploy" \/build: /),
  });
  expect((await ask("strict", [resolved("deploy", { build: 42 })], persistent)).error).toBeUndefined();
  expect((await ask("strict", undefined, persistent)).types.at(-1)).toBe("RUN_FINISHED");
});

test("strictly, an answer that fits and is asked for again anyway is only warned of", async () => {
  const never = defineAgent(async () => interrupt([build.interrupt()]));
  const again = await ask("strict", [resolved("deploy", { build: 42 })], never);
  expect([again.types.at(-1), again.warnings]).toEqual(["RUN_FINISHED", ["asked-again"]]);
  expect((await ask("strict", [resolved("other", 1)], never)).warnings).toEqual([]);
});

test("strictly, an id that is answered twice is refused", async () => {
  expect((await ask("strict", [friday, friday])).error?.message).toBe('"date": It is answered twice.');
});

test("without the policy the answers are the agent's own affair", async () => {
  const events: AgentEvent[] = [];
  const input = createRunInput({ threadId: "t", resume: [friday, friday, resolved("other", 1)] });
  for await (const event of runAgent(careless, input)) events.push(event);
  expect(events.at(-1)?.type).toBe("RUN_FINISHED");
});

test.each<[string, AnswerPolicy]>([
  ["what the agent asks again", "strict"],
  ["what a server remembers", { asked: ({ resume }) => (resume ? [build.interrupt()] : []) }],
])(
  "a client puts the refusal on the question and the field, and the answer can be given again: by %s",
  async (_, answers) => {
    // A schema that says less than the agent means, so that a client lets the answer out.
    const lax: Agent = {
      async run(ctx) {
        const outcome = await untilBuild(ctx);
        if (outcome.type !== "interrupt" || ctx.isResume) return outcome;
        return interrupt(outcome.interrupts.map(({ responseSchema: _, ...rest }) => rest));
      },
    };
    const thread = createAgentClient({ transport: localTransport(lax, { answers }) }).thread("t");
    expect(await thread.send("Deploy")).toMatchObject({ status: "interrupted" });
    thread.approvals.answer("deploy", { build: "forty-two" });
    expect(await thread.approvals.submit()).toMatchObject({
      status: "failed",
      error: { code: "INVALID_ANSWER" },
    });
    expect(thread.approvals.get()).toMatchObject({
      phase: "failed",
      items: [{ id: "deploy", errors: [{ path: ["build"], keyword: "server" }] }],
    });
    thread.approvals.answer("deploy", { build: 42 });
    expect(await thread.approvals.submit()).toMatchObject({ status: "success" });
  },
);
