/** Given this agent, these exact events come out, in this order, under these ids. */
import { expect, test } from "vitest";
import { z } from "zod";
import type { AgentEvent } from "../protocol/events.ts";
import { createRunInput } from "./create-run-input.ts";
import { defineAgent } from "./define-agent.ts";
import { runAgent } from "./run-agent.ts";

const researcher = defineAgent({
  state: z.object({ hits: z.number().default(0) }),
  async run(ctx) {
    await ctx.step("research", async () => {
      ctx.think("I should look this up.");
      ctx.toolCall("search", (call) => {
        call.argsJson({ q: "rust" });
        call.resultJson({ hits: 1 });
      });
      await ctx.message(async (message) => {
        message.delta("Found ");
        await Promise.resolve();
        message.delta("one.");
      });
      ctx.updateState((state) => {
        state.hits = 1;
      });
    });
  },
});

async function collect(runId: string): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of runAgent(researcher, createRunInput({ threadId: "t", runId })))
    events.push(event);
  return events;
}

test("a scripted run emits exactly these events", async () => {
  expect(await collect("r")).toEqual([
    { type: "RUN_STARTED", threadId: "t", runId: "r", protocolVersion: "1.1" },
    { type: "STEP_STARTED", stepName: "research" },
    { type: "REASONING_START", messageId: "r-msg-1" },
    { type: "REASONING_MESSAGE_START", messageId: "r-msg-1", role: "reasoning" },
    { type: "REASONING_MESSAGE_CONTENT", messageId: "r-msg-1", delta: "I should look this up." },
    { type: "REASONING_MESSAGE_END", messageId: "r-msg-1" },
    { type: "REASONING_END", messageId: "r-msg-1" },
    { type: "TOOL_CALL_START", toolCallId: "r-call-1", toolCallName: "search" },
    { type: "TOOL_CALL_ARGS", toolCallId: "r-call-1", delta: '{"q":"rust"}' },
    { type: "TOOL_CALL_END", toolCallId: "r-call-1" },
    {
      type: "TOOL_CALL_RESULT",
      messageId: "r-msg-2",
      toolCallId: "r-call-1",
      content: '{"hits":1}',
      role: "tool",
    },
    { type: "TEXT_MESSAGE_START", messageId: "r-msg-3", role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "r-msg-3", delta: "Found " },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "r-msg-3", delta: "one." },
    { type: "TEXT_MESSAGE_END", messageId: "r-msg-3" },
    { type: "STATE_SNAPSHOT", snapshot: { hits: 1 } },
    { type: "STEP_FINISHED", stepName: "research" },
    { type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "success" } },
  ]);
});

test("the ids begin with that of the run, and with a word where it has none", async () => {
  expect(JSON.stringify(await collect(""))).toContain('"toolCallId":"run-call-1"');
});
