import { expect, test, vi } from "vitest";
import type { AgentEvent } from "../protocol/events.ts";
import { createRunInput } from "./create-run-input.ts";
import type { AgentFunction } from "./define-agent.ts";
import { defineAgent } from "./define-agent.ts";
import { cancelled, interrupt, success } from "./outcome.ts";
import { runAgent } from "./run-agent.ts";

const input = createRunInput({ threadId: "t", runId: "r" });

async function collect(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

function eventsOf<State>(run: AgentFunction<State>): Promise<AgentEvent[]> {
  return collect(runAgent(defineAgent<State>(run), input));
}

const typesOf = (events: readonly AgentEvent[]) => events.map((event) => event.type);

test("an agent that does nothing still brackets the run", async () => {
  const agent = defineAgent(async () => {});
  expect(await collect(runAgent(agent, { ...input, parentRunId: "p" }))).toEqual([
    { type: "RUN_STARTED", threadId: "t", runId: "r", protocolVersion: "1.1", parentRunId: "p" },
    { type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "success" } },
  ]);
});

test("a null result is left out, since the wire has none, and a false one is kept", async () => {
  const ended = async (result: unknown) => (await eventsOf(async () => success(result))).at(-1);
  expect(await ended(null)).not.toHaveProperty("result");
  expect(await ended(false)).toMatchObject({ result: false });
});

test("an agent may return an outcome on one path and nothing on another", async () => {
  const agent = defineAgent(async (ctx) => {
    if (ctx.lastUserText === undefined) return success(false);
  });
  expect((await collect(runAgent(agent, input))).at(-1)).toMatchObject({ result: false });
});

test("a cancelled outcome is neither a success nor a failure", async () => {
  expect((await eventsOf(async () => cancelled())).at(-1)).toMatchObject({
    type: "RUN_FINISHED",
    outcome: { type: "cancelled" },
  });
});

test("an interrupt outcome rides on RUN_FINISHED with every field", async () => {
  const ask = {
    id: "a",
    reason: "tool_approval",
    message: "Deploy?",
    toolCallId: "c",
    responseSchema: { type: "object" },
    expiresAt: "2030-01-01T00:00:00Z",
    metadata: { risk: 1 },
  };
  expect((await eventsOf(async () => interrupt([ask]))).at(-1)).toEqual({
    type: "RUN_FINISHED",
    threadId: "t",
    runId: "r",
    outcome: { type: "interrupt", interrupts: [ask] },
  });
});

test.each([
  ["an empty interrupt list", [], "`interrupt` requires at least one interrupt"],
  ["a duplicate interrupt id", ["a", "a"], "a"],
])("%s fails the run instead of being shipped", async (_, ids, message) => {
  const asks = ids.map((id) => ({ id, reason: "r" }));
  const events = await eventsOf(async (ctx) => {
    ctx.message().delta("half");
    return interrupt(asks);
  });
  expect(typesOf(events).slice(-2)).toEqual(["TEXT_MESSAGE_END", "RUN_ERROR"]);
  expect(events.at(-1)).toMatchObject({ code: "PROTOCOL", message: expect.stringContaining(message) });
});

test("a thrown error keeps its message, closes what is open and reaches onError with its stack", async () => {
  const broken = new Error("the approval carried no build number");
  const onError = vi.fn();
  const agent = defineAgent(async (ctx) => {
    ctx.message().delta("Deploying");
    ctx.toolCall("deploy").args({ build: 42 });
    throw broken;
  });
  const events = await collect(runAgent(agent, input, { onError }));
  expect(typesOf(events)).toEqual([
    "RUN_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TOOL_CALL_START",
    "TOOL_CALL_ARGS",
    "TOOL_CALL_END",
    "TEXT_MESSAGE_END",
    "RUN_ERROR",
  ]);
  expect(events.at(-1)).toEqual({ type: "RUN_ERROR", message: broken.message, code: "AGENT_ERROR" });
  expect(onError).toHaveBeenCalledExactlyOnceWith(broken);
});

test("an agent that throws before its first await fails the run and not the caller", async () => {
  const agent = {
    run(): Promise<undefined> {
      throw "no";
    },
  };
  expect((await collect(runAgent(agent, input))).at(-1)).toMatchObject({
    message: "no",
    code: "AGENT_ERROR",
  });
});

test("an onError that throws leaves the run as it was", async () => {
  const agent = defineAgent(async () => {
    throw new Error("first");
  });
  const onError = () => {
    throw new Error("second");
  };
  expect((await collect(runAgent(agent, input, { onError }))).at(-1)).toMatchObject({ message: "first" });
});

test("what handles leave open at an early return is closed before RUN_FINISHED, the innermost first", async () => {
  const events = await eventsOf(async (ctx) => {
    ctx.message();
    ctx.toolCall("search");
    return success();
  });
  expect(events.slice(3)).toEqual([
    { type: "TOOL_CALL_END", toolCallId: "r-call-1" },
    { type: "TEXT_MESSAGE_END", messageId: "r-msg-1" },
    expect.objectContaining({ type: "RUN_FINISHED" }),
  ]);
});

