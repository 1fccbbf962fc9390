import {
  breakOff,
  callTool,
  cancel,
  createGate,
  emit,
  fail,
  finish,
  patchState,
  pause,
  raw,
  rawRun,
  type Script,
  say,
  scriptedAgent,
  setState,
  until,
} from "@holdpoint/client/testing";
import { describe, expect, it, vi } from "vitest";
import { client, finished, message, started, succeeds } from "../../../test/support/scripted.ts";
import type { Thread } from "./run/thread-types.ts";

describe("a run", () => {
  it("tells of its status once for each, whatever else is shown", async () => {
    const fails: Script = [say("Half."), fail("No.")];
    const thread = client(scriptedAgent(succeeds, fails, fails).transport).thread("t1");
    const told: string[] = [];
    thread.status.subscribe(() => told.push(thread.status.get()));
    await thread.send("A");
    await thread.send("B");
    await thread.send("C");
    expect(told).toEqual(["running", "success", "running", "failed", "running", "failed"]);
  });

  it("sends the history, arrays and the state, and nothing null", async () => {
    const { transport, inputs } = scriptedAgent(succeeds, succeeds);
    const thread = client(transport).thread("t1");
    expect((await thread.send("Hello")).status).toBe("success");
    await thread.send("Again");
    expect(inputs[1]).toEqual({
      threadId: "t1",
      runId: expect.not.stringMatching(String(inputs[0]?.runId)),
      protocolVersion: "1.1",
      messages: [
        { id: expect.any(String), role: "user", content: "Hello" },
        { id: `m-${inputs[0]?.runId}`, role: "assistant", content: "Done." },
        { id: expect.any(String), role: "user", content: "Again" },
      ],
      tools: [],
      context: [],
      state: {},
      forwardedProps: {},
    });
  });

  it("shows the last text together with the end, whatever the schedule", async () => {
    const { transport } = scriptedAgent(succeeds);
    const thread = client(transport, { environment: { schedule: () => () => {} } }).thread("t1");
    const seen: string[] = [];
    thread.subscribe(() => {
      const { status, messages } = thread.get();
      seen.push(`${status}:${messages.map((message) => message.content).join("|")}`);
    });
    await thread.send("Hello");
    expect(seen).toEqual(["running:Hello", "success:Hello|Done."]);
  });

  it.each<[string, Script, string, string | undefined]>([
    ["nothing at all", rawRun([]), "unstarted", "without a terminal event"],
    ["a break before any event", rawRun(throws), "unstarted", "connection to the agent failed: boom"],
    ["a cut", [say("Trans", { pieces: 2 }), breakOff()], "truncated", "without a terminal event"],
    ["a break after the first event", [say("Trans"), breakOff("boom")], "truncated", "boom"],
    ["the agent's own failure", [fail("No.")], "failed", "No."],
    ["a failure before the run", rawRun([{ type: "RUN_ERROR", message: "No." }]), "failed", "No."],
    ["a stop by the agent", [cancel()], "cancelled", undefined],
    [
      "content without a start",
      [raw({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "x" })],
      "rejected",
      'Event 1, TEXT_MESSAGE_CONTENT, breaks the rule not-open: "m".',
    ],
    [
      "no interrupt to answer",
      rawRun((input) => [started(input), finished(input, { type: "interrupt", interrupts: [] })]),
      "rejected",
      "empty-interrupts",
    ],
    ["another thread", rawRun((input) => [started({ ...input, threadId: "t2" })]), "rejected", "threadId"],
    [
      "an event after the end",
      [finish(), raw({ type: "STEP_STARTED", stepName: "s" })],
      "rejected",
      "Event 2, STEP_STARTED, breaks the rule event-after-end: it came after",
    ],
    ["a failure after the end", [finish(), fail("Late.")], "failed", "Late."],
  ])("that gets %s ends as it is", async (_name, script, status, error) => {
    const { transport } = scriptedAgent(script);
    const thread = client(transport).thread("t1");
    const end = await thread.send("Go");
    expect(end.status).toBe(status);
    expect(thread.get().status).toBe(status);
    if (error === undefined) expect(end.error).toBeUndefined();
    else expect(end.error?.message).toContain(error);
    expect(thread.get().messages.every((message) => message.phase !== "streaming")).toBe(true);
  });

  it("keeps and marks what was cut off", async () => {
    const { transport } = scriptedAgent([
      emit(
        { type: "TEXT_MESSAGE_START", messageId: "m" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "Transferring $50,0" },
      ),
      breakOff(),
    ]);
    const thread = client(transport).thread("t1");
    await thread.send("Go");
    expect(thread.message("m").get()).toMatchObject({ content: "Transferring $50,0", phase: "incomplete" });
  });

  it("refuses a second one while one is out, and stops at once", async () => {
    const { opened, open } = createGate();
    const { transport, inputs } = scriptedAgent(
      rawRun(async function* (input) {
        yield started(input);
        open();
        await new Promise(() => {});
      }),
      succeeds,
    );
    const thread = client(transport).thread("t1");
    const first = thread.send("A");
    await opened;
    await expect(thread.send("B")).rejects.toMatchObject({ code: "busy" });
    thread.stop();
    expect(thread.get().status).toBe("stopped");
    // The stopped stream may hang for as long as it likes.
    expect((await thread.send("B")).status).toBe("success");
    expect(inputs).toHaveLength(2);
    void first;
  });

  it("hears nothing more of a stream that was stopped", async () => {
    const { opened, open } = createGate();
    const late = createGate();
    const { transport } = scriptedAgent(
      rawRun(async function* (input) {
        yield started(input);
        open();
        await late.opened;
        yield* message("mA", "late");
        yield { type: "RUN_ERROR", message: "aborted" };
      }),
      succeeds,
    );
    const thread = client(transport).thread("t1");
    const first = thread.send("A");
    await opened;
    thread.stop();
    await thread.send("B");
    late.open();
    expect((await first).status).toBe("stopped");
    expect(thread.get().status).toBe("success");
    expect(thread.message("mA").get()).toBeUndefined();
  });

  it("resolves when the stream closes, shows its end before, and gives way to a new run", async () => {
    const { transport } = scriptedAgent([finish(), until(createGate())], succeeds);
    const thread = client(transport).thread("t1");
    void thread.send("A");
    await vi.waitFor(() => expect(thread.get().status).toBe("success"));
    expect((await thread.send("B")).status).toBe("success");
  });

  it("applies state by snapshot and patch, and keeps it where a patch does not fit", async () => {
    const { transport, inputs } = scriptedAgent(
      [
        setState({ plan: { status: "open" } }),
        patchState({ op: "replace", path: "/plan/status", value: "closed" }),
        patchState({ op: "replace", path: "/absent/deeper", value: 1 }),
      ],
      succeeds,
    );
    const agent = client(transport);
    const thread = agent.thread<{ plan: { status: string } }>("t1", { state: { plan: { status: "none" } } });
    await thread.run();
    expect(thread.state.get()).toEqual({ plan: { status: "closed" } });
    expect(agent.warnings.map((warning) => warning.code)).toEqual(["state-patch-failed"]);
    thread.setState((state) => ({ plan: { status: `${state.plan.status}!` } }));
    await thread.run();
    expect(inputs[1]?.state).toEqual({ plan: { status: "closed!" } });
  });

  it("assembles tool calls with their results", async () => {
    const { transport } = scriptedAgent([
      callTool("search", { q: "ag-ui" }, { id: "c1", parentMessageId: "m1", pieces: 2, result: "3 hits" }),
    ]);
    const thread = client(transport).thread("t1");
    const call = thread.toolCall("c1");
    const end = await thread.send("Go");
    expect(call.get()).toMatchObject({
      name: "search",
      input: { q: "ag-ui" },
      status: "complete",
      messageId: "m1",
      result: "3 hits",
    });
    expect(end.pendingToolCallIds).toEqual([]);
    expect(thread.messageIds.get()).toHaveLength(3);

    thread.setMessages(thread.get().messages.filter(({ role }) => role !== "tool"));
    expect(call.get()).toMatchObject({ name: "search" });
    expect(call.get()).not.toHaveProperty("result");
  });
});

