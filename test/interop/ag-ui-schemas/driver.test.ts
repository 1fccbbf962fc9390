/** What the driver makes of a run beside what its agent says: every code, the echo and the transformers. */
import type { AgentEvent, RunAgentInput } from "@holdpoint/client";
import {
  type Agent,
  type AgentFunction,
  createRunInput,
  defineAgent,
  type EventTransformer,
  failure,
  filterToolCalls,
  interrupt,
  type RunAgentOptions,
  type RunErrorCode,
  toolResultToState,
} from "@holdpoint/client/agent";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { judge } from "./judge.ts";
import { EMITTED, MESSAGES, QUESTION } from "./samples.ts";

interface Failing {
  readonly run?: AgentFunction<object>;
  readonly options?: RunAgentOptions;
  readonly input?: RunAgentInput;
}

const answered = (...payloads: unknown[]): RunAgentInput =>
  createRunInput({
    threadId: "t",
    resume: payloads.map((payload) => ({ interruptId: QUESTION.id, status: "resolved", payload })),
  });
const { protocolVersion: _, ...olderInput } = createRunInput({ threadId: "t" });

/** A run for every code that a client can be told. */
const FAILING: Readonly<Record<Exclude<RunErrorCode, "DISCONNECTED">, Failing>> = {
  PROTOCOL: { run: async () => interrupt([]) },
  PROTOCOL_VIOLATION: { run: async (ctx) => ctx.emit({ type: "TEXT_MESSAGE_END", messageId: "m" }) },
  SERIALIZATION: { run: async (ctx) => ctx.emit({ type: "CUSTOM", name: "n", value: 1n }) },
  INVALID_ANSWER: {
    run: async () => interrupt([QUESTION]),
    options: { answers: "strict" },
    input: answered({}),
  },
  CANCELLED: { options: { signal: AbortSignal.abort() }, input: olderInput },
  AGENT_ERROR: {
    run: async () => {
      throw new Error("broken");
    },
  },
};

describe("codes", () => {
  test.each(Object.entries(FAILING))("%s", async (code, { run = async () => {}, options = {}, input }) => {
    const events = await judge(run, options, input);
    expect(events.map(({ type }) => type)).toEqual(["RUN_STARTED", "RUN_ERROR"]);
    expect(events.at(-1)).toMatchObject({ code });
  });

  test.each<[string, Agent<{ n: number }>, RunAgentInput | undefined]>([
    [
      "a state that does not fit the agent",
      defineAgent({ state: z.object({ n: z.number().default(0) }), run: async () => {} }),
      createRunInput({ threadId: "t", state: { n: "x" } }),
    ],
    [
      "a state that JSON cannot carry",
      defineAgent(async (ctx) => ctx.setState(Object({ n: 1n }))),
      undefined,
    ],
  ])("SERIALIZATION, for %s", async (_, agent, input) => {
    expect((await judge(agent, {}, input)).at(-1)).toMatchObject({
      type: "RUN_ERROR",
      code: "SERIALIZATION",
    });
  });

  test("of the agent's own, and after all that was left open", async () => {
    const events = await judge<object>(async (ctx) => {
      ctx.message().delta("half");
      ctx.toolCall("look").args("{");
      for (const event of EMITTED.filter(({ type }) => /_START(ED)?$/.test(type))) ctx.emit(event);
      throw failure("The service is down.", { code: "DOWN", cause: new Error("secret") });
    });
    expect(events.at(-1)).toEqual({ type: "RUN_ERROR", message: "The service is down.", code: "DOWN" });
  });

  test("for answers that a server knows the questions of", async () => {
    const asked = () => [QUESTION, { id: "other", reason: "input" }];
    const events = await judge(async () => {}, { answers: { asked } }, answered({ ok: true }, { ok: "no" }));
    expect(events.at(-1)).toMatchObject({ code: "INVALID_ANSWER" });
  });
});

test("the input that is echoed, with all that it may carry", async () => {
  const input = createRunInput({
    threadId: "t",
    runId: "r",
    parentRunId: "p",
    state: { a: [null] },
    messages: MESSAGES,
    tools: [{ name: "look", description: "Looks", parameters: { type: "object" }, metadata: { k: null } }],
    context: [{ description: "who", value: "me" }],
    forwardedProps: { x: [true] },
    resume: [
      { interruptId: "a", status: "resolved", payload: { n: null }, metadata: { by: "me" } },
      { interruptId: "b", status: "cancelled" },
    ],
  });
  const [started] = await judge(async () => {}, { echoInput: true }, input);
  expect(started).toMatchObject({ type: "RUN_STARTED", input });
});

const stamp: EventTransformer = () => (event) => ({ ...event, timestamp: 1, metadata: { seen: true } });
const twice: EventTransformer = () => (event) =>
  event.type === "TEXT_MESSAGE_CONTENT" ? [event, { ...event, delta: "!" }] : event;

test.each<[string, readonly EventTransformer[]]>([
  ["calls of a tool are kept back", [filterToolCalls.deny(["look"])]],
  ["calls of one tool pass", [filterToolCalls.allow(["draw"])]],
  ["a result becomes the state", [toolResultToState.snapshot("look"), toolResultToState.delta("draw")]],
  ["events are stamped, and one becomes two", [stamp, twice]],
])("what transformers make of everything: %s", async (_, transformers) => {
  const run = async (withResult: boolean): Promise<AgentEvent[]> =>
    judge<object>(
      async (ctx) => {
        for (const event of EMITTED) ctx.emit(event);
        const look = ctx.toolCall("look", { id: "own" });
        look.args({});
        if (withResult) look.result({ seen: [null] });
        ctx.toolCall("draw").result([{ op: "add", path: "/drawn", value: 1 }]);
        ctx.say("x");
        return interrupt([{ ...QUESTION, toolCallId: "own" }]);
      },
      { transformers, onWarning: () => {} },
    );
  expect((await run(true)).at(-1)?.type).toBe("RUN_FINISHED");
  expect((await run(false)).at(-1)?.type).toBe("RUN_FINISHED");
});