test("what a failing agent leaves open is closed before RUN_ERROR, but for what it delegated", async () => {
  const events = await eventsOf(async (ctx) => {
    ctx.message();
    ctx.emit({ type: "STEP_STARTED", stepName: "plan" });
    ctx.emit({ type: "REASONING_START", messageId: "think" });
    ctx.emit({ type: "REASONING_MESSAGE_START", messageId: "think", role: "reasoning" });
    ctx.emit({ type: "SUBAGENT_STARTED", subagentRunId: "s", name: "helper" });
    ctx.emit({ type: "STEP_STARTED", stepName: "plan", subagentRunId: "s" });
    throw new Error("no");
  });
  expect(events.slice(7)).toEqual([
    { type: "STEP_FINISHED", stepName: "plan", subagentRunId: "s" },
    { type: "REASONING_MESSAGE_END", messageId: "think" },
    { type: "REASONING_END", messageId: "think" },
    { type: "STEP_FINISHED", stepName: "plan" },
    { type: "TEXT_MESSAGE_END", messageId: "r-msg-1" },
    expect.objectContaining({ type: "RUN_ERROR" }),
  ]);
});

test("a terminal event of the agent's own ends the run, tidied up and once", async () => {
  let late: unknown;
  const events = await eventsOf(async (ctx) => {
    ctx.message();
    ctx.emit({ type: "RUN_ERROR", message: "mine", code: "OWN" });
    try {
      ctx.say("too late");
    } catch (error) {
      late = error;
    }
    return success();
  });
  expect(typesOf(events)).toEqual(["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_END", "RUN_ERROR"]);
  expect(events.at(-1)).toEqual({ type: "RUN_ERROR", message: "mine", code: "OWN" });
  expect(String(late)).toContain("has ended");
});

test("a second RUN_STARTED fails the run and is not sent", async () => {
  const second = await eventsOf(async (ctx) => {
    ctx.emit({ type: "RUN_STARTED", threadId: "t", runId: "r" });
  });
  expect(typesOf(second)).toEqual(["RUN_STARTED", "RUN_ERROR"]);
  expect(second.at(-1)).toMatchObject({ code: "PROTOCOL_VIOLATION" });
});

test("leaving the loop aborts an agent that is silent, and what it emits afterwards throws", async () => {
  let thrown: unknown;
  const agent = defineAgent(async (ctx) => {
    await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    try {
      ctx.say("anyone?");
    } catch (error) {
      thrown = error;
      throw error;
    }
  });
  const events = runAgent(agent, input);
  expect((await events.next()).value).toMatchObject({ type: "RUN_STARTED" });
  const waiting = events.next();
  await events.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
  await vi.waitFor(() => expect(thrown).toMatchObject({ name: "AbortError" }));
});

test("aborting the signal ends the run as cancelled, with what was said before it", async () => {
  const controller = new AbortController();
  let open = false;
  const agent = defineAgent(async (ctx) => {
    ctx.message().delta("Working");
    open = true;
    await new Promise(() => {});
  });
  const events = collect(runAgent(agent, input, { signal: controller.signal }));
  await vi.waitFor(() => expect(open).toBe(true));
  controller.abort();
  expect(typesOf(await events)).toEqual([
    "RUN_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "RUN_FINISHED",
  ]);
  expect((await events).at(-1)).toMatchObject({ outcome: { type: "cancelled" } });
});

test("a run that is aborted before it starts is only its brackets", async () => {
  const run = vi.fn(async () => {});
  const events = await collect(runAgent({ run }, input, { signal: AbortSignal.abort() }));
  expect(typesOf(events)).toEqual(["RUN_STARTED", "RUN_FINISHED"]);
  expect(run).not.toHaveBeenCalled();
});

test("a run that completed is never reported as aborted, and leaves no listener behind", async () => {
  const controller = new AbortController();
  const remove = vi.spyOn(controller.signal, "removeEventListener");
  let signal: AbortSignal | undefined;
  const agent = defineAgent(async (ctx) => {
    signal = ctx.signal;
  });
  for await (const event of runAgent(agent, input, { signal: controller.signal })) {
    if (event.type === "RUN_FINISHED") break;
  }
  controller.abort();
  expect(signal?.aborted).toBe(false);
  expect(remove).toHaveBeenCalledOnce();
});

test("nothing runs until somebody reads", async () => {
  const run = vi.fn(async () => {});
  const events = runAgent({ run }, input);
  await events.return?.();
  expect(await events.next()).toEqual({ done: true, value: undefined });
  expect(run).not.toHaveBeenCalled();
});

test("an agent that awaits drained() goes no faster than it is read", async () => {
  let sent = 0;
  const agent = defineAgent(async (ctx) => {
    for (; sent < 1000; sent++) {
      ctx.emit({ type: "CUSTOM", name: "tick", value: sent });
      await ctx.drained();
    }
  });
  const events = runAgent(agent, input);
  for (let read = 0; read < 5; read++) await events.next();
  expect(sent).toBeLessThan(10);
  await events.return?.();
});

test("fifty runs of one agent at a time do not mix", async () => {
  const agent = defineAgent<{ owner: string }>(async (ctx) => {
    const message = ctx.message();
    for (const part of [ctx.runId, " of ", ctx.threadId]) {
      await Promise.resolve();
      message.delta(part);
      ctx.setState({ owner: ctx.runId });
      await ctx.drained();
    }
    return success(ctx.state.owner);
  });
  const runs = Array.from({ length: 50 }, async (_, index) => {
    const events = await collect(
      runAgent(agent, createRunInput({ threadId: `t${index}`, runId: `r${index}` })),
    );
    const text = events.map((event) => (event.type === "TEXT_MESSAGE_CONTENT" ? event.delta : "")).join("");
    expect(text).toBe(`r${index} of t${index}`);
    expect(events.filter((event) => event.type === "STATE_SNAPSHOT")).toEqual([
      { type: "STATE_SNAPSHOT", snapshot: { owner: `r${index}` } },
    ]);
    expect(events.at(-1)).toMatchObject({ runId: `r${index}`, result: `r${index}` });
  });
  await Promise.all(runs);
});
