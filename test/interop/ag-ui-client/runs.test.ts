/** What the official client makes of all that our agents can say. */
import { HttpAgent } from "@ag-ui/client";
import { createAgentClient, httpTransport, type ThreadMessage } from "@holdpoint/client";
import { type AgentFunction, cancelled, defineAgent, success } from "@holdpoint/client/agent";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { serve } from "../../support/serve-agent.ts";
import { hearNoComplaints, type Official, openOfficial, ways } from "./support/official.ts";

const { errors } = hearNoComplaints();

type State = { count?: number; list?: string[]; "a/b~c"?: string | null };

describe.each(ways)("over $name", (way) => {
  const play = async (run: AgentFunction<State>): Promise<Official> => {
    const official = await openOfficial(defineAgent(run), way, {
      initialMessages: [{ id: "u", role: "user", content: "Go" }],
    });
    await official.agent.runAgent({ runId: "r" });
    return official;
  };
  const types = ({ heard }: Official): string[] => heard.map(({ type }) => type);
  const added = ({ agent }: Official): unknown[] => agent.messages.slice(1);

  test("text, whole and piece by piece, with what could break a frame in it", async () => {
    const hard = "é 漢 👩‍👩‍👧\r\n\ndata: {}\n\n\u2028\0";
    const official = await play(async (ctx) => {
      ctx.say(`You said ${ctx.lastUserText}.`);
      const message = ctx.message();
      for (const piece of [...hard]) message.delta(piece);
      message.end();
      ctx.message("developer").delta("left open");
    });
    expect(added(official)).toEqual([
      { id: "r-msg-1", role: "assistant", content: "You said Go." },
      { id: "r-msg-2", role: "assistant", content: hard },
      { id: "r-msg-3", role: "developer", content: "left open" },
    ]);
    expect(types(official).slice(-2)).toEqual(["TEXT_MESSAGE_END", "RUN_FINISHED"]);
  });

  test("what the run returns is its result, and the history of one run goes into the next", async () => {
    const counting = defineAgent(async (ctx) => success({ heard: ctx.messages.length, also: [null, 0, ""] }));
    const { agent } = await openOfficial(counting, way);
    agent.addMessage({ id: "u", role: "user", content: "Go" });
    expect((await agent.runAgent()).result).toEqual({ heard: 1, also: [null, 0, ""] });
    agent.addMessage({ id: "u2", role: "user", content: "Again" });
    expect((await agent.runAgent()).result).toMatchObject({ heard: 2 });
  });

  test("state as snapshots and deltas, and the next run starts from it", async () => {
    const official = await play(async (ctx) => {
      if (ctx.state.count !== undefined) return;
      ctx.setState({ count: 1, list: ["a", "b"] });
      ctx.setState((state) => ({ ...state, count: 2 }));
      ctx.emit({
        type: "STATE_DELTA",
        delta: [
          { op: "test", path: "/list/0", value: "a" },
          { op: "add", path: "/a~1b~0c", value: null },
          { op: "copy", from: "/list/0", path: "/list/-" },
          { op: "remove", path: "/list/0" },
        ],
      });
    });
    const state = { count: 2, list: ["b", "a"], "a/b~c": null };
    expect(official.agent.state).toEqual(state);
    await official.agent.runAgent();
    expect(official.sent[1]?.state).toEqual(state);
    expect(official.agent.state).toEqual(state);
  });

  test("tool calls: answered here, with parts, under a message, side by side, and left to the application", async () => {
    const image = {
      type: "image",
      source: { type: "url", value: "https://x.example/a.png", mimeType: "image/png" },
    };
    const official = await play(async (ctx) => {
      const parent = ctx.message();
      const look = ctx.toolCall("look", { parentMessageId: parent.id });
      const draw = ctx.toolCall("draw", { id: "own-id" });
      look.args('{"at":');
      draw.args({ n: 1 });
      look.args('"door"}');
      look.result({ seen: true });
      draw.result([image]);
      parent.end();
      ctx.toolCall("ask_page").args({ q: 1 });
    });
    const call = (id: string, name: string, text: string) => ({
      id,
      type: "function",
      function: { name, arguments: text },
    });
    expect(added(official)).toEqual([
      {
        id: "r-msg-1",
        role: "assistant",
        content: "",
        toolCalls: [call("r-call-1", "look", '{"at":"door"}')],
      },
      { id: expect.any(String), role: "tool", toolCallId: "r-call-1", content: '{"seen":true}' },
      { id: "own-id", role: "assistant", toolCalls: [call("own-id", "draw", '{"n":1}')] },
      { id: expect.any(String), role: "tool", toolCallId: "own-id", content: [image] },
      { id: "r-call-2", role: "assistant", toolCalls: [call("r-call-2", "ask_page", '{"q":1}')] },
    ]);
    expect(official.heard.at(-1)).toMatchObject({
      outcome: { type: "success", pendingToolCallIds: ["r-call-2"] },
    });
  });

  test("reasoning, its encrypted values and steps", async () => {
    const official = await play(async (ctx) => {
      ctx.emit({ type: "STEP_STARTED", stepName: "think" });
      ctx.emit({ type: "REASONING_START", messageId: "q" });
      ctx.emit({ type: "REASONING_MESSAGE_START", messageId: "q", role: "reasoning" });
      for (const delta of ["Hm", ", yes."])
        ctx.emit({ type: "REASONING_MESSAGE_CONTENT", messageId: "q", delta });
      ctx.emit({ type: "REASONING_MESSAGE_END", messageId: "q" });
      ctx.emit({
        type: "REASONING_ENCRYPTED_VALUE",
        subtype: "message",
        entityId: "q",
        encryptedValue: "zzz",
      });
      ctx.emit({ type: "REASONING_END", messageId: "q" });
      ctx.emit({ type: "STEP_FINISHED", stepName: "think" });
      ctx.say("Yes.");
    });
    expect(added(official)).toEqual([
      { id: "q", role: "reasoning", content: "Hm, yes.", encryptedValue: "zzz" },
      { id: "r-msg-1", role: "assistant", content: "Yes." },
    ]);
    expect(types(official)).toEqual(expect.arrayContaining(["STEP_STARTED", "STEP_FINISHED"]));
  });

  test("subagents: one that answers, one that fails, and what each says", async () => {
    const official = await play(async (ctx) => {
      for (const subagentRunId of ["s1", "s2"]) {
        ctx.emit({ type: "SUBAGENT_STARTED", subagentRunId, name: "helper", description: "Helps" });
        ctx.emit({
          type: "TEXT_MESSAGE_START",
          messageId: `of-${subagentRunId}`,
          role: "assistant",
          subagentRunId,
        });
        ctx.emit({
          type: "TEXT_MESSAGE_CONTENT",
          messageId: `of-${subagentRunId}`,
          delta: "x",
          subagentRunId,
        });
        ctx.emit({ type: "TEXT_MESSAGE_END", messageId: `of-${subagentRunId}`, subagentRunId });
      }
      ctx.emit({ type: "SUBAGENT_FINISHED", subagentRunId: "s1", result: { ok: true } });
      ctx.emit({ type: "SUBAGENT_ERROR", subagentRunId: "s2", message: "lost", code: "X" });
    });
    expect(added(official)).toEqual(
      ["s1", "s2"].map((id) => ({ id: `of-${id}`, role: "assistant", content: "x", subagentRunId: id })),
    );
    expect(types(official)).toEqual(expect.arrayContaining(["SUBAGENT_FINISHED", "SUBAGENT_ERROR"]));
  });

  test("an activity, amended in place; custom and raw events", async () => {
    const official = await play(async (ctx) => {
      const activity = { messageId: "p", activityType: "plan" };
      ctx.emit({ type: "ACTIVITY_SNAPSHOT", ...activity, content: { steps: ["a"], done: 0 } });
      ctx.emit({
        type: "ACTIVITY_DELTA",
        ...activity,
        patch: [
          { op: "replace", path: "/done", value: 1 },
          { op: "add", path: "/steps/-", value: "b" },
        ],
      });
      ctx.emit({ type: "CUSTOM", name: "mood", value: { good: [true, null] } });
      ctx.emit({ type: "RAW", event: { any: ["thing"] }, source: "llm" });
    });
    expect(added(official)).toEqual([
      { id: "p", role: "activity", activityType: "plan", content: { steps: ["a", "b"], done: 1 } },
    ]);
    expect(official.heard).toContainEqual({ type: "CUSTOM", name: "mood", value: { good: [true, null] } });
    expect(official.heard).toContainEqual({ type: "RAW", event: { any: ["thing"] }, source: "llm" });
  });

  test("the history restated, and events as chunks", async () => {
    const official = await play(async (ctx) => {
      ctx.emit({ type: "MESSAGES_SNAPSHOT", messages: [{ id: "u", role: "user", content: "Go, please" }] });
      ctx.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "m", role: "assistant", delta: "Go" });
      ctx.emit({ type: "TEXT_MESSAGE_CHUNK", delta: "ing." });
      ctx.emit({ type: "TOOL_CALL_CHUNK", toolCallId: "c", toolCallName: "look", delta: "{}" });
      ctx.emit({ type: "REASONING_MESSAGE_CHUNK", messageId: "q", delta: "Hm" });
    });
    expect(official.agent.messages).toMatchObject([
      { id: "u", content: "Go, please" },
      { id: "m", content: "Going." },
      { toolCalls: [{ id: "c", function: { arguments: "{}" } }] },
      { id: "q", role: "reasoning", content: "Hm" },
    ]);
  });

  test("a run that was cancelled on purpose is neither a success nor a failure", async () => {
    const { agent } = await openOfficial(
      defineAgent(async () => cancelled()),
      way,
    );
    const outcomes: string[] = [];
    await agent.runAgent(undefined, { onRunFinishedEvent: ({ outcome }) => void outcomes.push(outcome) });
    expect(outcomes).toEqual(["cancelled"]);
  });

  test("a failure in the middle of a message: what was said stays, and the next run works", async () => {
    let fails = true;
    const official = await play(async (ctx) => {
      ctx.message().delta("half");
      if (fails) throw new Error("no route");
    });
    expect(types(official).slice(-2)).toEqual(["TEXT_MESSAGE_END", "RUN_ERROR"]);
    expect(official.heard.at(-1)).toMatchObject({
      message: expect.stringContaining("no route"),
      code: "AGENT_ERROR",
    });
    expect(added(official)).toMatchObject([{ content: "half" }]);
    fails = false;
    await official.agent.runAgent({ runId: "r2" });
    expect(added(official)).toHaveLength(2);
  });

  test("an abort is heard by the agent, and the next run works", async () => {
    const signals: AbortSignal[] = [];
    const waiting = defineAgent(async (ctx) => {
      signals.push(ctx.signal);
      ctx.say("x");
      if (ctx.messages.length === 0) await new Promise(() => {});
    });
    const { agent, heard } = await openOfficial(waiting, way);
    await agent.runAgent({ runId: "r1" }, { onTextMessageEndEvent: () => agent.abortRun() });
    await vi.waitUntil(() => signals[0]?.aborted);
    expect(heard).not.toContainEqual(expect.objectContaining({ outcome: { type: "success" } }));
    expect(agent.messages).toMatchObject([{ content: "x" }]);
    await agent.runAgent({ runId: "r2" });
    expect(heard.at(-1)).toMatchObject({ type: "RUN_FINISHED", runId: "r2" });
    expect(signals[1]?.aborted).toBe(false);
  });

  test("our client holds the same messages and the same state after the same run", async () => {
    const agent = defineAgent<State>(async (ctx) => {
      ctx.setState({ count: 1 });
      ctx.say("Looking.");
      const call = ctx.toolCall("look");
      call.args({ at: "door" });
      call.result("seen");
      ctx.emit({ type: "ACTIVITY_SNAPSHOT", messageId: "p", activityType: "plan", content: { n: 1 } });
      ctx.say("Done.");
      ctx.setState({ count: 2 });
    });
    const { agent: official } = await openOfficial(agent, way);
    await official.runAgent({ runId: "r" });
    const client = createAgentClient({ transport: httpTransport({ url: await serve(agent) }) });
    onTestFinished(() => client.dispose());
    const thread = client.thread("t");
    expect(await thread.run({ runId: "r" })).toMatchObject({ status: "success" });
    expect(thread.get().messages.map(toWire)).toEqual(official.messages);
    expect(thread.state.get()).toEqual(official.state);
  });
});

test.each([
  ["a type that is no JSON", { "Content-Type": "text/plain" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
  ["an answer that cannot be given", { Accept: "text/html" }, 406, "NOT_ACCEPTABLE"],
])("a request is refused with a reason, and no agent is called: %s", async (_, wrong, status, code) => {
  const run = vi.fn(async () => {});
  const agent = new HttpAgent({
    url: await serve(defineAgent(run)),
    fetch: (url, init) => fetch(url, { ...init, headers: { ...Object(init.headers), ...wrong } }),
  });
  await expect(agent.runAgent()).rejects.toMatchObject({ status, payload: { code } });
  expect(run).not.toHaveBeenCalled();
  expect(errors).toHaveLength(1);
});

/** The message as the wire has it: what our thread knows beyond that is left out. */
function toWire({ phase: _phase, origin: _origin, runId: _runId, ...wire }: ThreadMessage): object {
  return wire;
}
