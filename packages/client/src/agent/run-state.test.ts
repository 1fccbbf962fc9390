import { describe, expect, test } from "vitest";
import { z } from "zod";
import { applyPatch } from "../lib/json-patch.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { createRunInput } from "./create-run-input.ts";
import { defineAgent } from "./define-agent.ts";
import { runAgent } from "./run-agent.ts";
import { createTestContext } from "./test-context.ts";

const Notebook = z.object({ hits: z.number().min(0).default(0), notes: z.array(z.string()).default([]) });
const notebook = defineAgent({ state: Notebook, run: async () => {} });

const LONG = "a document long enough that patching it is worthwhile";

/** The state of a client that took these events. */
function stateAfter(events: readonly AgentEvent[]): unknown {
  let state: unknown;
  for (const event of events) {
    if (event.type === "STATE_SNAPSHOT") state = event.snapshot;
    if (event.type === "STATE_DELTA") {
      const result = applyPatch(state, event.delta);
      expect(result.ok).toBe(true);
      if (result.ok) state = result.document;
    }
  }
  return state;
}

describe("a state with a schema", () => {
  test.each([[undefined], [null], [{}]])("is the schema's default where the input has %j", (state) => {
    const { context } = createTestContext({ state }, notebook);
    expect(context.state).toEqual({ hits: 0, notes: [] });
  });

  test("starts from the agent's own default rather than from the schema's", () => {
    const agent = defineAgent({
      state: Notebook,
      initialState: { hits: 3, notes: ["first"] },
      run: async () => {},
    });
    expect(createTestContext({ state: {} }, agent).context.state).toEqual({ hits: 3, notes: ["first"] });
    expect(createTestContext({ state: { hits: 1 } }, agent).context.state).toEqual({ hits: 1, notes: [] });
  });

  test("starts from what the schema makes of nothing rather than of the empty object", () => {
    const state = z.object({ hits: z.number().default(0) }).default({ hits: 9 });
    const agent = defineAgent({ state, run: async () => {} });
    expect(createTestContext({}, agent).context.state).toEqual({ hits: 9 });
  });

  test("never shares its default between runs", () => {
    const first = createTestContext({}, notebook).context;
    first.state.notes.push("mine");
    first.updateState((state) => {
      state.notes.push("published");
    });
    expect(createTestContext({}, notebook).context.state.notes).toEqual([]);
  });

  test("is the agent's own, whatever its schema does with what it is given", () => {
    const initialState = { notes: ["first"] };
    const passing = {
      "~standard": { validate: (value: unknown) => ({ value: value as typeof initialState }) },
    };
    const agent = defineAgent({ state: passing, initialState, run: async () => {} });
    createTestContext({}, agent).context.state.notes.push("mine");
    expect(createTestContext({}, agent).context.state).toEqual({ notes: ["first"] });
  });

  test("arrives typed and goes out typed", () => {
    const { context, events } = createTestContext({ state: { hits: 7 } }, notebook);
    expect(context.state.hits).toBe(7);
    context.updateState((state) => {
      state.hits += 1;
    });
    expect(context.state.hits).toBe(8);
    expect(events).toEqual([{ type: "STATE_SNAPSHOT", snapshot: { hits: 8, notes: [] } }]);
  });

  test("that is more than JSON is read again from what was published", () => {
    const agent = defineAgent({
      state: z.object({ at: z.coerce.date().default(new Date(0)) }),
      run: async () => {},
    });
    const { context, events } = createTestContext({}, agent);
    context.setState({ at: new Date(5000) });
    expect(context.state.at.getTime()).toBe(5000);
    expect(events).toEqual([{ type: "STATE_SNAPSHOT", snapshot: { at: "1970-01-01T00:00:05.000Z" } }]);
  });

  test("that does not fit fails the run before the agent runs, and says where", async () => {
    let ran = false;
    const agent = defineAgent({
      state: Notebook,
      run: async () => {
        ran = true;
      },
    });
    const events: AgentEvent[] = [];
    const input = createRunInput({ threadId: "t", runId: "r", state: { hits: "seven" } });
    for await (const event of runAgent(agent, input)) events.push(event);
    expect(events).toEqual([
      expect.objectContaining({ type: "RUN_STARTED" }),
      {
        type: "RUN_ERROR",
        code: "SERIALIZATION",
        message: expect.stringMatching(/^The state does not fit this agent: hits: .*number/),
      },
    ]);
    expect(ran).toBe(false);
  });

  test("refuses to publish what the next run could not read, and changes nothing", () => {
    const { context, events } = createTestContext({ state: { hits: 1 } }, notebook);
    expect(() => context.setState({ hits: -1, notes: [] })).toThrow(/does not fit.*hits/);
    expect(() =>
      context.updateState((state) => {
        state.hits = 2;
        throw new Error("after the edit");
      }),
    ).toThrow("after the edit");
    expect(context.state).toEqual({ hits: 1, notes: [] });
    expect(events).toEqual([]);
  });

  test.each([
    ["has no default", z.object({ hits: z.number() }), /cannot be read.*hits.*`initialState`/],
    ["waits for something", z.object({}).refine(async () => true), /asynchronous/],
  ])("is refused where it is defined if it %s", (_, state, message) => {
    expect(() => defineAgent<unknown>({ state, run: async () => {} })).toThrow(TypeError);
    expect(() => defineAgent<unknown>({ state, run: async () => {} })).toThrow(message);
  });
});

