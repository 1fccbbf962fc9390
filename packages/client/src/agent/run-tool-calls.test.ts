import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { defineInterrupt } from "../approvals/define-interrupt.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { Message } from "../protocol/messages.ts";
import { agentTool, interruptibleTool } from "./agent-tool.ts";
import { createRunInput } from "./create-run-input.ts";
import { defineAgent } from "./define-agent.ts";
import { cancelled, interrupt, interruptsOf, resolved } from "./outcome.ts";
import { runAgent } from "./run-agent.ts";
import { type RunToolCallsOptions, runToolCalls } from "./run-tool-calls.ts";
import { createTestContext } from "./test-context.ts";

const search = agentTool({
  name: "search",
  description: "Finds pages",
  input: z.object({ q: z.string() }),
  output: z.object({ hits: z.number() }),
  run: async ({ q }) => ({ hits: q.length }),
});

const paid = vi.fn((amount: number) => `receipt-${amount}`);

const transfer = interruptibleTool({
  name: "transfer",
  description: "Transfers money",
  input: z.object({ amount: z.number(), to: z.string() }),
  output: z.object({ receipt: z.string() }),
  resume: z.object({ approved: z.boolean(), note: z.string().optional() }),
  ask: ({ amount, to }) => (amount < 10 ? undefined : { message: `Transfer ${amount} to ${to}?` }),
  run: async ({ amount }, { answer }) => ({
    receipt:
      answer === undefined || (answer.status === "resolved" && answer.payload.approved)
        ? paid(amount)
        : "none",
  }),
});

const Color = defineInterrupt({ reason: "color", response: z.enum(["red", "blue"]) });

const paint = interruptibleTool({
  name: "paint",
  description: "Paints the shed",
  input: z.object({}),
  output: z.string(),
  resume: Color,
  ask: () => ({ message: "Which color?", expiresAt: "2030-01-01T00:00:00Z", metadata: { risk: 1 } }),
  run: (_, { answer }) => (answer?.status === "resolved" ? answer.payload : "bare"),
});

type Made = readonly [id: string, name: string, args: string];

/** What an agent does with these calls of an earlier run and these answers. */
async function runCalls(calls: readonly Made[], options: RunToolCallsOptions, resume: ResumeEntry[] = []) {
  const message: Message = {
    id: "m",
    role: "assistant",
    toolCalls: calls.map(([id, name, args]) => ({
      id,
      type: "function",
      function: { name, arguments: args },
    })),
  };
  const { context, events } = createTestContext({
    messages: [message],
    resume,
    tools: [{ name: "pick", description: "The application's" }],
  });
  const done = await runToolCalls(context, context.unansweredCalls, options);
  const results = events.map((event) =>
    event.type === "TOOL_CALL_RESULT" ? [event.toolCallId, event.content] : event,
  );
  return { ...done, statuses: done.runs.map(({ status }) => status), results };
}

const all = [search, transfer, paint];

