import { expect, test } from "vitest";
import type { AgentEvent } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { createRunInput } from "./create-run-input.ts";
import type { AgentFunction } from "./define-agent.ts";
import { resolved } from "./outcome.ts";
import { runAgent } from "./run-agent.ts";
import type { RunContext } from "./run-context.ts";
import { createTestContext } from "./test-context.ts";

/** The events between the brackets. */
async function eventsOf<State>(
  run: AgentFunction<State>,
  partial: Partial<RunAgentInput> = {},
): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  const input = createRunInput({ threadId: "t", runId: "r", ...partial });
  for await (const event of runAgent({ run }, input)) all.push(event);
  expect(all.at(-1)).toMatchObject({ type: "RUN_FINISHED" });
  return all.slice(1, -1);
}

test("say sends a whole message under a predictable id", async () => {
  const events = await eventsOf(async (ctx) => {
    expect(ctx.say("hello")).toBe("r-msg-1");
    expect(ctx.say("")).toBe("r-msg-2");
  });
  expect(events).toEqual([
    { type: "TEXT_MESSAGE_START", messageId: "r-msg-1", role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "r-msg-1", delta: "hello" },
    { type: "TEXT_MESSAGE_END", messageId: "r-msg-1" },
    { type: "TEXT_MESSAGE_START", messageId: "r-msg-2", role: "assistant" },
    { type: "TEXT_MESSAGE_END", messageId: "r-msg-2" },
  ]);
});

test("ids count past those that the thread has, for clients that use a run's id twice or give none", () => {
  const { context } = createTestContext({
    runId: "",
    messages: [
      { id: "run-msg-1", role: "user", content: "hi" },
      {
        id: "run-msg-3",
        role: "assistant",
        toolCalls: [{ id: "run-call-1", type: "function", function: { name: "search", arguments: "{}" } }],
      },
    ],
  });
  expect([context.newMessageId(), context.newMessageId()]).toEqual(["run-msg-2", "run-msg-4"]);
  expect(context.toolCall("search").id).toBe("run-call-2");
});

test("what an earlier run left is unanswered until this run answers it", () => {
  const call = (id: string) => ({ id, type: "function" as const, function: { name: "a", arguments: "{}" } });
  const { context } = createTestContext({
    messages: [{ id: "m", role: "assistant", toolCalls: [call("one"), call("two")] }],
  });
  const [one] = context.unansweredCalls;
  one?.result("done");
  expect(one?.isAnswered).toBe(true);
  expect(context.unansweredCalls.map(({ id }) => id)).toEqual(["two"]);
});

test("two messages may be written at once, and each ends once", async () => {
  const events = await eventsOf(async (ctx) => {
    const [one, two] = [ctx.message(), ctx.message("system")];
    two.delta("b");
    one.delta("a");
    one.end();
    one.end();
    expect(() => one.delta("more")).toThrow('the message "r-msg-1" was ended before');
  });
  expect(events).toEqual([
    { type: "TEXT_MESSAGE_START", messageId: "r-msg-1", role: "assistant" },
    { type: "TEXT_MESSAGE_START", messageId: "r-msg-2", role: "system" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "r-msg-2", delta: "b" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "r-msg-1", delta: "a" },
    { type: "TEXT_MESSAGE_END", messageId: "r-msg-1" },
    { type: "TEXT_MESSAGE_END", messageId: "r-msg-2" },
  ]);
});

test("a tool call with a result ends, then answers; its result's id is taken when it opens", async () => {
  const events = await eventsOf(async (ctx) => {
    const call = ctx.toolCall("search", { parentMessageId: "m" });
    expect(ctx.say("looking")).toBe("r-msg-2");
    call.args('{"q":');
    call.args('"x"}');
    expect(call.result({ hits: 3 })).toBe("r-msg-1");
    expect(() => call.result("again")).toThrow("already has its result");
    expect(() => call.args("more")).toThrow('the call "r-call-1" was ended before');
  });
  expect(events.filter((event) => event.type.startsWith("TOOL"))).toEqual([
    { type: "TOOL_CALL_START", toolCallId: "r-call-1", toolCallName: "search", parentMessageId: "m" },
    { type: "TOOL_CALL_ARGS", toolCallId: "r-call-1", delta: '{"q":' },
    { type: "TOOL_CALL_ARGS", toolCallId: "r-call-1", delta: '"x"}' },
    { type: "TOOL_CALL_END", toolCallId: "r-call-1" },
    {
      type: "TOOL_CALL_RESULT",
      messageId: "r-msg-1",
      toolCallId: "r-call-1",
      content: '{"hits":3}',
      role: "tool",
    },
  ]);
});

