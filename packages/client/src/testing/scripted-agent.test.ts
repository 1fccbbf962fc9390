import { describe, expect, it } from "vitest";
import type { RunEnd } from "../run/types.ts";
import {
  activity,
  breakOff,
  callTool,
  cancel,
  createGate,
  createTestClient,
  custom,
  emit,
  fail,
  finish,
  patchActivity,
  patchState,
  pause,
  raw,
  rawRun,
  reason,
  refuse,
  repeat,
  type Script,
  say,
  scriptedAgent,
  setState,
  step,
  subagent,
  until,
  usage,
} from "./index.ts";

/** A thread that has run these scripts as far as they go by themselves. */
async function played(...scripts: Script[]) {
  const agent = scriptedAgent(...scripts);
  const client = createTestClient(agent);
  const thread = client.thread("t1");
  const types: string[] = [];
  thread.onEvent(({ type }) => types.push(type));
  const end = await thread.send("Go");
  return { agent, client, thread, types, end };
}

describe("a scripted run", () => {
  it("says, thinks, calls, publishes and reports, and ends as a success", async () => {
    const { thread, end, client } = await played([
      reason("Let me look."),
      say("Looking…", { id: "m1" }),
      callTool("search", { q: "x" }, { id: "c1", parentMessageId: "m1", result: { hits: 3 } }),
      setState({ plan: ["a"] }),
      patchState({ op: "add", path: "/plan/-", value: "b" }),
      setState((state) => ({ ...Object(state), done: true })),
      activity("chart", { bars: [1] }, { id: "chart" }),
      patchActivity("chart", "chart", { op: "add", path: "/bars/-", value: 2 }),
      custom("seen", { by: "me" }),
      usage({ model: "m", inputTokens: 5 }, { model: "m", outputTokens: 7 }),
      say("Found."),
      finish({ ok: true }),
    ]);
    expect(end).toMatchObject({ status: "success", result: { ok: true } });
    expect(end.usage).toHaveLength(2);
    expect(thread.get().messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "Go"],
      ["reasoning", "Let me look."],
      ["assistant", "Looking…"],
      ["tool", '{"hits":3}'],
      ["activity", { bars: [1, 2] }],
      ["assistant", "Found."],
    ]);
    expect(thread.toolCall("c1").get()).toMatchObject({ input: { q: "x" }, result: '{"hits":3}' });
    expect(thread.state.get()).toEqual({ plan: ["a", "b"], done: true });
    expect(client.warnings).toEqual([]);
  });

  it("does what the input asks for, so that a resumed run goes on as it was answered", async () => {
    const { agent, thread } = await played(
      [callTool("deploy", {}, { id: "c1" }), pause({ id: "ok", reason: "tool_call", toolCallId: "c1" })],
      ({ resumeFor, lastUserText, isResume }) => [
        say(`${lastUserText}, ${isResume}: ${JSON.stringify(resumeFor("ok")?.payload)}`),
      ],
    );
    expect(thread.get()).toMatchObject({ status: "interrupted" });
    thread.approvals.answer("ok", { approved: true });
    expect((await thread.approvals.submit()).status).toBe("success");
    expect(thread.get().messages.at(-1)?.content).toBe('Go, true: {"approved":true}');
    expect(agent.inputs.map(({ resume }) => resume?.length)).toEqual([undefined, 1]);
    expect(agent.remaining()).toBe(0);
  });

  it("may be a generator, which sees the state so far and takes its time", async () => {
    const gate = createGate();
    const agent = scriptedAgent(async function* (run) {
      yield setState({ n: 1 });
      yield patchState({ op: "replace", path: "/n", value: 2 });
      await gate.opened;
      yield say(JSON.stringify(run.state));
    });
    const thread = createTestClient(agent).thread("t1");
    const ending = thread.run();
    await expect.poll(() => thread.state.get()).toEqual({ n: 2 });
    gate.open();
    await ending;
    expect(thread.get().messages.at(-1)?.content).toBe('{"n":2}');
  });

  it("waits for a gate, a promise or a condition, in the middle of what it does", async () => {
    const gate = createGate();
    let isReady = false;
    const { transport } = scriptedAgent([
      say("1"),
      until(gate),
      say("2"),
      until(Promise.resolve()),
      until(() => isReady),
      say("3"),
    ]);
    const thread = createTestClient(transport).thread("t1");
    const ending = thread.run();
    const texts = () => thread.get().messages.map(({ content }) => content);
    await expect.poll(texts).toEqual(["1"]);
    expect(gate.isOpen).toBe(false);
    gate.open();
    await expect.poll(texts).toEqual(["1", "2"]);
    isReady = true;
    expect((await ending).status).toBe("success");
    expect(texts()).toEqual(["1", "2", "3"]);
  });

  it("does not wait any longer once it is stopped, and plays nothing more", async () => {
    let reached = false;
    const { transport } = scriptedAgent(function* () {
      yield until(createGate());
      reached = true;
      yield say("late");
    });
    const controller = new AbortController();
    const input = { threadId: "t", runId: "r", messages: [], tools: [], context: [] };
    const session = { get: () => undefined, set() {} };
    const batches = transport(input, { signal: controller.signal, session, fetch })[Symbol.asyncIterator]();
    expect((await batches.next()).value).toHaveLength(1);
    const next = batches.next();
    controller.abort();
    expect(await next).toMatchObject({ done: true });
    expect(reached).toBe(false);
  });

  it("speaks in pieces, each a batch of its own, with whole characters", async () => {
    const { transport } = scriptedAgent([
      say("a👩‍🚀bc", { id: "m", pieces: 3 }),
      say("", { id: "empty" }),
      callTool("t", { a: 1 }, { pieces: 2 }),
    ]);
    const client = createTestClient(transport, { frames: "manual" });
    const thread = client.thread("t1");
    const seen: unknown[] = [];
    const unseen = thread.onEvent((event) => {
      if ("delta" in event) seen.push(event.delta);
    });
    await thread.run();
    unseen();
    const texts = seen.slice(0, 3);
    expect(texts.join("")).toBe("a👩‍🚀bc");
    expect(texts).toHaveLength(3);
    // Half of a character is none that UTF-8 has.
    expect(texts.map((text) => new TextDecoder().decode(new TextEncoder().encode(String(text))))).toEqual(
      texts,
    );
    expect(seen.slice(3).join("")).toBe('{"a":1}');
    expect(seen).toHaveLength(5);
  });

  it("attributes what a subagent does, which may fail or finish without the run doing so", async () => {
    const { thread, end, client } = await played([
      subagent(
        "researcher",
        [
          step("read", [say("Reading.", { id: "m1" })]),
          subagent("helper", [fail("No luck.", "E1")], { id: "s2" }),
          setState({ read: true }),
          finish({ pages: 2 }),
        ],
        { id: "s1", description: "Reads." },
      ),
      say("Read.", { id: "m2" }),
    ]);
    expect(end.status).toBe("success");
    expect(thread.subagents.get()).toMatchObject([
      { id: "s1", name: "researcher", description: "Reads.", status: "finished", result: { pages: 2 } },
      { id: "s2", status: "failed", error: { message: "No luck.", code: "E1" }, parentSubagentRunId: "s1" },
    ]);
    expect(thread.message("m1").get()).toMatchObject({ subagentRunId: "s1" });
    expect(thread.message("m2").get()).not.toHaveProperty("subagentRunId");
    expect(thread.state.get()).toEqual({ read: true });
    expect(client.warnings).toEqual([]);
  });

  it("is suspended by what a subagent asks, which is its own question", async () => {
    const inner = subagent("inner", [pause({ id: "q", reason: "x" })], { id: "s2" });
    const { thread, end, types } = await played([
      step("work", [subagent("outer", [inner], { id: "s1" })]),
      say("never"),
    ]);
    expect(end).toMatchObject({ status: "interrupted", interrupts: [{ id: "q", subagentRunId: "s2" }] });
    expect(thread.subagents.get()).toMatchObject([
      { id: "s1", status: "suspended", interruptIds: [] },
      { id: "s2", status: "suspended", interruptIds: ["q"] },
    ]);
    expect(types.slice(-2)).toEqual(["STEP_FINISHED", "RUN_FINISHED"]);
  });

  it.each<[string, Script, Partial<RunEnd>]>([
    ["finish", [finish()], { status: "success" }],
    ["finish with null", [finish(null)], { status: "success" }],
    ["pause", [pause({ id: "a", reason: "x" })], { status: "interrupted" }],
    ["cancel", [cancel()], { status: "cancelled" }],
    ["cancel in a subagent", [subagent("s", [step("x", [cancel()])])], { status: "cancelled" }],
    ["fail", [say("x"), fail("No.", "E1")], { status: "failed" }],
    ["fail in a step", [step("x", [fail("No.")])], { status: "failed" }],
    ["a late fail", [finish(), fail("Late.")], { status: "failed" }],
    ["breakOff", [breakOff()], { status: "truncated" }],
    ["breakOff with a reason", [say("x"), breakOff("reset")], { status: "truncated" }],
    ["breakOff in a subagent", [subagent("s", [breakOff()]), say("never")], { status: "truncated" }],
    ["refuse", refuse({ status: 503, retryAfter: 10 }), { status: "unstarted" }],
    ["a raw object", [raw({ type: "TEXT_MESSAGE_END", messageId: "none" })], { status: "rejected" }],
    ["a raw run of nothing", rawRun([]), { status: "unstarted" }],
  ])("can end by %s", async (_name, script, end) => {
    const { end: seen, types } = await played(script);
    expect(seen).toMatchObject(end);
    expect(types).not.toContain("TOOL_CALL_START");
  });

  it("keeps what an end says", async () => {
    expect((await played([fail("No.", "E1")])).end.error).toMatchObject({ message: "No.", code: "E1" });
    expect((await played(refuse({ status: 503, retryAfter: 10 }))).end.error).toMatchObject({
      status: 503,
      retryAfter: 10,
    });
    expect((await played([breakOff("reset")])).end.error?.message).toBe("reset");
  });

  it("leaves calls without a result to the app", async () => {
    expect((await played([callTool("mail", {}, { id: "c1" })])).end.pendingToolCallIds).toEqual(["c1"]);
  });

  it("closes what it emitted by hand, and sends an old agent's stream as it is", async () => {
    const { types } = await played([emit({ type: "TEXT_MESSAGE_START", messageId: "m" })]);
    expect(types).toEqual(["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_END", "RUN_FINISHED"]);
    const { client, end } = await played(
      rawRun(({ threadId, runId }) => [
        { type: "RUN_STARTED", threadId, run_id: runId },
        { type: "RUN_FINISHED", threadId, runId },
      ]),
    );
    expect(end.status).toBe("success");
    expect(client.warnings).toMatchObject([{ code: "snake-case" }]);
  });
});

