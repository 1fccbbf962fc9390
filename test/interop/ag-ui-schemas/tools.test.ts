/** What the kit's tools make of calls: carried out, asked about, denied, refused and left, all of it valid. */

import { InterruptSchema } from "@ag-ui/core/schemas";
import { defineInterrupt, type Interrupt, type ResumeEntry } from "@holdpoint/client";
import {
  type AgentFunction,
  agentTool,
  cancelled,
  createRunInput,
  interrupt,
  interruptibleTool,
  interruptsOf,
  resolved,
  runToolCalls,
} from "@holdpoint/client/agent";
import { expect, test } from "vitest";
import { z } from "zod";
import { judge } from "./judge.ts";

const look = agentTool({
  name: "look",
  description: "Looks",
  input: z.object({ at: z.string() }),
  output: z.object({ seen: z.array(z.string()) }),
  run: ({ at }) => ({ seen: [at] }),
});
const wipe = agentTool({
  name: "wipe",
  description: "Wipes",
  input: z.object({ path: z.string() }),
  output: z.null(),
  run: () => null,
});
const transfer = interruptibleTool({
  name: "transfer",
  description: "Transfers",
  input: z.object({ amount: z.number() }),
  output: z.object({ receipt: z.string() }),
  resume: z.object({ approved: z.boolean() }),
  ask: ({ amount }) => ({
    message: `Transfer ${amount}?`,
    metadata: { amount },
    expiresAt: "2999-01-01T00:00:00Z",
  }),
  run: (_, { answer }) => ({ receipt: answer?.status ?? "none" }),
});

const input = (resume: ResumeEntry[] = []) =>
  createRunInput({
    threadId: "t",
    messages: [
      { id: "u", role: "user", content: "Go" },
      {
        id: "a",
        role: "assistant",
        toolCalls: [
          ["look", '{"at":"door"}'],
          ["look", '{"at":1}'],
          ["wipe", '{"path":"/"}'],
          ["transfer", '{"amount":5}'],
          ["nobody", "{}"],
          ["page", "{}"],
        ].map(([name = "", text = ""], index) => ({
          id: `c${index}`,
          type: "function" as const,
          function: { name, arguments: text },
        })),
      },
    ],
    tools: [{ name: "page", description: "The page's", parameters: {} }],
    resume,
  });

const run: AgentFunction<object> = async (ctx) => {
  const { interrupts } = await runToolCalls(ctx, ctx.unansweredCalls, {
    tools: [look, wipe, transfer],
    allow: ["look", "transfer"],
  });
  if (interrupts.length > 0) return interrupt(interrupts);
  return;
};

async function askedBy(resume: ResumeEntry[] = []): Promise<readonly Interrupt[]> {
  const events = await judge(run, {}, input(resume));
  return interruptsOf(events.at(-1));
}

test("calls that are carried out, refused, asked about and left", async () => {
  const asked = await askedBy();
  expect(asked.map(({ id }) => id).sort()).toEqual(["c2", "c3"]);
  for (const question of asked) expect(InterruptSchema.parse(question)).toStrictEqual(question);
});

test.each<[string, ResumeEntry[]]>([
  ["two yeses", [resolved("c2", { approved: true }), resolved("c3", { approved: true })]],
  ["two noes", [cancelled("c2"), cancelled("c3")]],
  ["edited arguments", [resolved("c2", { approved: true, editedArgs: { path: "/x" } }), cancelled("c3")]],
])("answers: %s", async (_, resume) => {
  expect(await askedBy(resume)).toEqual([]);
});

test("a question of a kind, with all that it may say", async () => {
  const budget = defineInterrupt({ reason: "budget", response: z.object({ amount: z.number().max(50) }) });
  const events = await judge(async (ctx) => {
    const open = ctx.pending([budget]);
    return interrupt(open.map((kind) => kind.interrupt({ message: "How much?" })));
  });
  expect(interruptsOf(events.at(-1))).toMatchObject([{ id: "budget", responseSchema: { type: "object" } }]);
});