describe("a published state", () => {
  test("is a snapshot first and then a patch", () => {
    const { context, events } = createTestContext();
    context.setState({ step: 1, text: LONG });
    context.setState({ step: 2, text: LONG });
    expect(events).toEqual([
      { type: "STATE_SNAPSHOT", snapshot: { step: 1, text: LONG } },
      { type: "STATE_DELTA", delta: [{ op: "replace", path: "/step", value: 2 }] },
    ]);
  });

  test("is a snapshot where the patch takes no fewer bytes, counted as they travel", () => {
    const delta = [{ op: "replace", path: "/a", value: 2 }];
    const size = JSON.stringify(delta).length;
    const publish = (text: string) => {
      const { context, drain } = createTestContext();
      context.setState({ a: 1, text });
      drain();
      context.setState({ a: 2, text });
      return drain().map(({ type }) => type);
    };
    const room = size - JSON.stringify({ a: 2, text: "" }).length;
    expect(publish("x".repeat(room))).toEqual(["STATE_SNAPSHOT"]);
    expect(publish("x".repeat(room + 1))).toEqual(["STATE_DELTA"]);
    // Two bytes each, one character each.
    expect(publish("é".repeat(Math.ceil((room + 1) / 2)))).toEqual(["STATE_DELTA"]);
  });

  test("that is the last one again sends nothing, in whatever order its members are", () => {
    const { context, drain } = createTestContext();
    context.setState({ a: 1, b: 2 });
    drain();
    context.setState({ a: 1, b: 2 });
    context.setState({ b: 2, a: 1 });
    context.updateState(() => undefined);
    expect(drain()).toEqual([]);
    expect(Object.keys(context.state)).toEqual(["b", "a"]);
  });

  test("is published again though it is what the input had: nobody knows what the client has", () => {
    const { context, events } = createTestContext({ state: { a: 1 } });
    context.updateState(() => undefined);
    expect(events).toEqual([{ type: "STATE_SNAPSHOT", snapshot: { a: 1 } }]);
  });

  test("may be returned by a change instead of edited", () => {
    const { context } = createTestContext<{ a: number }>({ state: { a: 1 } });
    context.updateState((state) => ({ a: state.a + 1 }));
    context.setState((state) => ({ a: state.a + 1 }));
    expect(context.state).toEqual({ a: 3 });
  });

  test("is not moved by what an agent does to what it read", () => {
    const { context, events } = createTestContext<{ list: number[]; text: string }>({
      state: { list: [1], text: LONG },
    });
    context.updateState((state) => {
      state.list.push(2);
    });
    context.state.list.push(99);
    context.updateState((state) => {
      state.list.push(3);
    });
    expect(stateAfter(events)).toEqual({ list: [1, 2, 3], text: LONG });
    expect(events[1]).toEqual({
      type: "STATE_DELTA",
      delta: [{ op: "add", path: "/list/2", value: 3 }],
    });
  });

  test("is whole again after the agent told of a state by hand", () => {
    const { context, events } = createTestContext();
    context.setState({ a: 1, text: LONG });
    context.emit({ type: "STATE_SNAPSHOT", snapshot: { other: true } });
    context.setState({ a: 2, text: LONG });
    expect(events.at(-1)).toEqual({ type: "STATE_SNAPSHOT", snapshot: { a: 2, text: LONG } });
  });

  test("reaches the client the same, however often and whatever changed", () => {
    const { context, events } = createTestContext<{ [key: string]: unknown }>();
    const states = [
      { "a/b": [1, 2, 3], text: LONG },
      { "a/b": [2, 3], text: LONG, "~": null },
      { "a/b": [2, { deep: [] }, 3], text: LONG, "~": { "": 0 } },
      { "a/b": {}, text: `${LONG}!`, "~": { "": null } },
      JSON.parse(`{"text":"${LONG}","a/b":{},"__proto__":{"x":1}}`),
      JSON.parse(`{"text":"${LONG}","a/b":{"c":1},"__proto__":{"x":2}}`),
    ];
    for (const state of states) {
      context.setState(state);
      expect(JSON.stringify(stateAfter(events))).toBe(JSON.stringify(state));
    }
    expect(events.map(({ type }) => type)).toContain("STATE_DELTA");
  });
});

