/** What is opened ends once, however it is left. */
import { afterEach, describe, expect, test, vi } from "vitest";
import type { AgentEvent } from "../protocol/events.ts";
import { createRunInput } from "./create-run-input.ts";
import type { AgentFunction } from "./define-agent.ts";
import { runAgent } from "./run-agent.ts";
import type { RunContext } from "./run-context.ts";
import { createTestContext } from "./test-context.ts";

type Context = RunContext<Record<string, unknown>>;

async function eventsOf(run: AgentFunction<Record<string, unknown>>): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of runAgent({ run }, createRunInput({ threadId: "t", runId: "r" }))) {
    events.push(event);
  }
  return events;
}

const typesOf = (events: readonly AgentEvent[]) => events.map(({ type }) => type);
const namesOf = (events: readonly AgentEvent[]) =>
  events.map((event) => ("stepName" in event ? `${event.type} ${event.stepName}` : event.type));

const MESSAGE = ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"];
const REASONING = [
  "REASONING_START",
  "REASONING_MESSAGE_START",
  "REASONING_MESSAGE_CONTENT",
  "REASONING_MESSAGE_END",
  "REASONING_END",
];
const CALL = ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END"];
const STEP = ["STEP_STARTED", ...MESSAGE, "STEP_FINISHED"];

/** The four things there are to open, each written to once. */
const kinds: [string, string[], (ctx: Context) => { end(): void } & Disposable & AsyncDisposable][] = [
  [
    "message",
    MESSAGE,
    (ctx) => {
      const message = ctx.message();
      message.delta("x");
      return message;
    },
  ],
  [
    "reasoning",
    REASONING,
    (ctx) => {
      const reasoning = ctx.reasoning();
      reasoning.delta("x");
      return reasoning;
    },
  ],
  [
    "tool call",
    CALL,
    (ctx) => {
      const call = ctx.toolCall("search");
      call.args("{}");
      return call;
    },
  ],
  [
    "step",
    STEP,
    (ctx) => {
      const step = ctx.step("work");
      ctx.say("x");
      return step;
    },
  ],
];

describe.each(kinds)("a %s", (_, types, open) => {
  test("that is forgotten ends with the run", async () => {
    const events = await eventsOf(async (ctx) => {
      open(ctx);
    });
    expect(typesOf(events)).toEqual(["RUN_STARTED", ...types, "RUN_FINISHED"]);
  });

  test("that is ended by hand ends once", async () => {
    const events = await eventsOf(async (ctx) => {
      await using opened = open(ctx);
      opened.end();
      opened.end();
    });
    expect(typesOf(events)).toEqual(["RUN_STARTED", ...types, "RUN_FINISHED"]);
  });

  test("ends where its block is left, before what comes next", async () => {
    const events = await eventsOf(async (ctx) => {
      {
        await using _opened = open(ctx);
      }
      {
        using _opened = open(ctx);
      }
      ctx.emit({ type: "CUSTOM", name: "next", value: 1 });
    });
    expect(typesOf(events)).toEqual(["RUN_STARTED", ...types, ...types, "CUSTOM", "RUN_FINISHED"]);
  });

  test("ends when its block returns early or throws", async () => {
    const early = (ctx: Context, after: () => void) => {
      using _opened = open(ctx);
      after();
    };
    const events = await eventsOf(async (ctx) => {
      early(ctx, () => {});
      expect(() =>
        early(ctx, () => {
          throw new Error("inside");
        }),
      ).toThrow("inside");
      ctx.emit({ type: "CUSTOM", name: "next", value: 1 });
    });
    expect(typesOf(events)).toEqual(["RUN_STARTED", ...types, ...types, "CUSTOM", "RUN_FINISHED"]);
  });

  test("that is open when the run is stopped ends, and its end then sends nothing", async () => {
    const stop = new AbortController();
    const agent = {
      run: async (ctx: Context) => {
        await using _opened = open(ctx);
        stop.abort();
        ctx.checkCancelled();
      },
    };
    const events: AgentEvent[] = [];
    const input = createRunInput({ threadId: "t", runId: "r" });
    for await (const event of runAgent(agent, input, { signal: stop.signal })) events.push(event);
    expect(typesOf(events)).toEqual(["RUN_STARTED", ...types, "RUN_FINISHED"]);
    expect(events.at(-1)).toMatchObject({ outcome: { type: "cancelled" } });
  });
});

describe("a body that something is open for", () => {
  test("gives what it returns, and the thing has ended by then", () => {
    const { context, events } = createTestContext();
    const id = context.message((message) => {
      message.delta("a");
      return message.id;
    });
    expect(id).toBe("run-msg-1");
    expect(typesOf(events)).toEqual(MESSAGE);
  });

  test("keeps it open as long as its promise is pending", async () => {
    const { context, drain } = createTestContext();
    let go = (_: number) => {};
    const waits = context.reasoning(async (reasoning) => {
      const number = await new Promise<number>((resolve) => {
        go = resolve;
      });
      reasoning.delta(String(number));
      return number * 2;
    });
    expect(typesOf(drain())).toEqual(["REASONING_START", "REASONING_MESSAGE_START"]);
    go(21);
    expect(await waits).toBe(42);
    expect(typesOf(drain())).toEqual(REASONING.slice(2));
  });

  test("passes on what it throws, at once or later, and the thing has ended", async () => {
    const { context, drain } = createTestContext();
    const fail = () => {
      throw new Error("no");
    };
    expect(() => context.message("system", fail)).toThrow("no");
    expect(() => context.step("s", fail)).toThrow("no");
    await expect(context.toolCall("t", async () => fail())).rejects.toThrow("no");
    await expect(context.reasoning({ id: "own" }, async () => fail())).rejects.toThrow("no");
    expect(typesOf(drain())).toEqual([
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_END",
      "STEP_STARTED",
      "STEP_FINISHED",
      "TOOL_CALL_START",
      "TOOL_CALL_END",
      "REASONING_START",
      "REASONING_MESSAGE_START",
      "REASONING_MESSAGE_END",
      "REASONING_END",
    ]);
  });

  test("of a query builder, which is no promise by birth, is waited for too", async () => {
    const { context, drain } = createTestContext();
    let settle = () => {};
    const thenable = {
      // biome-ignore lint/suspicious/noThenProperty: what is tested is such an object
      then(done: () => void) {
        settle = done;
      },
    };
    const result = context.step("query", () => thenable);
    expect(typesOf(drain())).toEqual(["STEP_STARTED"]);
    await vi.waitFor(() => {
      settle();
      expect(typesOf(drain())).toEqual(["STEP_FINISHED"]);
    });
    await result;
  });
});