describe("what a thread was made with", () => {
  const channels = (thread: Thread) => [
    thread,
    thread.status,
    thread.state,
    thread.messageIds,
    thread.message("a"),
    thread.message("b"),
    thread.toolCall("c1"),
    thread.approvals,
    thread.decisions,
    thread.usage,
    thread.subagents,
  ];
  const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } } as const;

  it("stays to be read, each part by itself, whatever has come since; the same each time", async () => {
    const { transport } = scriptedAgent([pause({ id: "q", reason: "confirmation" })], [finish()]);
    const thread: Thread = client(transport).thread("t1", {
      messages: [{ id: "a", role: "assistant", content: "Hi", toolCalls: [call] }],
      state: { n: 1 },
    });
    const before = channels(thread).map((each) => each.get());
    expect(thread.message("a").initial?.()).toMatchObject({ content: "Hi" });
    await thread.run();
    thread.approvals.answer("q", true);
    await thread.approvals.submit();
    thread.setState({ n: 2 });
    thread.setMessages([{ id: "b", role: "user", content: "New" }]);
    expect(channels(thread).map((each) => each.initial?.())).toEqual(before);
    expect(thread.initial?.()).toBe(before[0]);
    expect(channels(thread).slice(0, 4)).not.toEqual(before.slice(0, 4));
  });

  it("is a record where it was given one", async () => {
    const { transport } = scriptedAgent([pause({ id: "q", reason: "confirmation" })]);
    const source: Thread = client(transport).thread("t1");
    await source.send("Go");
    const thread: Thread = client(scriptedAgent([finish()]).transport).thread("t1");
    thread.hydrate(source.export());
    const given = thread.get();
    expect(given.approvals.items).toHaveLength(1);
    thread.approvals.answer("q", true);
    await thread.approvals.submit();
    expect(thread.initial?.()).toBe(given);
    expect(thread.approvals.initial?.()).toBe(given.approvals);
    expect(thread.status.initial?.()).toBe("interrupted");
  });
});

function throws(): never {
  throw new Error("boom");
}
