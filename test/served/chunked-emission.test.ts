/** Chunks, which open and close nothing by themselves, from an agent over real HTTP. */
import type { AgentEvent } from "@holdpoint/client";
import { createRunInput, defineAgent } from "@holdpoint/client/agent";
import { expect, it } from "vitest";
import { serve } from "../support/serve-agent.ts";
import { clientOf, framesOf, talk } from "./support/talk.ts";

const emitting = (...events: AgentEvent[]) =>
  defineAgent(async (ctx) => {
    for (const event of events) ctx.emit(event);
  });
const text = (delta: string, messageId?: string): AgentEvent => ({
  type: "TEXT_MESSAGE_CHUNK",
  delta,
  ...(messageId !== undefined && { messageId }),
});

it("they travel as chunks, and only the first needs to name its message", async () => {
  const agent = emitting(text("Take ", "m"), text("a "), text("coat."));
  const frames = await framesOf(await serve(agent), createRunInput({ threadId: "t" }));
  expect(frames.slice(1, -1)).toEqual([
    { type: "TEXT_MESSAGE_CHUNK", delta: "Take ", messageId: "m" },
    { type: "TEXT_MESSAGE_CHUNK", delta: "a " },
    { type: "TEXT_MESSAGE_CHUNK", delta: "coat." },
  ]);
  expect((await talk(agent)).thread.get().messages.at(-1)).toMatchObject({
    id: "m",
    content: "Take a coat.",
  });
});

it("streams that take turns become messages of their own", async () => {
  const { thread } = await talk(
    emitting(
      text("one", "m1"),
      { type: "TOOL_CALL_CHUNK", toolCallId: "c", toolCallName: "look", delta: '{"a":' },
      { type: "TOOL_CALL_CHUNK", delta: "1}" },
      text("two", "m2"),
      text(" and on"),
      { type: "TOOL_CALL_RESULT", messageId: "r", toolCallId: "c", content: "seen" },
    ),
  );
  expect(thread.get().messages.slice(1)).toMatchObject([
    { id: "m1", content: "one" },
    { toolCalls: [{ id: "c", function: { name: "look", arguments: '{"a":1}' } }] },
    { id: "m2", content: "two and on" },
    { id: "r", role: "tool", toolCallId: "c", content: "seen" },
  ]);
});

it("a call in chunks that the agent answered goes out whole with the next run", async () => {
  const heard: unknown[] = [];
  const agent = defineAgent(async (ctx) => {
    heard.push(ctx.messages);
    if (ctx.messages.length > 1) return;
    ctx.emit({ type: "TOOL_CALL_CHUNK", toolCallId: "c", toolCallName: "look", delta: "{" });
    ctx.emit({ type: "TOOL_CALL_CHUNK", delta: "}" });
    ctx.emit({ type: "TOOL_CALL_RESULT", messageId: "r", toolCallId: "c", content: "seen" });
  });
  const thread = clientOf(await serve(agent)).thread("t");
  await thread.send("Look");
  expect(await thread.send("And now?")).toMatchObject({ status: "success" });
  expect(heard[1]).toMatchObject([
    { role: "user", content: "Look" },
    {
      role: "assistant",
      toolCalls: [{ id: "c", type: "function", function: { name: "look", arguments: "{}" } }],
    },
    { role: "tool", toolCallId: "c", content: "seen" },
    { role: "user", content: "And now?" },
  ]);
});

it("thoughts in chunks stay apart from the reply", async () => {
  const { thread } = await talk(
    emitting(
      { type: "REASONING_MESSAGE_CHUNK", messageId: "q", delta: "Is it " },
      { type: "REASONING_MESSAGE_CHUNK", messageId: "q", delta: "raining?" },
      text("Take a coat.", "m"),
    ),
  );
  expect(thread.get().messages.slice(1)).toMatchObject([
    { id: "q", role: "reasoning", content: "Is it raining?" },
    { id: "m", role: "assistant", content: "Take a coat." },
  ]);
});

it("the end of the run closes the last of them", async () => {
  const { thread, end, events } = await talk(emitting(text("Bye.", "m")));
  expect(end).toMatchObject({ status: "success" });
  expect(events.map(({ type }) => type).slice(-2)).toEqual(["TEXT_MESSAGE_END", "RUN_FINISHED"]);
  expect(thread.get().messages.at(-1)).toMatchObject({ content: "Bye." });
});
