import { expect, test, vi } from "vitest";
import type { Warning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { Message } from "../protocol/messages.ts";
import { createRunInput } from "./create-run-input.ts";
import type { AgentFunction } from "./define-agent.ts";
import { filterToolCalls } from "./filter-tool-calls.ts";
import { interrupt } from "./outcome.ts";
import { runAgent } from "./run-agent.ts";
import { failure } from "./terminal-event.ts";
import { toolResultToState } from "./tool-result-to-state.ts";
import type { EventTransformer } from "./transformer.ts";

type Run = AgentFunction<Record<string, unknown>>;

async function eventsOf(
  run: Run,
  transformers: readonly EventTransformer[],
  messages: Message[] = [],
  warnings: Warning[] = [],
): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  const input = createRunInput({ threadId: "t", runId: "r", messages });
  const options = { transformers, onWarning: (warning: Warning) => void warnings.push(warning) };
  for await (const event of runAgent({ run }, input, options)) all.push(event);
  return all;
}

const typesOf = (events: readonly AgentEvent[]) => events.map(({ type }) => type);

/** Calls a tool that everybody may see and one that is nobody's business. */
const twoTools: Run = async (ctx) => {
  const open = ctx.toolCall("search");
  open.args({ q: "rust" });
  open.result({ hits: 1 });
  const hidden = ctx.toolCall("internal_debug", { id: "hidden" });
  hidden.args({ dump: true });
  ctx.emit({
    type: "REASONING_ENCRYPTED_VALUE",
    subtype: "tool-call",
    entityId: "hidden",
    encryptedValue: "x",
  });
  hidden.result("everything");
  ctx.say("done");
};

const assistant: Message = {
  id: "a",
  role: "assistant",
  content: "Looking.",
  toolCalls: [
    { id: "old", type: "function", function: { name: "internal_debug", arguments: "{}" } },
    { id: "c", type: "function", function: { name: "search", arguments: "{}" } },
  ],
};

test.each([
  ["denied", filterToolCalls.deny(["internal_debug"])],
  ["not allowed", filterToolCalls.allow(["search"])],
])("a call that is %s leaves no trace", async (_, filter) => {
  const events = await eventsOf(twoTools, [filter]);
  expect(typesOf(events)).toEqual([
    "RUN_STARTED",
    "TOOL_CALL_START",
    "TOOL_CALL_ARGS",
    "TOOL_CALL_END",
    "TOOL_CALL_RESULT",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "RUN_FINISHED",
  ]);
  expect(JSON.stringify(events)).not.toMatch(/internal_debug|hidden/);
});

test("nor does it in chunks, in a snapshot, as a late result, or among the calls that are left", async () => {
  const run: Run = async (ctx) => {
    ctx.emit({ type: "TOOL_CALL_CHUNK", toolCallId: "h1", toolCallName: "internal_debug", delta: "{" });
    ctx.emit({ type: "TOOL_CALL_CHUNK", delta: "}" });
    ctx.emit({ type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "search", delta: "{" });
    ctx.emit({ type: "TOOL_CALL_CHUNK", delta: "}" });
    ctx.emit({ type: "TOOL_CALL_RESULT", messageId: "m", toolCallId: "old", content: "secret" });
    ctx.emit({
      type: "MESSAGES_SNAPSHOT",
      messages: [assistant, { id: "o", role: "tool", toolCallId: "old", content: "secret" }],
    });
    ctx.toolCall("internal_debug", { id: "h2" });
    ctx.emit({ type: "SUBAGENT_STARTED", subagentRunId: "s", name: "n", parentToolCallId: "h2" });
    ctx.emit({ type: "SUBAGENT_FINISHED", subagentRunId: "s" });
  };
  const events = await eventsOf(run, [filterToolCalls.deny(["internal_debug"])], [assistant]);
  expect(events.slice(1)).toEqual([
    { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "search", delta: "{" },
    { type: "TOOL_CALL_CHUNK", delta: "}" },
    {
      type: "MESSAGES_SNAPSHOT",
      messages: [{ ...assistant, toolCalls: [expect.objectContaining({ id: "c" })] }],
    },
    { type: "SUBAGENT_STARTED", subagentRunId: "s", name: "n" },
    { type: "SUBAGENT_FINISHED", subagentRunId: "s" },
    expect.objectContaining({ outcome: { type: "success", pendingToolCallIds: ["c1"] } }),
  ]);
});