describe("a tool that asks by itself", () => {
  const calls: Made[] = [["c1", "transfer", '{"amount":50,"to":"ann"}']];
  const run = (resume?: ResumeEntry[], made = calls) => runCalls(made, { tools: all, allow: "all" }, resume);

  test("pauses its first call with what to show, bound to the call, and runs nothing", async () => {
    paid.mockClear();
    const { interrupts, results } = await run();
    expect(interrupts).toEqual([
      {
        id: "c1",
        reason: "tool_call",
        message: "Transfer 50 to ann?",
        toolCallId: "c1",
        responseSchema: expect.objectContaining({ type: "object", required: ["approved"] }),
      },
    ]);
    expect(results).toEqual([]);
    expect(paid).not.toHaveBeenCalled();
  });

  test("gets the typed answer in the resumed call, and answers the call", async () => {
    const { interrupts, results, statuses } = await run([resolved("c1", { approved: true })]);
    expect(interrupts).toEqual([]);
    expect(statuses).toEqual(["done"]);
    expect(results).toEqual([["c1", '{"receipt":"receipt-50"}']]);
  });

  test("hears a no as a no, not as silence", async () => {
    expect((await run([cancelled("c1")])).results).toEqual([["c1", '{"receipt":"none"}']]);
    expect((await run([resolved("c1", { approved: false })])).results).toEqual([
      ["c1", '{"receipt":"none"}'],
    ]);
  });

  test("asks again for an answer that does not fit, or that is to another question", async () => {
    expect((await run([resolved("c1", { approved: "yes" })])).interrupts).toHaveLength(1);
    expect((await run([resolved("c2", { approved: true })])).interrupts).toHaveLength(1);
  });

  test("need not ask about each call", async () => {
    const { results } = await run([], [["c1", "transfer", '{"amount":5,"to":"ann"}']]);
    expect(results).toEqual([["c1", '{"receipt":"receipt-5"}']]);
  });

  test("may ask a kind of question that clients know, with all that an interrupt has", async () => {
    const { interrupts } = await run([], [["c9", "paint", ""]]);
    expect(interrupts).toEqual([
      Color.interrupt({
        id: "c9",
        toolCallId: "c9",
        message: "Which color?",
        expiresAt: "2030-01-01T00:00:00Z",
        metadata: { risk: 1 },
      }),
    ]);
    expect((await run([resolved("c9", "blue")], [["c9", "paint", "{}"]])).results).toEqual([
      ["c9", '"blue"'],
    ]);
    expect(paint.question).toBe(Color);
  });

  test("pauses together with the others of its run, while the rest is carried out", async () => {
    const made: Made[] = [
      ["c1", "transfer", '{"amount":50,"to":"ann"}'],
      ["c2", "search", '{"q":"abc"}'],
      ["c3", "paint", "{}"],
      ["c4", "transfer", '{"amount":70,"to":"bob"}'],
    ];
    const first = await run([], made);
    expect(first.interrupts.map(({ id }) => id)).toEqual(["c1", "c3", "c4"]);
    expect(first.statuses).toEqual(["paused", "done", "paused", "paused"]);
    expect(first.results).toEqual([["c2", '{"hits":3}']]);
    const answers = [resolved("c4", { approved: true }), resolved("c1", { approved: false })];
    const second = await run(
      answers,
      made.filter(([id]) => id !== "c2"),
    );
    expect(second.interrupts.map(({ id }) => id)).toEqual(["c3"]);
    expect(second.results).toEqual([
      ["c1", '{"receipt":"none"}'],
      ["c4", '{"receipt":"receipt-70"}'],
    ]);
  });
});

test.each([
  ["asking", { ask: () => Promise.reject(new Error("the ledger is down")) }],
  ["running", { run: () => Promise.reject(new Error("the ledger is down")) }],
])("an error while %s fails the run and pauses nothing", async (_, broken) => {
  const tool = interruptibleTool({
    name: "pay",
    description: "Pays",
    input: z.object({}),
    output: z.string(),
    resume: z.boolean(),
    ask: async () => undefined,
    run: async () => "paid",
    ...broken,
  });
  const agent = defineAgent(async (ctx) => {
    const other = paint.open(ctx, {});
    const { interrupts } = await runToolCalls(ctx, [other, tool.open(ctx, {})], {
      tools: [paint, tool],
      allow: "all",
    });
    return interrupt(interrupts);
  });
  let last: AgentEvent | undefined;
  for await (const event of runAgent(agent, createRunInput({ threadId: "t" }))) last = event;
  expect(last).toEqual({ type: "RUN_ERROR", message: "the ledger is down", code: "AGENT_ERROR" });
});

test("an output that does not fit fails the run, and the call is not answered", async () => {
  const tool = agentTool({
    name: "count",
    description: "Counts",
    input: z.object({}),
    output: z.number().max(3),
    run: () => 4,
  });
  await expect(runCalls([["c1", "count", ""]], { tools: [tool], allow: "all" })).rejects.toThrow(
    /^The output of count does not fit: /,
  );
});

