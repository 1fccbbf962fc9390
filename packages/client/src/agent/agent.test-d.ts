/** What compiles of agents, their state and their tools, and what does not. */
import { z } from "zod";
import { defineInterrupt } from "../approvals/define-interrupt.ts";
import { agentTool, interruptibleTool } from "./agent-tool.ts";
import { type Agent, defineAgent } from "./define-agent.ts";
import { interrupt } from "./outcome.ts";
import { runAgent } from "./run-agent.ts";
import type { RunContext } from "./run-context.ts";
import { runToolCalls } from "./run-tool-calls.ts";
import { createTestContext } from "./test-context.ts";

declare const context: RunContext<{ count: number }>;

// The state is what the schema gives.
const board = defineAgent({
  state: z.object({ tasks: z.array(z.string()).default([]) }),
  async run(ctx) {
    const tasks: string[] = ctx.state.tasks;
    void tasks;
    ctx.updateState((state) => {
      state.tasks.push("a");
    });
    ctx.updateState((state) => ({ tasks: [...state.tasks, "b"] }));
    ctx.setState({ tasks: [] });
    // @ts-expect-error: a task is text
    ctx.setState({ tasks: [1] });
    // @ts-expect-error: there is no such member
    void ctx.state.task;
    // @ts-expect-error: what a change returns is the next state, not a length
    ctx.updateState((state) => state.tasks.push("a"));
    const add = (state: { tasks: string[] }): void => void state.tasks.push("c");
    ctx.updateState(add);
    if (ctx.isResume) return;
    return interrupt([]);
  },
});
const typed: Agent<{ tasks: string[] }> = board;
void typed;
// @ts-expect-error: another state
const other: Agent<{ count: number }> = board;
void other;

defineAgent({
  state: z.object({ count: z.number() }),
  initialState: { count: 0 },
  run: async () => {},
});
defineAgent({
  state: z.object({ count: z.number() }),
  // @ts-expect-error: a default is a state
  initialState: { count: "none" },
  run: async () => {},
});

// An agent that waits for nothing need not be asynchronous; what it returns is an outcome all the same.
defineAgent((ctx) => {
  if (ctx.isResume) return interrupt([]);
  ctx.say("x");
});
// @ts-expect-error: an id is no outcome
defineAgent((ctx) => ctx.say("x"));

const { context: inTest } = createTestContext({ state: { tasks: [] } }, board);
const first: string | undefined = inTest.state.tasks[0];
void first;
for await (const event of runAgent(board, inTest.input)) void event.type;

// What is opened is handed to a body, whose result is given, promised where it is a promise.
const length: number = context.message((message) => message.id.length);
const later: Promise<string> = context.reasoning(async (reasoning) => reasoning.id);
const named: string = context.toolCall("search", (call) => call.name);
const nested: Promise<number> = context.step("outer", () => context.step("inner", async () => 1));
void [length, later, named, nested];
context.message("system").delta("text");
context.message({ role: "user", id: "m", name: "ann" }, (message) => message.delta("text"));
// @ts-expect-error: nobody of this role speaks
context.message("tool");
// @ts-expect-error: a delta is text
context.message((message) => message.delta(1));
const args: { q: string } = context.toolCall("search").parseArgs(z.object({ q: z.string() }));
void args;
// @ts-expect-error: what no schema has read is unknown
const unread: { q: string } = context.toolCall("search").parseArgs();
void unread;
const waited: Promise<number> = context.untilCancelled(Promise.resolve(1));
void waited;

// What is pending is of the kinds that were given, each with its own answer.
const Budget = defineInterrupt({ reason: "budget", response: z.object({ amount: z.number() }) });
const Day = defineInterrupt({ reason: "day", response: z.enum(["thursday", "friday"]) });
const open = context.pending([Budget, Day]);
interrupt(open.map((question) => question.interrupt({ message: "?" })));
for (const question of open) {
  const answer = context.resumeFor(question);
  if (answer?.status === "resolved") {
    const payload: { amount: number } | "thursday" | "friday" = answer.payload;
    void payload;
  }
}
const day = context.resumeFor(Day);
// @ts-expect-error: no such day
if (day?.status === "resolved" && day.payload === "monday") void day;
// @ts-expect-error: an interrupt is no kind of question
context.pending([Budget.interrupt()]);

// A tool is typed by what it takes, gives and is answered.
const transfer = interruptibleTool({
  name: "transfer",
  description: "Transfers money",
  input: z.object({ amount: z.coerce.number<string>() }),
  output: z.object({ at: z.string().transform((text) => text.length) }),
  resume: z.object({ approved: z.boolean() }),
  ask: ({ amount }) => ({ message: amount.toFixed(2) }),
  run: async ({ amount }, { answer }) => {
    const sum: number = amount;
    // @ts-expect-error: what was declined has no payload to rely on
    void answer?.payload.approved;
    return { at: answer?.status === "resolved" && answer.payload.approved ? String(sum) : "" };
  },
});
const call = transfer.open(context, { amount: "5" });
// @ts-expect-error: the amount is typed as text here
transfer.open(context, { amount: 5 });
const run = await transfer.run(context, call);
if (run.status === "done") {
  const at: number = run.output.at;
  void at;
}
// @ts-expect-error: a call that paused has no output
void run.output;
transfer.question.interrupt();
declare const approvals: Parameters<typeof transfer.question.answer>[0];
transfer.question.answer(approvals, "c1", { approved: true });
// @ts-expect-error: an answer is a yes or a no
transfer.question.answer(approvals, "c1", { approved: "yes" });

interruptibleTool({
  name: "paint",
  description: "Paints",
  input: z.object({}),
  output: z.string(),
  resume: Day,
  // @ts-expect-error: what is shown is text
  ask: () => ({ message: 7 }),
  run: (_, { answer }) => (answer?.status === "resolved" ? answer.payload : ""),
});
interruptibleTool({
  name: "paint",
  description: "Paints",
  input: z.object({}),
  output: z.string(),
  resume: Day,
  ask: () => undefined,
  // @ts-expect-error: the output is text
  run: () => 7,
});
// @ts-expect-error: a tool that asks says what it shows
interruptibleTool({
  name: "x",
  description: "",
  input: z.object({}),
  output: z.string(),
  resume: Day,
  run: () => "",
});

const search = agentTool({
  name: "search",
  description: "Finds",
  input: z.object({ q: z.string() }),
  output: z.array(z.string()),
  run: ({ q }, { signal }) => (signal.aborted ? [] : [q]),
});
void runToolCalls(context, context.unansweredCalls, { tools: [search, transfer], allow: ["transfer"] });
// @ts-expect-error: whether anything runs without asking is said, not assumed
void runToolCalls(context, context.unansweredCalls, { tools: [search] });