test("a question about a call that is kept back is asked, without the call, and warned of: its answer finds no call", async () => {
  const run: Run = async (ctx) => {
    ctx.toolCall("internal_debug", { id: "h" }).end();
    ctx.toolCall("search", { id: "c" }).end();
    return interrupt([
      { id: "one", reason: "tool_call", toolCallId: "h" },
      { id: "two", reason: "tool_call", toolCallId: "c" },
    ]);
  };
  const warnings: Warning[] = [];
  const events = await eventsOf(run, [filterToolCalls.deny(["internal_debug"])], [], warnings);
  expect(warnings).toMatchObject([
    { code: "hidden-call-asked", message: expect.stringContaining('question "one"') },
  ]);
  expect(events.at(-1)).toMatchObject({
    outcome: {
      interrupts: [
        { id: "one", reason: "tool_call" },
        { id: "two", reason: "tool_call", toolCallId: "c" },
      ],
    },
  });
  expect(JSON.stringify(events)).not.toContain('"h"');
});

test("a tool's result can become the state, beside the result or in its place", async () => {
  const snapshot = { type: "STATE_SNAPSHOT", snapshot: { hits: 1 } };
  const beside = await eventsOf(twoTools, [
    filterToolCalls.allow(["search"]),
    toolResultToState.snapshot("search"),
  ]);
  expect(beside.slice(4, 6)).toEqual([expect.objectContaining({ type: "TOOL_CALL_RESULT" }), snapshot]);
  const instead = await eventsOf(twoTools, [
    filterToolCalls.allow(["search"]),
    toolResultToState.snapshot("search", { replacing: true }),
  ]);
  expect(typesOf(instead)).not.toContain("TOOL_CALL_RESULT");
  expect(instead[4]).toEqual(snapshot);
});

test("a result may be a patch of the state, in text parts, and is its subagent's", async () => {
  const patch = [{ op: "add", path: "/hits", value: 1 }] as const;
  const run: Run = async (ctx) => {
    ctx.emit({ type: "SUBAGENT_STARTED", subagentRunId: "s", name: "helper" });
    ctx.emit({
      ...{ type: "TOOL_CALL_RESULT", messageId: "m", toolCallId: "c", subagentRunId: "s" },
      content: [
        { type: "text", text: JSON.stringify(patch).slice(0, 9) },
        { type: "text", text: JSON.stringify(patch).slice(9) },
      ],
    });
    ctx.emit({ type: "SUBAGENT_FINISHED", subagentRunId: "s" });
  };
  const events = await eventsOf(run, [toolResultToState.delta("search")], [assistant]);
  expect(events[3]).toEqual({ type: "STATE_DELTA", delta: patch, subagentRunId: "s" });
});

test.each([
  ["text", "everything"],
  ["JSON, but no patch", '{"op":"add"}'],
])("a result that is %s is passed on as it is, with a warning", async (_, content) => {
  const warnings: Warning[] = [];
  const run: Run = async (ctx) => void ctx.toolCall("search").result(content);
  const events = await eventsOf(run, [toolResultToState.delta("search", { replacing: true })], [], warnings);
  expect(events.at(-2)).toMatchObject({ type: "TOOL_CALL_RESULT", content });
  expect(warnings).toEqual([expect.objectContaining({ code: "result-not-state", path: "content" })]);
});

test("a transformer of one's own sees every event, those of the driver too, and starts over for each run", async () => {
  const count: EventTransformer = () => {
    let sent = 0;
    return (event) => ({ ...event, timestamp: ++sent });
  };
  const runs = await Promise.all([eventsOf(twoTools, [count]), eventsOf(twoTools, [count])]);
  for (const events of runs) {
    expect(events.map(({ timestamp }) => timestamp)).toEqual(events.map((_, index) => index + 1));
    expect(events[0]?.type).toBe("RUN_STARTED");
  }
});

test("each sees what the one before it gave: none, another or several", async () => {
  const twice: EventTransformer = () => (event) => (event.type === "CUSTOM" ? [event, event] : event);
  const onlyOdd: EventTransformer = () => {
    let seen = 0;
    return (event) => (event.type === "CUSTOM" && seen++ % 2 === 1 ? null : event);
  };
  const run: Run = async (ctx) => ctx.emit({ type: "CUSTOM", name: "n", value: 1 });
  expect(typesOf(await eventsOf(run, [twice, twice, onlyOdd]))).toEqual([
    "RUN_STARTED",
    "CUSTOM",
    "CUSTOM",
    "RUN_FINISHED",
  ]);
});