test.each([
  ["text as it is", "done", "done"],
  ["content parts as they are", [{ type: "text", text: "a" }], [{ type: "text", text: "a" }]],
  ["a list of data as JSON", [{ type: "text" }], '[{"type":"text"}]'],
  ["an empty list as JSON", [], "[]"],
  ["nothing as the empty text", undefined, ""],
])("a result is sent: %s", async (_, value, content) => {
  const events = await eventsOf(async (ctx) => {
    ctx.toolCall("t", { id: "own" }).result(value);
  });
  expect(events.at(-1)).toMatchObject({ type: "TOOL_CALL_RESULT", toolCallId: "own", content });
});

test("a success names the calls that are left to the application", async () => {
  const run = async (ctx: RunContext<unknown>) => {
    ctx.toolCall("confirm").args({ amount: 3 });
    ctx.toolCall("search").result("found");
    ctx.toolCall("pick").end();
  };
  let last: AgentEvent | undefined;
  for await (const event of runAgent({ run }, createRunInput({ threadId: "t", runId: "r" }))) last = event;
  expect(last).toMatchObject({
    outcome: { type: "success", pendingToolCallIds: ["r-call-1", "r-call-3"] },
  });
});

test("state starts from the input, is published once for each change and shares nothing", async () => {
  const state = { count: 1, tags: ["a"] };
  const events = await eventsOf<typeof state>(
    async (ctx) => {
      ctx.state.tags.push("private");
      const next = { count: 2, tags: ["b"] };
      ctx.setState(next);
      next.tags.push("later");
      ctx.setState({ count: 2, tags: ["b"] });
      ctx.setState((previous) => ({ ...previous, count: previous.count + 1 }));
      ctx.setState((previous) => {
        previous.tags.push("in place");
        return previous;
      });
    },
    { state },
  );
  expect(events).toEqual([
    { type: "STATE_SNAPSHOT", snapshot: { count: 2, tags: ["b"] } },
    { type: "STATE_SNAPSHOT", snapshot: { count: 3, tags: ["b"] } },
    { type: "STATE_SNAPSHOT", snapshot: { count: 3, tags: ["b", "in place"] } },
  ]);
  expect(state).toEqual({ count: 1, tags: ["a"] });
});

test.each([[undefined], [null]])("a state of %s reads as the empty object", async (state) => {
  const input: RunAgentInput = { threadId: "t", runId: "r", messages: [], tools: [], context: [], state };
  const seen: unknown[] = [];
  const run = async (ctx: RunContext<unknown>) => {
    seen.push(ctx.state);
  };
  for await (const _ of runAgent({ run }, input));
  expect(seen).toEqual([{}]);
});

test("a state that is not JSON is refused where it is set", async () => {
  await eventsOf<unknown>(async (ctx) => {
    expect(() => ctx.setState(undefined)).toThrow(TypeError);
    expect(() => ctx.setState(1n)).toThrow(TypeError);
  });
});

test("the last user text joins the text parts of the last user message", async () => {
  const seen: unknown[] = [];
  const run = async (ctx: RunContext<unknown>) => {
    seen.push(ctx.lastUserText);
  };
  await eventsOf(run);
  await eventsOf(run, {
    messages: [
      { id: "1", role: "user", content: "first" },
      {
        id: "2",
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "image", source: { type: "url", value: "https://example.com/a.png" } },
          { type: "text", text: "b" },
        ],
      },
      { id: "3", role: "assistant", content: "no" },
    ],
  });
  expect(seen).toEqual([undefined, "ab"]);
});

test("a resume is a non-empty list, and the first entry with an id counts", async () => {
  const seen: unknown[] = [];
  const run = async (ctx: RunContext<unknown>) => {
    seen.push([ctx.isResume, ctx.resume.length, ctx.resumeFor("a")?.payload]);
  };
  await eventsOf(run);
  await eventsOf(run, { resume: [] });
  await eventsOf(run, { resume: [resolved("b", 0), resolved("a", 1), resolved("a", 2)] });
  expect(seen).toEqual([
    [false, 0, undefined],
    [false, 0, undefined],
    [true, 3, 1],
  ]);
});
