import { expect, test, vi } from "vitest";
import type { AgentEvent } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { createRunInput } from "./create-run-input.ts";
import type { AgentFunction } from "./define-agent.ts";
import { interrupt, success } from "./outcome.ts";
import { runAgent } from "./run-agent.ts";
import type { RunAgentOptions } from "./run-options.ts";
import { failure } from "./terminal-event.ts";

async function eventsOf(
  run: AgentFunction<Record<string, unknown>>,
  options: RunAgentOptions = {},
  partial: Partial<RunAgentInput> = {},
): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  const input = { ...createRunInput({ threadId: "t", runId: "r" }), ...partial };
  for await (const event of runAgent({ run }, input, options)) all.push(event);
  return all;
}

const typesOf = (events: readonly AgentEvent[]) => events.map(({ type }) => type);

test("a violation fails the run with its own code, and reaches the agent and onError once", async () => {
  let thrown: unknown;
  const onError = vi.fn();
  const events = await eventsOf(
    async (ctx) => {
      try {
        ctx.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "no start" });
      } catch (error) {
        thrown = error;
        throw error;
      }
    },
    { onError },
  );
  expect(events.slice(1)).toEqual([
    {
      type: "RUN_ERROR",
      code: "PROTOCOL_VIOLATION",
      message: expect.stringMatching(/TEXT_MESSAGE_CONTENT.*not-open.*"m1"/),
    },
  ]);
  expect(thrown).toMatchObject({ name: "ProtocolError", rule: "not-open", ids: ["m1"] });
  expect(onError).toHaveBeenCalledExactlyOnceWith(thrown);
});

test("an agent that catches everything does not hide a violation, and says no more after it", async () => {
  let signal: AbortSignal | undefined;
  const events = await eventsOf(async (ctx) => {
    signal = ctx.signal;
    for (const delta of ["a", "b"]) {
      try {
        ctx.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta });
      } catch {
        // As a loop around tools may do.
      }
    }
    expect(() => ctx.say("as if nothing had been")).toThrow("not-open");
    return success();
  });
  expect(typesOf(events)).toEqual(["RUN_STARTED", "RUN_ERROR"]);
  expect(signal?.aborted).toBe(true);
});

