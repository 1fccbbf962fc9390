import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineInterrupt } from "../approvals/define-interrupt.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { Message } from "../protocol/messages.ts";
import { createRunInput } from "./create-run-input.ts";
import { type Agent, defineAgent } from "./define-agent.ts";
import { cancelled, interrupt, interruptsOf, resolved } from "./outcome.ts";
import { runAgent } from "./run-agent.ts";
import { createTestContext } from "./test-context.ts";

const Budget = defineInterrupt({ reason: "budget", response: z.object({ amount: z.number() }) });
const Day = defineInterrupt({ reason: "day", response: z.enum(["thursday", "friday"]) });

const call = (id: string) => ({
  id,
  type: "function" as const,
  function: { name: "pay", arguments: '{"amount":5}' },
});
const user = (id: string): Message => ({ id, role: "user", content: "go" });
const made = (id: string, ...calls: string[]): Message => ({
  id,
  role: "assistant",
  toolCalls: calls.map(call),
});

describe("a request", () => {
  test("is all there: run, parent, messages, tools, context and what else the application sent", () => {
    const pick = { name: "pick", description: "Picks a color" };
    const { context } = createTestContext({
      threadId: "t",
      runId: "r",
      parentRunId: "p",
      messages: [user("1")],
      tools: [pick],
      context: [{ description: "page", value: "/orders" }],
      forwardedProps: { tenant: 7 },
    });
    expect(context).toMatchObject({
      threadId: "t",
      runId: "r",
      parentRunId: "p",
      lastUserText: "go",
      tools: [pick],
      context: [{ description: "page", value: "/orders" }],
      forwardedProps: { tenant: 7 },
      isResume: false,
    });
    expect(context.messages).toHaveLength(1);
    expect(context.tool("pick")).toEqual(pick);
    expect(context.tool("paint")).toBeUndefined();
    expect(context.input.runId).toBe("r");
  });

  test("gives ids for what is sent by hand, from the same count as the handles'", () => {
    const { context } = createTestContext({ runId: "r" });
    expect([context.newMessageId(), context.say("x"), context.newMessageId()]).toEqual([
      "r-msg-1",
      "r-msg-2",
      "r-msg-3",
    ]);
    expect([context.newToolCallId(), context.toolCall("t").id]).toEqual(["r-call-1", "r-call-2"]);
  });
});

describe("the calls that nobody has answered", () => {
  const unanswered = (messages: Message[], resume: ResumeEntry[] = []) =>
    createTestContext({ messages, resume }).context.unansweredCalls.map(({ id }) => id);

  test("are those of this turn without a tool message, each once", () => {
    const done: Message = { id: "t", role: "tool", toolCallId: "a", content: "done" };
    expect(unanswered([user("1"), made("2", "a", "b"), done, made("3", "b", "c")])).toEqual(["b", "c"]);
    expect(unanswered([user("1"), made("2", "a"), done])).toEqual([]);
  });

  test("are not those of an earlier turn, unless this input answers them", () => {
    const messages = [user("1"), made("2", "old", "asked"), user("3"), made("4", "new")];
    expect(unanswered(messages)).toEqual(["new"]);
    expect(unanswered(messages, [cancelled("asked")])).toEqual(["asked", "new"]);
  });

  test("can be answered by this run, once, under its own next id", () => {
    const { context, events } = createTestContext({ messages: [user("1"), made("2", "a")] });
    const [left] = context.unansweredCalls;
    context.say("first");
    expect(left?.parseArgs(z.object({ amount: z.number() })).amount).toBe(5);
    expect(left?.result({ paid: 5 })).toBe("run-msg-2");
    expect(() => left?.result("again")).toThrow("already has its result");
    expect(events.at(-1)).toEqual({
      type: "TOOL_CALL_RESULT",
      messageId: "run-msg-2",
      toolCallId: "a",
      content: '{"paid":5}',
      role: "tool",
    });
  });
});

describe("the arguments of a call", () => {
  test("are read as they were sent so far", () => {
    const { context } = createTestContext();
    const pay = context.toolCall("pay");
    expect(pay.parseArgs()).toEqual({});
    pay.args('{"amount":');
    expect(pay.rawArgs).toBe('{"amount":');
    expect(() => pay.parseArgs()).toThrow('The arguments of pay ("run-call-1") are not valid JSON');
    pay.argsJson(5);
    pay.args("}");
    expect(pay.parseArgs()).toEqual({ amount: 5 });
    expect(() => pay.parseArgs(z.object({ to: z.string() }))).toThrow(
      /^The arguments of pay \("run-call-1"\) do not fit: to: /,
    );
  });

  test("and its result may be JSON to the letter, and it may carry what only a provider reads", () => {
    const { context, events } = createTestContext();
    const note = context.toolCall("note");
    expect(note.resultMessageId).toBe("run-msg-1");
    note.argsJson("text");
    note.encryptedValue("c2VjcmV0");
    note.resultJson([{ type: "text", text: "data, not content" }]);
    expect(events.slice(1)).toEqual([
      { type: "TOOL_CALL_ARGS", toolCallId: "run-call-1", delta: '"text"' },
      {
        type: "REASONING_ENCRYPTED_VALUE",
        subtype: "tool-call",
        entityId: "run-call-1",
        encryptedValue: "c2VjcmV0",
      },
      { type: "TOOL_CALL_END", toolCallId: "run-call-1" },
      {
        type: "TOOL_CALL_RESULT",
        messageId: "run-msg-1",
        toolCallId: "run-call-1",
        content: '[{"type":"text","text":"data, not content"}]',
        role: "tool",
      },
    ]);
  });
});