describe("a script that is wrong", () => {
  it("says so, and where", async () => {
    const text = emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "x" });
    expect((await played([say("x"), text])).end).toMatchObject({
      status: "rejected",
      error: {
        message: 'The script is wrong: event 4, TEXT_MESSAGE_CONTENT, breaks the rule not-open: "m".',
      },
    });
    expect((await played([finish(), say("late")])).end.error?.message).toMatch(
      /script is wrong.+event-after-end/,
    );
    expect((await played([usage({ inputTokens: -1 })])).end.error?.message).toMatch(/usage\[0\].inputTokens/);
    const part = step("part", [finish(), say("never")]);
    expect((await played([part])).end.error?.message).toMatch(/"say" comes after what ends its part/);
    expect(() => pause()).toThrow(/at least one/);
    expect(() => pause({ id: "a", reason: "x" }, { id: "a", reason: "y" })).toThrow(/more than once: a/);
  });

  it("is one that nobody wrote: a request beyond the scripts is refused", async () => {
    const { thread } = await played([finish()]);
    expect((await thread.send("Again")).error?.message).toBe("Request 2 has no script: 1 were given.");
  });

  it("repeats too early", async () => {
    expect(() => scriptedAgent(repeat([finish()]), [finish()])).toThrow(/last/);
    const agent = scriptedAgent(
      [say("first")],
      repeat(({ runId }) => [say(runId)]),
    );
    const thread = createTestClient(agent).thread("t1");
    for (let run = 0; run < 4; run++) expect((await thread.run()).status).toBe("success");
    expect(thread.get().messages.map(({ content }) => content)).toEqual(["first", "run-2", "run-3", "run-4"]);
  });
});

