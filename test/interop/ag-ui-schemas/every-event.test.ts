/** Every event that our agents can emit, by every function and every end, against the protocol's own schemas. */
import { EventType } from "@ag-ui/core";
import { EventSchemas } from "@ag-ui/core/schemas";
import type { AgentEvent } from "@holdpoint/client";
import { type AgentFunction, cancelled, createRunInput, interrupt, success } from "@holdpoint/client/agent";
import { afterAll, describe, expect, test } from "vitest";
import { enforced, judge, seen } from "./judge.ts";
import { EMITTED, ENDS, QUESTION } from "./samples.ts";
import { type Watch, watched } from "./watched.ts";

type State = { n?: number; list?: string[] };

const watch: Watch = { offered: new Set(), called: new Set() };

const typesOf = (events: readonly AgentEvent[]): string[] => events.map(({ type }) => type);

test("what is emitted as it is, of every type and with every field", async () => {
  const events = await judge(async (ctx) => {
    for (const event of EMITTED) ctx.emit(event);
    return interrupt([QUESTION]);
  });
  expect(events.slice(1, -1)).toEqual(EMITTED);
  expect(events.at(-1)).toMatchObject({ outcome: { type: "interrupt", interrupts: [QUESTION] } });
});

const leftCall = { id: "left", type: "function", function: { name: "look", arguments: "{}" } } as const;
const usedInput = createRunInput({
  threadId: "t",
  messages: [
    { id: "u", role: "user", content: "Go" },
    { id: "a", role: "assistant", toolCalls: [leftCall] },
  ],
  tools: [{ name: "ask_page", description: "Asks", parameters: {} }],
});

test("what the functions of a context make", async () => {
  const parts = [{ type: "text", text: "seen" }];
  const events = await judge<State>(
    async (plain) => {
      const ctx = watched(plain, watch);
      ctx.resumeFor("a");
      ctx.pending([]);
      ctx.tool("ask_page");
      ctx.checkCancelled();
      await ctx.untilCancelled(Promise.resolve());
      ctx.setState({ n: 1, list: Array.from({ length: 20 }, (_, i) => `item ${i}`) });
      ctx.setState((state) => ({ ...state, n: 2 }));
      ctx.updateState((state) => void state.list?.push("last"));
      const step = ctx.step("by hand");
      ctx.step("as a body", () => ctx.say("x"));
      step.end();
      ctx.think("hm");
      const thought = ctx.reasoning({ id: "thought" });
      thought.delta("so");
      thought.encryptedValue("z", "t");
      thought.end();
      const message = ctx.message("developer");
      message.delta("half");
      message.end();
      ctx.message({ id: ctx.newMessageId(), role: "user" }, (spoken) => spoken.delta("whole"));
      const look = ctx.toolCall("look", { parentMessageId: message.id });
      look.argsJson({ at: "door" });
      look.parseArgs();
      look.encryptedValue("z");
      look.end();
      look.result(parts);
      const draw = ctx.toolCall("draw", { id: ctx.newToolCallId() });
      draw.args("{}");
      draw.resultJson(parts);
      ctx.toolCall("ask_page", (call) => call.args("{}"));
      for (const call of ctx.unansweredCalls) call.resultJson({ late: true });
      ctx.emit({ type: "CUSTOM", name: "n", value: null });
      await ctx.drained();
      return success({ ok: true });
    },
    {},
    usedInput,
  );
  expect(events.at(-1)).toMatchObject({ type: "RUN_FINISHED" });
  expect(events).toContainEqual(expect.objectContaining({ toolCallId: "left", content: '{"late":true}' }));
  expect([...watch.offered].filter((name) => !watch.called.has(name))).toEqual([]);
});

describe("ends", () => {
  const thrown: [string, unknown][] = [
    ["an error", new Error("broken")],
    ["a text", "broken"],
    ["nothing", undefined],
    ["an object without a message", { code: 1 }],
  ];
  test.each(thrown)("by throwing %s", async (_, what) => {
    const events = await judge(async (ctx) => {
      ctx.message().delta("half");
      ctx.toolCall("look").args("{");
      throw what;
    });
    expect(typesOf(events).at(-1)).toBe("RUN_ERROR");
  });

  test.each([
    ["nothing returned", async () => {}],
    ["a success", async () => success()],
    ["a success with null", async () => success(null)],
    ["a cancellation", async () => cancelled()],
    ["a question", async () => interrupt([QUESTION, { id: "other", reason: "input" }])],
  ] satisfies [string, AgentFunction<State>][])("by %s", async (_, run) => {
    expect(typesOf(await judge(run))).toEqual(["RUN_STARTED", "RUN_FINISHED"]);
  });

  test.each([
    ["a list of no questions", async () => interrupt([])],
    ["questions with one id", async () => interrupt([QUESTION, QUESTION])],
  ] satisfies [string, AgentFunction<State>][])("by %s, which fails", async (_, run) => {
    expect((await judge(run)).at(-1)).toMatchObject({ type: "RUN_ERROR", code: "PROTOCOL" });
  });

  test.each(ENDS.map((end) => [end.type, end] as const))("by %s emitted", async (_, end) => {
    const events = await judge(async (ctx) => {
      const message = ctx.message();
      message.end();
      ctx.emit(end);
    });
    expect(events.at(-1)).toEqual(end);
  });

  test("by being stopped, before it began and in the middle of everything", async () => {
    expect((await judge(async () => {}, { signal: AbortSignal.abort() })).at(-1)?.type).toBe("RUN_FINISHED");
    const controller = new AbortController();
    const events = await judge(
      async (ctx) => {
        ctx.message().delta("half");
        ctx.toolCall("look").args("{");
        for (const event of EMITTED.filter(({ type }) => /_START(ED)?$/.test(type))) ctx.emit(event);
        setTimeout(() => controller.abort());
        await new Promise(() => {});
      },
      { signal: controller.signal },
    );
    expect(events.at(-1)).toMatchObject({ type: "RUN_FINISHED", outcome: { type: "cancelled" } });
    expect(typesOf(events)).toEqual(
      expect.arrayContaining(["TEXT_MESSAGE_END", "TOOL_CALL_END", "STEP_FINISHED"]),
    );
  });

  test("by a state that JSON cannot carry, which fails", async () => {
    const events = await judge(async (ctx) => ctx.setState(Object({ n: 1n })));
    expect(events.at(-1)?.type).toBe("RUN_ERROR");
  });
});

test("the check itself can fail", () => {
  expect(EventSchemas.safeParse({ type: "STEP_STARTED", stepName: 1 }).success).toBe(false);
  expect(EventSchemas.safeParse({ type: "STEP_STARTED", stepName: "s", timestamp: null }).success).toBe(
    false,
  );
  const { event, said } = enforced({ type: "STEP_STARTED", stepName: "s", mood: "good" });
  expect(event).toEqual({ type: "STEP_STARTED", stepName: "s" });
  expect(said).toMatchObject([expect.stringContaining("mood")]);
});

test("no type of the protocol was left out", () => {
  const all: string[] = Object.values(EventType);
  expect(all).toHaveLength(31);
  expect(all.filter((type) => !seen.has(type))).toEqual([]);
});

afterAll(() => {
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  console.info(`${total} events of ${seen.size} types passed @ag-ui/core/schemas.`);
});
