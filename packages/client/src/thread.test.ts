import { describe, expect, it, vi } from "vitest";
import {
  client,
  finished,
  gate,
  type Script,
  say,
  scripted,
  started,
  succeeds,
} from "../../../test/support/scripted.ts";
import type { RunAgentInput } from "./protocol/run-input.ts";

describe("a run", () => {
  it("sends the history, arrays and the state, and nothing null", async () => {
    const { transport, inputs } = scripted(succeeds, succeeds);
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
    const { transport } = scripted(succeeds);
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
    ["nothing at all", () => [], "unstarted", "without a terminal event"],
    ["a break before any event", throws, "unstarted", "connection to the agent failed: boom"],
    [
      "a cut",
      (input) => [started(input), ...say("m", "Trans").slice(0, 2)],
      "truncated",
      "without a terminal event",
    ],
    ["a break after the first event", (input) => throws(input, [started(input)]), "truncated", "boom"],
    [
      "the agent's own failure",
      (input) => [started(input), { type: "RUN_ERROR", message: "No." }],
      "failed",
      "No.",
    ],
    ["a failure before the run", () => [{ type: "RUN_ERROR", message: "No." }], "failed", "No."],
    [
      "a stop by the agent",
      (input) => [started(input), finished(input, { type: "cancelled" })],
      "cancelled",
      undefined,
    ],
    [
      "content without a start",
      (input) => [started(input), { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "x" }],
      "rejected",
      'Event 1, TEXT_MESSAGE_CONTENT, breaks the rule not-open: "m".',
    ],
    [
      "no interrupt to answer",
      (input) => [started(input), finished(input, { type: "interrupt", interrupts: [] })],
      "rejected",
      "empty-interrupts",
    ],
    ["another thread", (input) => [started({ ...input, threadId: "t2" })], "rejected", "threadId"],
    [
      "an event after the end",
      (input) => [started(input), finished(input), { type: "STEP_STARTED", stepName: "s" }],
      "rejected",
      "Event 2, STEP_STARTED, breaks the rule event-after-end: it came after",
    ],
    [
      "a failure after the end",
      (input) => [started(input), finished(input), { type: "RUN_ERROR", message: "Late." }],
      "failed",
      "Late.",
    ],
  ])("that gets %s ends as it is", async (_name, script, status, error) => {
    const { transport } = scripted(script);
    const thread = client(transport).thread("t1");
    const end = await thread.send("Go");
    expect(end.status).toBe(status);
    expect(thread.get().status).toBe(status);
    if (error === undefined) expect(end.error).toBeUndefined();
    else expect(end.error?.message).toContain(error);
    expect(thread.get().messages.every((message) => message.phase !== "streaming")).toBe(true);
  });

  it("keeps and marks what was cut off", async () => {
    const { transport } = scripted((input) => [
      started(input),
      ...say("m", "Transferring $50,0").slice(0, 2),
    ]);
    const thread = client(transport).thread("t1");
    await thread.send("Go");
    expect(thread.message("m").get()).toMatchObject({ content: "Transferring $50,0", phase: "incomplete" });
  });

  it("refuses a second one while one is out, and stops at once", async () => {
    const { opened, open } = gate();
    const { transport, inputs } = scripted(async function* (input) {
      yield started(input);
      open();
      await new Promise(() => {});
    }, succeeds);
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
    const { opened, open } = gate();
    const late = gate();
    const { transport } = scripted(async function* (input) {
      yield started(input);
      open();
      await late.opened;
      yield* say("mA", "late");
      yield { type: "RUN_ERROR", message: "aborted" };
    }, succeeds);
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
    const { transport } = scripted(async function* (input) {
      yield* succeeds(input, new AbortController().signal);
      await new Promise(() => {});
    }, succeeds);
    const thread = client(transport).thread("t1");
    void thread.send("A");
    await vi.waitFor(() => expect(thread.get().status).toBe("success"));
    expect((await thread.send("B")).status).toBe("success");
  });

  it("applies state by snapshot and patch, and keeps it where a patch does not fit", async () => {
    const { transport, inputs } = scripted(
      (input) => [
        started(input),
        { type: "STATE_SNAPSHOT", snapshot: { plan: { status: "open" } } },
        { type: "STATE_DELTA", delta: [{ op: "replace", path: "/plan/status", value: "closed" }] },
        { type: "STATE_DELTA", delta: [{ op: "replace", path: "/absent/deeper", value: 1 }] },
        finished(input),
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
    const { transport } = scripted((input) => [
      started(input),
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search", parentMessageId: "m1" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"q":' },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '"ag-ui"}' },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "3 hits" },
      finished(input),
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

function throws(_input: RunAgentInput, first: Iterable<unknown> | AbortSignal): AsyncIterable<unknown> {
  return (async function* () {
    if (Symbol.iterator in first) yield* first;
    throw new Error("boom");
  })();
}