describe("a held agent", () => {
  it("stops before every moment, and goes on one at a time", async () => {
    const agent = scriptedAgent([say("abc", { pieces: 3 }), callTool("t", {}, { result: 1 })]);
    const thread = createTestClient(agent).thread("t1");
    agent.hold();
    const ending = thread.run();
    expect(await agent.whenHeld()).toEqual({ run: 1, step: "start" });
    expect(thread.get().status).toBe("running");
    const text = () => thread.get().messages.at(-1)?.content;
    const steps: [string, unknown][] = [];
    for (let moment = 0; moment < 7; moment++) {
      const { step: name } = await agent.whenHeld();
      await agent.advance();
      steps.push([name, text()]);
    }
    expect(steps).toEqual([
      ["start", undefined],
      ["say", "a"],
      ["say", "ab"],
      ["say", "abc"],
      ["say", "abc"],
      ["callTool", undefined],
      ["callTool", "1"],
    ]);
    expect(await agent.whenHeld()).toEqual({ run: 1, step: "finish" });
    expect(thread.get().status).toBe("running");
    await agent.advance();
    expect((await ending).status).toBe("success");
  });

  it("goes on by itself once it is released, and can be stopped while it stands", async () => {
    const agent = scriptedAgent([say("1")], [say("2")]);
    const thread = createTestClient(agent).thread("t1");
    agent.hold();
    const ending = thread.run();
    await agent.whenHeld();
    thread.stop();
    expect((await ending).status).toBe("stopped");
    const second = thread.run();
    expect((await agent.whenHeld()).run).toBe(2);
    await agent.advance(2);
    expect(thread.get().messages.at(-1)?.content).toBe("2");
    agent.release();
    expect((await second).status).toBe("success");
    await expect(agent.advance()).rejects.toThrow(/hold\(\) first/);
  });
});