test("a run left open by a raw emit still terminates, failed: only the agent knows whether that was all", async () => {
  const events = await eventsOf(async (ctx) => {
    ctx.emit({ type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" });
    return interrupt([{ id: "i", reason: "why not" }]);
  });
  expect(typesOf(events)).toEqual(["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_END", "RUN_ERROR"]);
  expect(events.at(-1)).toMatchObject({
    code: "PROTOCOL_VIOLATION",
    message: expect.stringMatching(/open-at-finish.*"m1"/),
  });
});

test("a RUN_FINISHED of the agent's own is held to the same, and thrown back at it", async () => {
  let thrown: unknown;
  const onError = vi.fn();
  const events = await eventsOf(
    async (ctx) => {
      ctx.message("assistant");
      ctx.emit({ type: "STEP_STARTED", stepName: "plan" });
      try {
        ctx.emit({ type: "RUN_FINISHED", threadId: "t", runId: "r" });
      } catch (error) {
        thrown = error;
      }
    },
    { onError },
  );
  expect(events.at(-1)).toMatchObject({ type: "RUN_ERROR", code: "PROTOCOL_VIOLATION" });
  expect(thrown).toMatchObject({ rule: "open-at-finish", ids: ["plan"] });
  expect(onError).toHaveBeenCalledExactlyOnceWith(thrown);
});

test("what a stopped run leaves open is closed, a subagent as cancelled", async () => {
  const controller = new AbortController();
  const events = await eventsOf(
    async (ctx) => {
      ctx.emit({ type: "SUBAGENT_STARTED", subagentRunId: "s", name: "helper" });
      ctx.emit({ type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" });
      controller.abort();
      ctx.say("never");
    },
    { signal: controller.signal },
  );
  expect(events.slice(3)).toEqual([
    { type: "TEXT_MESSAGE_END", messageId: "m" },
    { type: "SUBAGENT_ERROR", subagentRunId: "s", message: "The run was cancelled.", code: "CANCELLED" },
    { type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "cancelled" } },
  ]);
});

test("cancelling mid-run stops the agent at its next report, and is no failure", async () => {
  const controller = new AbortController();
  const onError = vi.fn();
  let reached = false;
  const events = await eventsOf(
    async (ctx) => {
      ctx.say("one");
      controller.abort();
      ctx.say("two");
      reached = true;
    },
    { signal: controller.signal, onError },
  );
  expect(events.flatMap((event) => (event.type === "TEXT_MESSAGE_CONTENT" ? event.delta : []))).toEqual([
    "one",
  ]);
  expect(events.at(-1)).toMatchObject({ outcome: { type: "cancelled" } });
  expect([reached, onError.mock.calls.length]).toEqual([false, 0]);
});

test("an agent can watch the signal itself, with the reason that it was given", async () => {
  const controller = new AbortController();
  const onError = vi.fn();
  const events = await eventsOf(
    async (ctx) => {
      for (const word of ["a", "b"]) {
        if (ctx.signal.aborted) throw ctx.signal.reason;
        ctx.say(word);
        controller.abort(new Error("The server shuts down"));
      }
    },
    { signal: controller.signal, onError },
  );
  expect(events.filter(({ type }) => type === "TEXT_MESSAGE_START")).toHaveLength(1);
  expect(onError).not.toHaveBeenCalled();
  expect(events.at(-1)).toMatchObject({ outcome: { type: "cancelled" } });
});

test.each([undefined, "0.9", "latest"])(
  "a client of version %s, which knows no cancelled outcome, is told CANCELLED",
  async (protocolVersion) => {
    const { protocolVersion: _, ...older } = createRunInput({ threadId: "t", runId: "r" });
    const input = protocolVersion === undefined ? older : { ...older, protocolVersion };
    const cancelledBy = async (run: AgentFunction<Record<string, unknown>>, options?: RunAgentOptions) => {
      let last: AgentEvent | undefined;
      for await (const event of runAgent({ run }, input, options)) last = event;
      return last;
    };
    const told = { type: "RUN_ERROR", code: "CANCELLED", message: "The run was cancelled." };
    expect(await cancelledBy(async () => {}, { signal: AbortSignal.abort() })).toEqual(told);
    expect(await cancelledBy(async () => ({ type: "cancelled" }))).toEqual(told);
  },
);

test("an agent whose client has gone is told so by the code of the reason", async () => {
  let signal: AbortSignal | undefined;
  const agent: AgentFunction<Record<string, unknown>> = async (ctx) => {
    signal = ctx.signal;
    await new Promise(() => {});
  };
  const events = runAgent({ run: agent }, createRunInput({ threadId: "t" }));
  await events.next();
  await events.return?.();
  expect(signal?.reason).toMatchObject({ name: "AbortError", code: "DISCONNECTED" });
});

test("an agent fails with a code and a sentence of its own, and the cause stays here", async () => {
  const cause = new Error("connect ECONNREFUSED 10.0.0.7:5432");
  const onError = vi.fn();
  const events = await eventsOf(
    async () => {
      throw failure("The payment service is down.", { code: "PAYMENT_DOWN", cause });
    },
    { onError },
  );
  expect(events.at(-1)).toEqual({
    type: "RUN_ERROR",
    message: "The payment service is down.",
    code: "PAYMENT_DOWN",
  });
  expect(onError.mock.calls[0]?.[0].cause).toBe(cause);
  const plain = await eventsOf(async () => {
    throw failure("No.");
  });
  expect(plain.at(-1)).toEqual({ type: "RUN_ERROR", message: "No.", code: "AGENT_ERROR" });
});

test.each<[string, AgentFunction<Record<string, unknown>>]>([
  ["an event", async (ctx) => ctx.emit({ type: "CUSTOM", name: "n", value: 1n })],
  ["a tool's arguments", async (ctx) => ctx.toolCall("t").args({ n: 1n })],
  ["an outcome", async () => success(1n)],
])("%s that JSON cannot carry fails the run with SERIALIZATION", async (_, run) => {
  expect((await eventsOf(run)).at(-1)).toMatchObject({
    code: "SERIALIZATION",
    message: expect.stringMatching(/BigInt/),
  });
});

test("an agent may survive a value that JSON cannot carry, since nothing was sent of it", async () => {
  const events = await eventsOf(async (ctx) => {
    expect(() => ctx.emit({ type: "CUSTOM", name: "n", value: 1n })).toThrow(TypeError);
    ctx.emit({ type: "CUSTOM", name: "n", value: 1 });
  });
  expect(typesOf(events)).toEqual(["RUN_STARTED", "CUSTOM", "RUN_FINISHED"]);
});

test("a malformed event fails the run with PROTOCOL, a malformed end of the agent's own too", async () => {
  for (const wrong of ['{"type":"CUSTOM","name":3}', '{"type":"RUN_ERROR"}']) {
    const events = await eventsOf(async (ctx) => ctx.emit(JSON.parse(wrong)));
    expect(events.slice(1)).toEqual([
      { type: "RUN_ERROR", code: "PROTOCOL", message: expect.stringContaining("malformed-field") },
    ]);
  }
});

test("what an agent does after its run has ended reaches nobody but itself and onError", async () => {
  const onError = vi.fn();
  const events = await eventsOf(
    async (ctx) => {
      ctx.emit({ type: "RUN_FINISHED", threadId: "t", runId: "r" });
      ctx.emit({ type: "CUSTOM", name: "late", value: 1 });
    },
    { onError },
  );
  expect(typesOf(events)).toEqual(["RUN_STARTED", "RUN_FINISHED"]);
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
  expect(onError.mock.calls[0]?.[0]).toMatchObject({
    rule: "run-ended",
    message: expect.stringContaining("CUSTOM"),
  });
});

test("the input is echoed where that is asked for, without the nulls that the wire has not", async () => {
  const { state: _, ...rest } = createRunInput({ threadId: "t", runId: "r", parentRunId: "p" });
  const asked = { echoInput: true };
  expect((await eventsOf(async () => {}, asked, { state: null, parentRunId: "p" }))[0]).toEqual({
    type: "RUN_STARTED",
    threadId: "t",
    runId: "r",
    protocolVersion: "1.1",
    parentRunId: "p",
    input: rest,
  });
  expect((await eventsOf(async () => {}))[0]).not.toHaveProperty("input");
});

test("an input that cannot be echoed fails a run that has begun all the same", async () => {
  const run = vi.fn(async () => {});
  const events = await eventsOf(run, { echoInput: true }, { forwardedProps: { n: 1n } });
  expect(typesOf(events)).toEqual(["RUN_STARTED", "RUN_ERROR"]);
  expect(events[0]).not.toHaveProperty("input");
  expect(events[1]).toMatchObject({ code: "SERIALIZATION" });
  expect(run).not.toHaveBeenCalled();
});

test.each<[string, unknown]>([
  ["a word", "done"],
  ["a type that there is not", { type: "interupt", interrupts: [{ id: "a", reason: "r" }] }],
  ["no list of interrupts", { type: "interrupt" }],
  ["an interrupt that is none", { type: "interrupt", interrupts: [null] }],
])("what is no outcome fails the run with PROTOCOL and says what it must be: %s", async (_, outcome) => {
  const onWarning = vi.fn();
  // @ts-expect-error: what the types rule out, an agent in JavaScript can return
  const events = await eventsOf(async () => outcome, { onWarning });
  expect(events.slice(1)).toEqual([
    {
      type: "RUN_ERROR",
      message: expect.stringMatching(/^RUN_FINISHED: outcome\S* must be /),
      code: "PROTOCOL",
    },
  ]);
  expect(onWarning).not.toHaveBeenCalled();
});

test("an error that cannot even be read ends the run, before a stop and after one", async () => {
  const unreadable = Proxy.revocable({}, {});
  unreadable.revoke();
  const events = await eventsOf(async () => {
    throw unreadable.proxy;
  });
  expect(events.slice(1)).toEqual([
    { type: "RUN_ERROR", message: "The agent failed without a message", code: "AGENT_ERROR" },
  ]);
  const stop = new AbortController();
  const onError = vi.fn();
  await eventsOf(
    async (ctx) => {
      stop.abort();
      expect(ctx.isCancelled).toBe(true);
      throw unreadable.proxy;
    },
    { signal: stop.signal, onError },
  );
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
});

test("a state that is too deep for JSON is one of serialization", async () => {
  const deep: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
  const events = await eventsOf(async () => {}, {}, { state: { deep } });
  expect(events.slice(1)).toMatchObject([{ type: "RUN_ERROR", code: "SERIALIZATION" }]);
});
