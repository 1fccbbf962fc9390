import { expect, test } from "vitest";
import { z } from "zod";
import { defineAgent } from "./define-agent.ts";
import { resolved } from "./outcome.ts";
import { createTestContext } from "./test-context.ts";

test("a context without a run has all of an input, filled where nothing is given", () => {
  const { context, events } = createTestContext({ resume: [resolved("a", 1)] });
  expect(context.input).toMatchObject({
    threadId: "thread",
    runId: "run",
    messages: [],
    tools: [],
    context: [],
  });
  expect(context.resumeFor("a")?.payload).toBe(1);
  expect(events).toEqual([]);
});

test("what is reported can be read as a whole and as what is new, and shares nothing with what was sent", () => {
  const { context, events, drain } = createTestContext();
  const value = { list: [1] };
  context.emit({ type: "CUSTOM", name: "n", value });
  value.list.push(2);
  expect(drain()).toEqual([{ type: "CUSTOM", name: "n", value: { list: [1] } }]);
  context.say("x");
  expect(drain().map(({ type }) => type)).toEqual([
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
  ]);
  expect(drain()).toEqual([]);
  expect(events).toHaveLength(4);
});

test("what breaks the protocol throws as in a run, and is not reported", () => {
  const { context, events } = createTestContext();
  const end = { type: "TEXT_MESSAGE_END", messageId: "never" } as const;
  expect(() => context.emit(end)).toThrow(expect.objectContaining({ rule: "not-open", ids: ["never"] }));
  expect(() => context.emit({ type: "RUN_STARTED", threadId: "thread", runId: "run" })).toThrow(
    expect.objectContaining({ rule: "duplicate-run-started" }),
  );
  context.step("work", () => {
    expect(() => context.step("work")).toThrow(expect.objectContaining({ rule: "duplicate-start" }));
  });
  expect(events.map(({ type }) => type)).toEqual(["STEP_STARTED", "STEP_FINISHED"]);
});

test("an agent's own type of state is that of the context, and an input that does not fit throws", () => {
  const agent = defineAgent({ state: z.object({ n: z.number().default(1) }), run: async () => {} });
  expect(createTestContext({ state: null }, agent).context.state.n).toBe(1);
  expect(() => createTestContext({ state: { n: "one" } }, agent)).toThrow(
    /^The state does not fit this agent: n: /,
  );
});

test("stopping it ends what is reported with the reason, and what is open says nothing more", async () => {
  const { context, events, cancel } = createTestContext();
  const message = context.message();
  cancel(new Error("gone"));
  expect(() => message.delta("x")).toThrow("gone");
  message.end();
  await expect(context.drained()).rejects.toThrow("gone");
  expect(events).toHaveLength(1);
  expect(context.signal.aborted).toBe(true);
});