describe("a call of a tool that is not on the list", () => {
  const calls: Made[] = [
    ["c1", "search", '{"q":"abc"}'],
    ["c2", "transfer", '{"amount":5,"to":"ann"}'],
  ];
  const run = (resume?: ResumeEntry[], options: Partial<RunToolCallsOptions> = {}) =>
    runCalls(calls, { tools: all, allow: ["transfer", "paint"], ...options }, resume);

  test("tells of the arguments that a person has edited", async () => {
    const edited = await run([resolved("c1", { approved: true, editedArgs: { q: "longer" } })]);
    expect(edited.runs[0]).toMatchObject({ status: "done", editedArgs: { q: "longer" } });
    expect((await run([resolved("c1", true)])).runs[0]).not.toHaveProperty("editedArgs");
  });

  test("becomes an interrupt that is bound to it; one that is on it runs", async () => {
    const { interrupts, results } = await run([], { message: ({ name }) => `May it ${name}?` });
    expect(interrupts).toEqual([
      {
        id: "c1",
        reason: "tool_approval",
        message: "May it search?",
        toolCallId: "c1",
        responseSchema: {
          type: "object",
          properties: {
            approved: { type: "boolean" },
            editedArgs: expect.objectContaining({ title: "Arguments", type: "object", required: ["q"] }),
          },
          required: ["approved"],
        },
      },
    ]);
    expect(results).toEqual([["c2", '{"receipt":"receipt-5"}']]);
    expect((await run()).interrupts[0]).not.toHaveProperty("message");
  });

  test.each([
    ["approved", resolved("c1", { approved: true }), '{"hits":3}'],
    ["a bare yes", resolved("c1", true), '{"hits":3}'],
    ["the status alone, as agents in Rust read it", resolved("c1"), '{"hits":3}'],
    ["approved with edits", resolved("c1", { approved: true, editedArgs: { q: "longer" } }), '{"hits":6}'],
    [
      "edits alone, as the client in Rust sends them",
      resolved("c1", { editedArgs: { q: "ab" } }),
      '{"hits":2}',
    ],
    ["denied", resolved("c1", { approved: false }), "A person did not allow this call of search."],
    ["a bare no", resolved("c1", false), "A person did not allow this call of search."],
    ["declined", cancelled("c1"), "A person did not allow this call of search."],
    [
      "declined with what was there before",
      { ...cancelled("c1"), payload: { approved: true } },
      "A person did not allow this call of search.",
    ],
    [
      "denied with edits left in the form",
      resolved("c1", { approved: false, editedArgs: { q: "x" } }),
      "A person did not allow this call of search.",
    ],
  ])("does as it is told: %s", async (_, entry, content) => {
    const { interrupts, results } = await run([entry]);
    expect(interrupts).toEqual([]);
    expect(results[0]).toEqual(["c1", content]);
  });

  test.each([
    ["{}", {}],
    ['a "yes"', "yes"],
    ["another yes", { confirm: true }],
    ["a list", [true]],
    ["one", 1],
  ])("is asked about again, since nothing but a plain yes lets it run: %s", async (_, payload) => {
    const { interrupts, statuses } = await run([resolved("c1", payload)]);
    expect(interrupts.map(({ id }) => id)).toEqual(["c1"]);
    expect(statuses).toEqual(["paused", "done"]);
  });

  test("fails the run for edits that do not fit, naming the question and the place", async () => {
    await expect(run([resolved("c1", { approved: true, editedArgs: { q: 7 } })])).rejects.toThrow(
      /^"c1" \/editedArgs: The arguments of search do not fit: q: /,
    );
    await expect(run([resolved("c1", { approved: true, editedArgs: [] })])).rejects.toThrow(/editedArgs/);
  });

  test("runs as it was made where nothing was edited, which many serializers write as null; null alone is no yes", async () => {
    const { results } = await run([resolved("c1", { approved: true, editedArgs: null })]);
    expect(results[0]).toEqual(["c1", '{"hits":3}']);
    expect((await run([resolved("c1", { editedArgs: null })])).interrupts).toHaveLength(1);
  });

  test("is every call, where the list is empty; and the tools that ask must be on it", async () => {
    expect((await run([], { tools: [search], allow: [] })).interrupts.map(({ id }) => id)).toEqual(["c1"]);
    await expect(run([], { allow: ["search"] })).rejects.toThrow(
      "The tool transfer asks by itself: put it on the list `allow` as well",
    );
  });
});

test.each([
  ["broken JSON", ["c1", "search", '{"q":'], 'The arguments of search ("c1") are not valid JSON: {"q":'],
  ["what does not fit", ["c1", "search", '{"q":7}'], /^The arguments of search do not fit: q: /],
  ["an unknown tool", ["c1", "serch", "{}"], "There is no tool serch."],
] as const)(
  "%s is answered with the reason, so that the model goes on, and nobody is asked",
  async (_, made, text) => {
    const { interrupts, statuses, results } = await runCalls([made], { tools: [search], allow: [] });
    expect(interrupts).toEqual([]);
    expect(statuses).toEqual(["refused"]);
    expect(results).toEqual([["c1", typeof text === "string" ? text : expect.stringMatching(text)]]);
  },
);