test("what a transformer gives is held to the protocol, and shares nothing with the agent", async () => {
  const noStarts: EventTransformer = () => (event) => (event.type === "TEXT_MESSAGE_START" ? null : event);
  const broken = await eventsOf(twoTools, [noStarts]);
  expect(broken.at(-1)).toMatchObject({
    code: "PROTOCOL_VIOLATION",
    message: expect.stringContaining("not-open"),
  });

  const own = { type: "CUSTOM" as const, name: "n", value: { list: [1] } };
  const clear: EventTransformer = () => (event) => {
    if (event.type === "CUSTOM") Object.assign(Object(event.value), { list: [] });
    return event;
  };
  expect((await eventsOf(async (ctx) => ctx.emit(own), [clear]))[1]).toMatchObject({ value: { list: [] } });
  expect(own.value).toEqual({ list: [1] });
});

const nothing: EventTransformer = () => () => null;
const throwing: EventTransformer = () => () => {
  throw failure("no", { code: "OWN" });
};
const throwingFactory: EventTransformer = () => {
  throw failure("no", { code: "OWN" });
};
const throwingAtTheEnd: EventTransformer = () => (event) => {
  if (event.type.startsWith("RUN_") && event.type !== "RUN_STARTED") throw failure("no", { code: "OWN" });
  return event;
};
const openingAtTheEnd: EventTransformer = () => (event) =>
  event.type === "RUN_FINISHED" ? [{ type: "STEP_STARTED", stepName: "s" }, event] : event;
const goingOn: EventTransformer = () => (event) =>
  event.type === "RUN_FINISHED" ? [event, { type: "CUSTOM", name: "n", value: 1 }] : event;
const swapping: EventTransformer = () => (event) =>
  event.type === "RUN_STARTED" ? [{ type: "CUSTOM", name: "n", value: 1 }, event] : event;

const unspeakable: EventTransformer = () => (event) => ({ ...event, rawEvent: 1n });

test.each<[string, EventTransformer, string]>([
  ["gives what JSON cannot carry", unspeakable, "SERIALIZATION"],
  ["drops everything", nothing, "PROTOCOL_VIOLATION"],
  ["throws", throwing, "OWN"],
  ["cannot be made", throwingFactory, "OWN"],
  ["throws at the end", throwingAtTheEnd, "OWN"],
  ["opens something at the end", openingAtTheEnd, "PROTOCOL_VIOLATION"],
  ["begins with something else", swapping, "PROTOCOL_VIOLATION"],
])("a run still begins and ends once, failed, where a transformer %s", async (_, transformer, code) => {
  const events = await eventsOf(async () => {}, [transformer]);
  const brackets = typesOf(events).filter((type) => type.startsWith("RUN_"));
  expect(brackets).toEqual(["RUN_STARTED", "RUN_ERROR"]);
  expect(events[0]?.type).toBe("RUN_STARTED");
  expect(events.at(-1)).toMatchObject({ type: "RUN_ERROR", code });
});

test("a transformer that goes on after the end is heard by nobody", async () => {
  expect(typesOf(await eventsOf(async () => {}, [goingOn]))).toEqual(["RUN_STARTED", "RUN_FINISHED"]);
});

test("a transformer may end the run, which stops the agent", async () => {
  let signal: AbortSignal | undefined;
  const guard: EventTransformer = () => (event) =>
    event.type === "TEXT_MESSAGE_CONTENT" && event.delta.includes("secret")
      ? { type: "RUN_ERROR", message: "This cannot be said.", code: "GUARD" }
      : event;
  const spoken = vi.fn();
  const run: Run = async (ctx) => {
    signal = ctx.signal;
    ctx.say("the secret");
    ctx.say("and more");
    spoken();
  };
  const events = await eventsOf(run, [guard]);
  expect(typesOf(events)).toEqual(["RUN_STARTED", "TEXT_MESSAGE_START", "RUN_ERROR"]);
  expect(signal?.aborted).toBe(true);
  expect(spoken).not.toHaveBeenCalled();
});

test("a transformer may change in place what it is given: that is the event's way out and nothing else", async () => {
  const events = await eventsOf(
    async (ctx) => {
      const message = ctx.message();
      message.delta("a");
      message.end();
    },
    [
      () => (event) => {
        if ("messageId" in event) event.messageId = "other";
        return event;
      },
    ],
  );
  expect(typesOf(events)).toEqual([
    "RUN_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "RUN_FINISHED",
  ]);
});

test("a transformer that spoils begin and end in place leaves a run that begins and has failed", async () => {
  const spoil: EventTransformer = () => (event) => Object.assign(event, { type: "CUSTOM" });
  const events = await eventsOf(async () => {}, [spoil]);
  expect(typesOf(events)).toEqual(["RUN_STARTED", "RUN_ERROR"]);
});
