import { expect, test } from "vitest";
import { isPlainObject } from "../protocol/trust.ts";
import { createRunInput } from "./create-run-input.ts";
import { defineAgent } from "./define-agent.ts";
import { localTransport } from "./local-transport.ts";

const session = { get: () => undefined, set: () => {} };

function optionsWith(signal: AbortSignal) {
  return { signal, session, fetch };
}

test("a run comes as batches of one or more, RUN_STARTED first and its end last", async () => {
  const transport = localTransport(defineAgent(async (ctx) => void ctx.say("hi")));
  const input = createRunInput({ threadId: "t", runId: "r" });
  const types: unknown[] = [];
  for await (const batch of transport(input, optionsWith(new AbortController().signal))) {
    expect(batch.length).toBeGreaterThan(0);
    for (const event of batch) types.push(isPlainObject(event) && event.type);
  }
  expect(types[0]).toBe("RUN_STARTED");
  expect(types.at(-1)).toBe("RUN_FINISHED");
  expect(types).toHaveLength(5);
});

test("neither the input nor an event is shared with the agent", async () => {
  const published = { list: ["a"] };
  const agent = defineAgent<typeof published>(async (ctx) => {
    ctx.input.messages.length = 0;
    ctx.setState(published);
    published.list.push("later");
  });
  const input = createRunInput({ threadId: "t", messages: [{ id: "1", role: "user", content: "hi" }] });
  const events: unknown[] = [];
  for await (const batch of localTransport(agent)(input, optionsWith(new AbortController().signal))) {
    events.push(...batch);
  }
  expect(input.messages).toHaveLength(1);
  expect(events).toContainEqual({ type: "STATE_SNAPSHOT", snapshot: { list: ["a"] } });
});

test("an abort ends it quietly at once, without an end that nobody waits for", async () => {
  const controller = new AbortController();
  let signal: AbortSignal | undefined;
  const agent = defineAgent(async (ctx) => {
    signal = ctx.signal;
    ctx.say("hi");
    await new Promise(() => {});
  });
  const batches: unknown[] = [];
  const transport = localTransport(agent);
  for await (const batch of transport(createRunInput({ threadId: "t" }), optionsWith(controller.signal))) {
    batches.push(...batch);
    if (batches.length === 4) queueMicrotask(() => controller.abort());
  }
  expect(batches).toHaveLength(4);
  expect(signal?.aborted).toBe(true);
});

test("a run that is aborted before it starts gives nothing and runs nothing", async () => {
  let ran = false;
  const agent = defineAgent(async () => {
    ran = true;
  });
  const transport = localTransport(agent);
  for await (const _ of transport(createRunInput({ threadId: "t" }), optionsWith(AbortSignal.abort()))) {
    expect.unreachable();
  }
  expect(ran).toBe(false);
});