test.each<[string, unknown, string]>([
  ["a promise", Promise.resolve(), "a promise"],
  ["a Map", new Map([["a", 1]]), "a Map"],
  ["a Set", new Set([1]), "a Set"],
  ["an error", new Error("gone"), "an error"],
  ["no number", Number.NaN, "NaN"],
  ["no end of it", Number.POSITIVE_INFINITY, "Infinity"],
])("what JSON would make something else of is refused and named: %s", (_, value, kind) => {
  const { context, events } = createTestContext({ state: { kept: true } });
  const place = 'which is at "value"';
  expect(() => context.setState({ value })).toThrow(`JSON cannot carry ${kind}`);
  expect(() => context.setState({ list: [{ value }] })).toThrow(place);
  const call = context.toolCall("search");
  expect(() => call.args({ value })).toThrow(place);
  expect(() => call.argsJson({ value })).toThrow(place);
  expect(() => call.result({ value })).toThrow(place);
  expect(() => call.resultJson({ value })).toThrow(place);
  expect(context.state).toEqual({ kept: true });
  call.result({ at: new Date(0), left: undefined });
  expect(events.map(({ type }) => type)).toEqual(["TOOL_CALL_START", "TOOL_CALL_END", "TOOL_CALL_RESULT"]);
});

test("a change of the state that nobody could wait for publishes nothing", () => {
  const { context, events } = createTestContext({ state: { kept: true } });
  // @ts-expect-error: a change cannot be asynchronous
  expect(() => context.updateState(async () => {})).toThrow("JSON cannot carry a promise");
  // @ts-expect-error: nor can what makes the next one
  expect(() => context.setState(async () => ({ kept: false }))).toThrow("JSON cannot carry a promise");
  expect(context.state).toEqual({ kept: true });
  expect(events).toEqual([]);
});

test("a change inside of a change is refused, and the one around it still counts", () => {
  const { context, drain } = createTestContext(
    { state: { a: 0 } },
    defineAgent<{ a: number }>(async () => {}),
  );
  context.updateState((state) => {
    expect(() => context.setState({ a: 5 })).toThrow("being changed already");
    state.a += 1;
  });
  expect(stateAfter(drain())).toEqual({ a: 1 });
  expect(() =>
    context.setState(() => {
      throw new Error("No.");
    }),
  ).toThrow("No.");
  context.setState({ a: 2 });
  expect(stateAfter(drain())).toEqual({ a: 2 });
});