describe("steps", () => {
  test("nest, and close innermost first", async () => {
    const events = await eventsOf(async (ctx) => {
      await ctx.step("outer", async () => {
        await ctx.step("inner", async () => {
          await Promise.resolve();
          ctx.say("deep");
        });
        ctx.say("shallow");
      });
    });
    expect(namesOf(events)).toEqual([
      "RUN_STARTED",
      "STEP_STARTED outer",
      "STEP_STARTED inner",
      ...MESSAGE,
      "STEP_FINISHED inner",
      ...MESSAGE,
      "STEP_FINISHED outer",
      "RUN_FINISHED",
    ]);
  });

  test("that an error leaves close innermost first, with what is open in them, before the run fails", async () => {
    const events = await eventsOf(async (ctx) => {
      await using _outer = ctx.step("outer");
      await using _inner = ctx.step("inner");
      await using message = ctx.message();
      message.delta("halfway through");
      throw new Error("the model hung up");
    });
    expect(namesOf(events)).toEqual([
      "RUN_STARTED",
      "STEP_STARTED outer",
      "STEP_STARTED inner",
      ...MESSAGE,
      "STEP_FINISHED inner",
      "STEP_FINISHED outer",
      "RUN_ERROR",
    ]);
  });

  test("that are done at once overlap, and each ends when it is over", async () => {
    const { context, events } = createTestContext();
    let finishFirst = () => {};
    const first = context.step(
      "first",
      () =>
        new Promise<void>((resolve) => {
          finishFirst = resolve;
        }),
    );
    await context.step("second", async () => {});
    finishFirst();
    await first;
    expect(namesOf(events)).toEqual([
      "STEP_STARTED first",
      "STEP_STARTED second",
      "STEP_FINISHED second",
      "STEP_FINISHED first",
    ]);
  });
});

describe("reasoning", () => {
  test("is a message with its span around it under one id, with what only the provider can read", () => {
    const { context, events } = createTestContext();
    expect(context.think("hm")).toBe("run-msg-1");
    const reasoning = context.reasoning({ id: "own" });
    expect(() => {
      reasoning.end();
      reasoning.delta("late");
    }).toThrow('the reasoning "own" was ended before');
    reasoning.encryptedValue("c2VjcmV0", "signature");
    expect(events.slice(0, 5)).toEqual([
      { type: "REASONING_START", messageId: "run-msg-1" },
      { type: "REASONING_MESSAGE_START", messageId: "run-msg-1", role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", messageId: "run-msg-1", delta: "hm" },
      { type: "REASONING_MESSAGE_END", messageId: "run-msg-1" },
      { type: "REASONING_END", messageId: "run-msg-1" },
    ]);
    expect(events.at(-1)).toEqual({
      type: "REASONING_ENCRYPTED_VALUE",
      subtype: "message",
      entityId: "own",
      encryptedValue: "c2VjcmV0",
      encryptedValueType: "signature",
    });
  });
});

describe("on a platform that knows no `using`", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test("the kit loads, and what is opened for a body ends", async () => {
    const own = Symbol;
    const bare = Object.setPrototypeOf((name?: string) => own(name), own);
    Object.defineProperties(bare, { dispose: { value: undefined }, asyncDispose: { value: undefined } });
    vi.resetModules();
    vi.stubGlobal("Symbol", bare);
    expect(Symbol.dispose).toBeUndefined();
    const kit = await import("./index.ts");
    const { context, events } = kit.createTestContext();
    context.message((message) => message.delta("a"));
    const call = context.toolCall("t");
    call.end();
    expect(typesOf(events)).toEqual([...MESSAGE, "TOOL_CALL_START", "TOOL_CALL_END"]);
  });
});

test.each<[string, (ctx: Context, id: string) => { end(): void }]>([
  ["message", (ctx, id) => ctx.message({ id })],
  ["reasoning", (ctx, id) => ctx.reasoning({ id })],
  ["tool call", (ctx, id) => ctx.toolCall("search", { id })],
  ["step", (ctx, id) => ctx.step(id)],
])("a %s that has ended leaves alone what opens later under its id or name", (_, open) => {
  const { context, drain } = createTestContext();
  const first = open(context, "x");
  first.end();
  const second = open(context, "x");
  drain();
  first.end();
  if ("delta" in first && typeof first.delta === "function") {
    const { delta } = first;
    expect(() => delta("stale")).toThrow("was ended before");
  }
  expect(drain()).toEqual([]);
  second.end();
  expect(drain()).not.toEqual([]);
});
