/**
 * One request of four megabytes holds tens of thousands of answers, or of calls to be carried out, and an agent shares its
 * process with all other runs. So what is done with them grows as they do: ten times as many take some ten times as long. Whoever looks
 * each of them up in the list of all takes 40 to 100 times as long; 25 leaves room for noise and for the collector.
 */
import { createRunInput, defineAgent, interrupt, runAgent, runToolCalls } from "@holdpoint/client/agent";
import { expect, test } from "vitest";
import { compare, figure, timed } from "./support/measure.ts";

const GATE = 25;
const FEW = 3000;
const MANY = 10 * FEW;

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `id${at}`);
const asks = (count: number) => ids(count).map((id) => ({ id, reason: "input" }));

/** An agent that carries out what was left and asks everything again. */
const agent = (count: number) =>
  defineAgent(async (ctx) => {
    await runToolCalls(ctx, ctx.unansweredCalls, { tools: [], allow: "all" });
    return interrupt(asks(count));
  });

const handled = (count: number) => {
  const toolCalls = ids(count).map((id) => ({
    id,
    type: "function" as const,
    function: { name: "unknown", arguments: "{}" },
  }));
  const input = createRunInput({
    threadId: "t",
    messages: [{ id: "m", role: "assistant", toolCalls }],
    resume: ids(count).map((interruptId) => ({ interruptId, status: "resolved" })),
  });
  const options = { answers: { asked: () => asks(count) }, onWarning: () => {} };
  return timed(async () => {
    let last: unknown;
    for await (const event of runAgent(agent(count), input, options)) last = event;
    expect(last).toMatchObject({ type: "RUN_FINISHED" });
  });
};

test("a request with ten times the answers and calls takes some ten times as long", async () => {
  const result = await compare(handled(MANY), handled(FEW), 3);
  console.log(figure("ten times the answers and calls", result));
  expect(result.ratio).toBeLessThan(GATE);
});
