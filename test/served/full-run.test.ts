/** A whole run, from an agent of the kit over real HTTP into a thread of the client. */
import { createAgentClient, httpTransport } from "@holdpoint/client";
import { defineAgent } from "@holdpoint/client/agent";
import { describe, expect, it } from "vitest";
import { serve } from "../support/serve-agent.ts";
import { talk } from "./support/talk.ts";

const planner = defineAgent<{ cities?: string[] }>(async (ctx) => {
  ctx.emit({ type: "STEP_STARTED", stepName: "plan" });
  ctx.emit({ type: "REASONING_START", messageId: "why" });
  ctx.emit({ type: "REASONING_MESSAGE_START", messageId: "why", role: "reasoning" });
  for (const delta of ["They ", "like ", "rain."]) {
    ctx.emit({ type: "REASONING_MESSAGE_CONTENT", messageId: "why", delta });
  }
  ctx.emit({ type: "REASONING_MESSAGE_END", messageId: "why" });
  ctx.emit({ type: "REASONING_END", messageId: "why" });
  const look = ctx.toolCall("look_up");
  look.args('{"city":');
  look.args('"Bergen"}');
  ctx.setState({ cities: ["Bergen"] });
  look.result("rainy");
  ctx.emit({ type: "STEP_FINISHED", stepName: "plan" });
  const reply = ctx.message();
  for (const word of ["Take ", "a ", "coat."]) {
    reply.delta(word);
    await ctx.drained();
  }
  reply.end();
  ctx.setState((state) => ({ cities: [...(state.cities ?? []), "Oslo"] }));
});

describe("a run over HTTP", () => {
  it("becomes the conversation that the agent meant to have", async () => {
    const { thread, end } = await talk(planner, "Where to?");
    expect(end).toMatchObject({ status: "success" });
    expect(thread.get().messages).toMatchObject([
      { role: "user", content: "Where to?" },
      { id: "why", role: "reasoning", content: "They like rain." },
      {
        role: "assistant",
        toolCalls: [{ type: "function", function: { name: "look_up", arguments: '{"city":"Bergen"}' } }],
      },
      { role: "tool", content: "rainy" },
      { role: "assistant", content: "Take a coat." },
    ]);
  });

  it("leaves the client with the state that the agent published last", async () => {
    const { thread } = await talk(planner);
    expect(thread.state.get()).toEqual({ cities: ["Bergen", "Oslo"] });
  });

  it("keeps what the agent thought out of what it said", async () => {
    const { thread } = await talk(planner);
    const said = thread.get().messages.filter(({ role }) => role === "assistant");
    expect(JSON.stringify(said)).not.toContain("rain.");
  });

  it("is told in the order in which the agent reported it", async () => {
    const { events } = await talk(planner);
    const types = events.map(({ type }) => type).filter((type) => !type.startsWith("STATE_"));
    expect(types).toEqual([
      "RUN_STARTED",
      "STEP_STARTED",
      "REASONING_START",
      "REASONING_MESSAGE_START",
      ...Array.from({ length: 3 }, () => "REASONING_MESSAGE_CONTENT"),
      "REASONING_MESSAGE_END",
      "REASONING_END",
      "TOOL_CALL_START",
      "TOOL_CALL_ARGS",
      "TOOL_CALL_ARGS",
      "TOOL_CALL_END",
      "TOOL_CALL_RESULT",
      "STEP_FINISHED",
      "TEXT_MESSAGE_START",
      ...Array.from({ length: 3 }, () => "TEXT_MESSAGE_CONTENT"),
      "TEXT_MESSAGE_END",
      "RUN_FINISHED",
    ]);
    const published = events.findIndex(({ type }) => type.startsWith("STATE_"));
    expect(published).toBeGreaterThan(events.findIndex(({ type }) => type === "TOOL_CALL_ARGS"));
    expect(published).toBeLessThan(events.findIndex(({ type }) => type === "TOOL_CALL_RESULT"));
  });
});

it("keep-alive comments change nothing of what a client reads, and keep it from giving up", async () => {
  let goOn = (): void => {};
  const agent = defineAgent(async (ctx) => {
    ctx.say("Thinking.");
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    ctx.say("Thought.");
  });
  // Rung by hand: each comment is asked for by the one before it having been taken.
  const rings: (() => void)[] = [];
  const timer = (ring: () => void) => {
    rings.push(ring);
    return () => {};
  };
  const url = await serve(agent, { keepAlive: 1000, environment: { timer } });
  const chunks: string[] = [];
  const watched: typeof fetch = async (target, init) => {
    const response = await fetch(target, init);
    const seen = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        chunks.push(new TextDecoder().decode(chunk));
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(seen), response);
  };
  const thread = createAgentClient({ transport: httpTransport({ url, fetch: watched }) }).thread("t");
  const sent = thread.send("Go");
  await expect.poll(() => chunks.join("").includes("TEXT_MESSAGE_END")).toBe(true);
  for (let comment = 1; comment <= 3; comment++) {
    await expect.poll(() => rings.length).toBeGreaterThan(0);
    for (const ring of rings.splice(0)) ring();
    await expect.poll(() => chunks.join("").match(/^:$/gm)?.length).toBe(comment);
  }
  goOn();
  expect(await sent).toMatchObject({ status: "success" });
  expect(thread.get().messages.map(({ content }) => content)).toEqual(["Go", "Thinking.", "Thought."]);
});
