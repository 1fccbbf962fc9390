import { type AgentEvent, isRunError, type Thread } from "@holdpoint/client";
import { expect, test } from "vitest";
import { eventually } from "../../../browser/support/eventually.ts";
import { type RustClient, setRustStage } from "../support/rust-client.ts";
import { said } from "../support/said.ts";

const stage = setRustStage();
const hostile = 'data: {}\n\nevent: end\r\nid: 1\r: comment\u2028"\\ and 👩\u200d🚀, é, \ufffd';
const preface = "To whom it may concern. ".repeat(40);

async function talk(): Promise<{ client: RustClient; thread: Thread; events: readonly AgentEvent[] }> {
  const client = stage.open("talker");
  const thread = client.thread("talk");
  const events: AgentEvent[] = [];
  thread.onEvent((event) => events.push(event));
  expect((await thread.send("Talk")).status).toBe("success");
  return { client, thread, events };
}

test("text that looks like frames, and characters of several code points, arrive unchanged", async () => {
  const { client, thread } = await talk();
  expect(said(thread).filter((text) => text !== undefined && text !== "")).toEqual([
    hostile,
    "In chunks 👩\u200d🚀.",
    "Written down.",
  ]);
  expect(client.warnings).toEqual([]);
});

test("reasoning stays apart from what is said", async () => {
  const { thread } = await talk();
  const thoughts = thread.get().messages.filter(({ role }) => role === "reasoning");
  expect(thoughts).toMatchObject([{ content: "What would be hard to read?", phase: "complete" }]);
});

test("arguments that were cut inside of an escape are whole again, with their result", async () => {
  const { thread } = await talk();
  const calls = thread
    .get()
    .messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
  expect(calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)])).toEqual([
    ["write_note", { text: 'a"b é', at: { x: [1, 2] } }],
  ]);
  const results = thread.get().messages.filter(({ role }) => role === "tool");
  expect(results).toMatchObject([{ toolCallId: calls[0]?.id, content: "kept" }]);
});

test("a snapshot and the patches after it give the state that the agent has published", async () => {
  const { thread, events } = await talk();
  expect(events.flatMap(({ type }) => (type.startsWith("STATE_") ? [type] : []))).toEqual([
    "STATE_SNAPSHOT",
    "STATE_DELTA",
    "STATE_DELTA",
    "STATE_DELTA",
  ]);
  expect(thread.state.get()).toEqual({ preface, entries: { "a/b~c": 2, none: null } });
});

test("the next run starts from the conversation and the state that the last one left", async () => {
  const { client, thread, events } = await talk();
  const state = thread.state.get();
  expect((await thread.send("Talk")).status).toBe("success");
  const [, second] = client.requests;
  expect(second?.state).toEqual(state);
  // What arrived, as the agent tells it: the request, as far as it knows the words.
  const starts = events.filter((event) => event.type === "RUN_STARTED");
  const { protocolVersion: _, ...sent } = second ?? { protocolVersion: "" };
  expect(starts[1]?.input).toEqual(sent);
});

test("an agent that fails in the middle of a message ends the run as failed, and what it said is kept", async () => {
  const thread = stage.open("talker").thread("fail");
  const end = await thread.send("Fail");
  expect(end.status).toBe("failed");
  expect(isRunError(end.error) && end.error).toMatchObject({
    code: "AGENT_ERROR",
    message: expect.stringContaining("the rest is lost"),
  });
  expect(said(thread)).toEqual(["Half of a sen"]);
});

test("an agent that panics truncates its run instead of hanging it", async () => {
  const thread = stage.open("talker").thread("panic");
  const end = thread.send("Panic");
  await eventually(() => said(thread)).toEqual(["Here it comes."]);
  await fetch(`${stage.server.origin}/nudge`, { method: "POST" });
  expect((await end).status).toBe("truncated");
  expect(said(thread)).toEqual(["Here it comes."]);
  expect((await thread.send("Talk")).status).toBe("success");
});

test("a state that the agent cannot read fails the run, not the request", async () => {
  const thread = stage.open("talker").thread("misfit");
  thread.setState({ entries: "none" });
  const end = await thread.send("Talk");
  expect(end).toMatchObject({ status: "failed", error: { code: "SERIALIZATION" } });
});

test("concurrent threads each get their own events", async () => {
  const client = stage.open("talker");
  const threads = Array.from({ length: 20 }, (_, at) => client.thread(`c${at}`));
  const ends = await Promise.all(threads.map((thread) => thread.send("Talk")));
  expect(ends.map(({ status }) => status)).toEqual(threads.map(() => "success"));
  for (const [at, thread] of threads.entries()) {
    expect(said(thread)).toContain(hostile);
    const strays = thread
      .get()
      .messages.filter(({ runId }) => runId !== undefined && runId !== ends[at]?.runId);
    expect(strays).toEqual([]);
  }
});