test("a call of the application's own tool is left to it", async () => {
  const { interrupts, statuses, results } = await runCalls([["c1", "pick", "{}"]], {
    tools: [search],
    allow: [],
  });
  expect([interrupts, statuses, results]).toEqual([[], ["left"], []]);
});

test("a call that a model repeats under its id is carried out once", async () => {
  const { context, events } = createTestContext();
  const call = search.open(context, { q: "abc" });
  const { runs } = await runToolCalls(context, [call, call], { tools: [search], allow: "all" });
  expect(runs).toHaveLength(1);
  expect(events.filter(({ type }) => type === "TOOL_CALL_RESULT")).toHaveLength(1);
});

test("nothing more is carried out once the run was stopped", async () => {
  const { context, cancel } = createTestContext();
  const sent = vi.fn(() => null);
  const parts = { description: "Sends", input: z.object({}), output: z.null() };
  const mail = agentTool({ ...parts, name: "mail", run: sent });
  const leaves = interruptibleTool({
    ...parts,
    name: "leaves",
    resume: z.boolean(),
    ask: (_, { signal }) => {
      cancel(new Error("gone"));
      expect(signal.aborted).toBe(true);
      return {};
    },
    run: () => null,
  });
  const calls = [leaves.open(context, {}), mail.open(context, {})];
  await expect(runToolCalls(context, calls, { tools: [leaves, mail], allow: "all" })).rejects.toThrow("gone");
  expect(sent).not.toHaveBeenCalled();
});

test("an agent asks in one run and carries out in the next, and the calls are the same", async () => {
  const agent = defineAgent(async (ctx) => {
    const calls = ctx.isResume ? ctx.unansweredCalls : [transfer.open(ctx, { amount: 50, to: "ann" })];
    const { interrupts } = await runToolCalls(ctx, calls, { tools: all, allow: "all" });
    if (interrupts.length > 0) return interrupt(interrupts);
    ctx.say("Done.");
  });
  const run = async (messages: Message[], resume: ResumeEntry[] = []) => {
    const events: AgentEvent[] = [];
    const input = createRunInput({ threadId: "t", runId: "r", messages, resume });
    for await (const event of runAgent(agent, input)) events.push(event);
    return events;
  };
  const paused = await run([]);
  const [asked] = interruptsOf(paused.at(-1));
  expect(asked).toMatchObject({ id: "r-call-1", toolCallId: "r-call-1" });
  const history: Message = {
    id: "m",
    role: "assistant",
    toolCalls: [
      {
        id: "r-call-1",
        type: "function",
        function: { name: "transfer", arguments: '{"amount":50,"to":"ann"}' },
      },
    ],
  };
  const resumed = await run([history], [resolved("r-call-1", { approved: true })]);
  expect(resumed.map(({ type }) => type)).toEqual([
    "RUN_STARTED",
    "TOOL_CALL_RESULT",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "RUN_FINISHED",
  ]);
  expect(resumed[1]).toMatchObject({ toolCallId: "r-call-1", content: '{"receipt":"receipt-50"}' });
});

test("a call is carried out once, however often and however soon it is tried again", async () => {
  paid.mockClear();
  const { context } = createTestContext();
  const one = transfer.open(context, { amount: 5, to: "ann" });
  const both = await Promise.allSettled([transfer.run(context, one), transfer.run(context, one)]);
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(both[1]).toHaveProperty("reason.message", `The tool call "${one.id}" is being carried out already`);
  await expect(transfer.run(context, one)).rejects.toThrow("already has its result");
  await expect(runToolCalls(context, [one], { tools: all, allow: "all" })).rejects.toThrow(
    "already has its result",
  );
  expect(paid).toHaveBeenCalledOnce();
});

test("a call that was paused, or whose tool threw, may be tried again", async () => {
  const { context } = createTestContext();
  const asking = transfer.open(context, { amount: 50, to: "ann" });
  expect((await transfer.run(context, asking)).status).toBe("paused");
  expect((await transfer.run(context, asking)).status).toBe("paused");
  paid.mockImplementationOnce(() => {
    throw new Error("bank closed");
  });
  const failing = transfer.open(context, { amount: 5, to: "ann" });
  await expect(transfer.run(context, failing)).rejects.toThrow("bank closed");
  expect(failing.isAnswered).toBe(false);
  expect((await transfer.run(context, failing)).status).toBe("done");
  expect(failing.isAnswered).toBe(true);
});