async function ask<State>(agent: Agent<State>, resume: ResumeEntry[] = [], state: unknown = {}) {
  const events: AgentEvent[] = [];
  for await (const event of runAgent(agent, createRunInput({ threadId: "t", resume, state }))) {
    events.push(event);
  }
  return {
    texts: events.flatMap((event) => (event.type === "TEXT_MESSAGE_CONTENT" ? event.delta : [])),
    asks: interruptsOf(events.at(-1)).map(({ id }) => id),
    state: events.flatMap((event) => (event.type === "STATE_SNAPSHOT" ? [event.snapshot] : [])).at(-1),
    last: events.at(-1),
  };
}

describe("an agent that reports what is still outstanding", () => {
  const planner = defineAgent(async (ctx) => {
    const open = ctx.pending([Budget, Day]);
    if (open.length > 0) {
      if (!ctx.isResume) ctx.say("Two decisions before I can book.");
      return interrupt(open.map((question) => question.interrupt()));
    }
    ctx.say("Booked.");
  });
  const budget = resolved("budget", { amount: 5000 });

  test("asks each once, however often it is named", () => {
    const { context } = createTestContext();
    expect(context.pending([Budget, Day, Budget])).toEqual([Budget, Day]);
  });

  test("asks all of it at once", async () => {
    expect(await ask(planner)).toMatchObject({
      texts: ["Two decisions before I can book."],
      asks: ["budget", "day"],
    });
  });

  test("asks for what a resume leaves out or answers wrongly, and says nothing again", async () => {
    expect(await ask(planner, [budget])).toMatchObject({ texts: [], asks: ["day"] });
    expect(await ask(planner, [resolved("day", "monday"), budget])).toMatchObject({
      texts: [],
      asks: ["day"],
    });
    expect(await ask(planner, [resolved("other", 1)])).toMatchObject({ texts: [], asks: ["budget", "day"] });
  });

  test("goes on once all is answered, a no being an answer", async () => {
    expect(await ask(planner, [budget, resolved("day", "friday")])).toMatchObject({
      texts: ["Booked."],
      asks: [],
    });
    expect(await ask(planner, [budget, cancelled("day")])).toMatchObject({ texts: ["Booked."] });
  });
});

describe("an agent that asks one question after another", () => {
  const Trip = z.object({ budget: z.number().optional() });
  const booker = defineAgent({
    state: Trip,
    async run(ctx) {
      const answer = ctx.resumeFor(Budget);
      if (answer?.status === "cancelled") return void ctx.say("No budget, no trip.");
      const budget = answer?.payload.amount ?? ctx.state.budget;
      if (budget === undefined) return interrupt([Budget.interrupt({ message: "How much?" })]);
      // Published before the next question: the answer is in this request and in no later one.
      ctx.setState({ budget });

      const day = ctx.resumeFor(Day);
      if (day === undefined) return interrupt([Day.interrupt({ message: `When, for ${budget}?` })]);
      // The next conversation starts from nothing again.
      ctx.setState({});
      ctx.say(day.status === "resolved" ? `Booked for ${day.payload}, ${budget}.` : "Not this week, then.");
    },
  });

  test("keeps the first answer in its published state while it asks the second", async () => {
    const first = await ask(booker);
    expect(first.asks).toEqual(["budget"]);
    const second = await ask(booker, [resolved("budget", { amount: 5000 })]);
    expect(second).toMatchObject({ asks: ["day"], state: { budget: 5000 } });
    const third = await ask(booker, [resolved("day", "friday")], second.state);
    expect(third).toMatchObject({ asks: [], texts: ["Booked for friday, 5000."], state: {} });
  });

  test("would ask for ever if the client lost the state, and asks the first again instead of guessing", async () => {
    expect((await ask(booker, [resolved("day", "friday")])).asks).toEqual(["budget"]);
  });

  test("asks the second again where its answer does not fit, and takes a no at either", async () => {
    const state = { budget: 5000 };
    expect((await ask(booker, [resolved("day", "monday")], state)).asks).toEqual(["day"]);
    expect((await ask(booker, [cancelled("day")], state)).texts).toEqual(["Not this week, then."]);
    expect((await ask(booker, [cancelled("budget")])).texts).toEqual(["No budget, no trip."]);
  });
});
