import { breakOff, fail, rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it, vi } from "vitest";
import { asks, client, finished, objectsOf, started, succeeds } from "../../../../test/support/scripted.ts";
import type { AgentClientOptions } from "../client.ts";

/** A thread that stands before two questions, both answered. */
async function answered(scripts: readonly Script[], options: Partial<AgentClientOptions> = {}) {
  const { transport, inputs } = scriptedAgent(
    asks({ id: "a", reason: "x" }, { id: "b", reason: "x" }),
    ...scripts,
  );
  const agent = client(transport, options);
  const thread = agent.thread("t1");
  await thread.send("Go");
  thread.approvals.answer("a", 1);
  thread.approvals.answer("b", false);
  return { agent, thread, inputs, sent: () => inputs.slice(1).map(({ resume }) => resume) };
}

const ENTRIES = [
  { interruptId: "a", status: "resolved", payload: 1 },
  { interruptId: "b", status: "resolved", payload: false },
];
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));

describe("a stream that replays the run that asked", () => {
  /** Plays the old run, then whatever comes. */
  const replays = (runId: () => string, rest: Script): Script =>
    rawRun(async function* (input, signal) {
      const old = { ...input, runId: runId() };
      yield started(old);
      yield finished(old, {
        type: "interrupt",
        interrupts: [
          { id: "a", reason: "x" },
          { id: "b", reason: "x" },
        ],
      });
      yield* objectsOf(rest, input, signal);
    });

  it.each<[string, Script, string]>([
    ["breaks off before the run", rawRun([]), "unknown"],
    ["breaks off in the run", [breakOff()], "unknown"],
    ["fails", [fail("no")], "failed"],
    [
      "breaks the protocol",
      rawRun((input) => [started(input), { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "x" }]),
      "unknown",
    ],
    ["ends well", succeeds, "accepted"],
  ])("and %s keeps the answers that are out", async (_name, rest, phase) => {
    let oldRun = "";
    const { thread, inputs, sent } = await answered([replays(() => oldRun, rest), succeeds]);
    oldRun = inputs[0]?.runId ?? "";
    await thread.approvals.submit();
    expect(thread.approvals.get().phase).toBe(phase);
    if (phase === "accepted") return;
    expect(thread.approvals.get().items).toMatchObject([
      { id: "a", status: "answered", payload: 1 },
      { id: "b", status: "answered", payload: false },
    ]);
    await thread.approvals.retry();
    expect(sent()).toEqual([ENTRIES, ENTRIES]);
    expect(thread.approvals.get().phase).toBe("accepted");
  });
});

describe("a submit", () => {
  it("goes out although the stream of the last one is still open", async () => {
    const { thread, sent } = await answered([
      rawRun(async function* (input, signal) {
        yield started(input);
        yield finished(input, { type: "interrupt", interrupts: [{ id: "c", reason: "x" }] });
        await untilAborted(signal);
      }),
      succeeds,
    ]);
    const first = thread.approvals.submit();
    await expect.poll(() => thread.get().status).toBe("interrupted");
    thread.approvals.answer("c", 3);
    await thread.approvals.submit();
    expect((await first).status).toBe("interrupted");
    expect(sent()).toEqual([ENTRIES, [{ interruptId: "c", status: "resolved", payload: 3 }]]);
  });

  it("that is stopped ends at once, whatever its transport does, and can be made again", async () => {
    const { thread, sent } = await answered([() => never(), succeeds]);
    const first = thread.approvals.submit();
    await expect.poll(() => sent().length).toBe(1);
    thread.stop();
    expect(thread.approvals.get().phase).toBe("open");
    const second = thread.approvals.submit();
    expect(await first).toMatchObject({ status: "stopped" });
    expect(await second).toMatchObject({ status: "success" });
    expect(sent()).toEqual([ENTRIES, ENTRIES]);
  });

  it("with a signal that is aborted sends nothing", async () => {
    const { thread, inputs } = await answered([succeeds]);
    const end = await thread.approvals.submit({ signal: AbortSignal.abort() });
    expect(end.status).toBe("stopped");
    expect(inputs).toHaveLength(1);
    expect(thread.approvals.get()).toMatchObject({ phase: "open", ready: true });
    await thread.approvals.submit();
    expect(thread.approvals.get().phase).toBe("accepted");
  });

  it("stopped by a listener as its run starts stays stopped", async () => {
    const { thread } = await answered([succeeds]);
    thread.onEvent((event) => {
      if (event.type === "RUN_STARTED") thread.stop();
    });
    expect((await thread.approvals.submit()).status).toBe("stopped");
    expect(thread.get().status).toBe("stopped");
    expect(thread.approvals.get().phase).toBe("unknown");
  });

  it("is repeated with its options, but for its run id and signal", async () => {
    const { thread, inputs } = await answered([rawRun([]), succeeds]);
    const options = {
      runId: "mine",
      forwardedProps: { tier: 2 },
      context: [{ description: "d", value: "v" }],
    };
    await thread.approvals.submit({ ...options, signal: new AbortController().signal });
    await thread.approvals.retry();
    const { runId, ...kept } = options;
    expect(inputs[1]).toMatchObject(options);
    expect(inputs[2]).toMatchObject(kept);
    expect(inputs[2]?.runId).not.toBe(runId);
  });

  it("that was refused keeps its reason while the answers are changed", async () => {
    const fails: Script = [fail("Too much.")];
    const { thread } = await answered([fails, succeeds]);
    await thread.approvals.submit();
    thread.approvals.answer("a", 2);
    expect(thread.approvals.get()).toMatchObject({ phase: "open", error: { message: "Too much." } });
    await thread.approvals.submit();
    expect(thread.approvals.get().error).toBeNull();
  });
});

describe("listeners", () => {
  it("that throw are told of, and neither end a run nor keep others from their turn", async () => {
    const shown = vi.spyOn(console, "error").mockReturnValue();
    const { thread } = await answered([succeeds]);
    let heard = 0;
    thread.subscribe(() => {
      throw new Error("render");
    });
    thread.approvals.subscribe(() => {
      throw new Error("render");
    });
    thread.approvals.subscribe(() => {
      heard += 1;
    });
    expect((await thread.approvals.submit()).status).toBe("success");
    expect(thread.approvals.get().phase).toBe("accepted");
    expect(heard).toBeGreaterThan(1);
    expect(shown.mock.calls.every(([error]) => error.message === "render")).toBe(true);
    expect(shown.mock.calls.length).toBeGreaterThan(2);
    shown.mockRestore();
  });

  it("of warnings may throw, too", async () => {
    const onWarning = () => {
      throw new Error("warned");
    };
    const { transport } = scriptedAgent(
      rawRun((input) => [started(input), { type: "WHAT" }, finished(input)]),
    );
    expect((await client(transport, { onWarning }).thread("t1").send("Go")).status).toBe("success");
  });

  it("see the questions of a run that has ended", async () => {
    const { transport } = scriptedAgent(asks({ id: "a", reason: "x" }), succeeds);
    const thread = client(transport).thread("t1");
    let refused: unknown;
    thread.onEvent((event) => {
      if (event.type === "RUN_FINISHED")
        thread.run().catch((error: unknown) => {
          refused = error;
        });
    });
    await thread.send("Go");
    await expect.poll(() => refused).toMatchObject({ code: "uncovered" });
  });
});

describe("sending past the questions", () => {
  it("declines them for everybody to see, and a retry declines them again", async () => {
    const { thread, sent } = await answered([rawRun([]), succeeds]);
    await thread.send("Never mind", { pending: "decline" });
    expect(thread.approvals.get().items.map(({ status }) => status)).toEqual(["declined", "declined"]);
    await thread.approvals.retry();
    const declined = ["a", "b"].map((interruptId) => ({ interruptId, status: "cancelled" }));
    expect(sent()).toEqual([declined, declined]);
  });
});

it.each<[string, object]>([
  ["is plain", {}],
  ["is not there", {}],
  ["is behind a reference", { $ref: "#/$defs/Answer" }],
  ["is an allOf of one", { allOf: [{ $ref: "#/$defs/Answer" }] }],
  ["may be null", { anyOf: [{ $ref: "#/$defs/Answer" }, { type: "null" }] }],
])("no to a tool approval whose schema %s is sent as declined", async (name, schema) => {
  const answer = {
    type: "object",
    properties: { approved: { type: "boolean" } },
    required: ["approved"],
  };
  const schemas: Record<string, object> = { "is plain": { responseSchema: answer }, "is not there": {} };
  const asked = schemas[name] ?? { responseSchema: { ...schema, $defs: { Answer: answer } } };
  const { transport, inputs } = scriptedAgent(asks({ id: "a", reason: "tool_approval", ...asked }), succeeds);
  const thread = client(transport).thread("t1");
  await thread.send("Go");
  thread.approvals.answer("a", { approved: false });
  await thread.approvals.submit();
  expect(inputs[1]?.resume).toEqual([
    { interruptId: "a", status: "cancelled", payload: { approved: false } },
  ]);
});

it("a question that names no call has none, although a call's id may be empty", async () => {
  const { transport } = scriptedAgent(
    rawRun((input) => [
      started(input),
      { type: "TOOL_CALL_START", toolCallId: "", toolCallName: "delete" },
      { type: "TOOL_CALL_END", toolCallId: "" },
      finished(input, { type: "interrupt", interrupts: [{ id: "a", reason: "x" }] }),
    ]),
  );
  const thread = client(transport).thread("t1");
  await thread.send("Go");
  expect(thread.approvals.get().items[0]?.toolCall).toBeNull();
});

it("an answer that is asked for again starts from what was sent, not from older texts", async () => {
  const { transport } = scriptedAgent(asks({ id: "a", reason: "x" }), asks({ id: "a", reason: "x" }));
  const thread = client(transport).thread("t1");
  await thread.send("Go");
  thread.approvals.draft("a", "old");
  thread.approvals.answer("a", "new");
  await thread.approvals.submit();
  expect(thread.approvals.get().items[0]).toMatchObject({ notice: "asked-again", draft: "new" });
});

it("an edit for questions that are gone is refused, whatever it does", async () => {
  const { thread } = await answered([]);
  const stale = expect.objectContaining({ code: "stale-batch" });
  for (const edit of ["draft", "answer", "decline", "clear"] as const) {
    const { approvals } = thread;
    const run = {
      draft: () => approvals.draft("a", 1, { batch: "old" }),
      answer: () => approvals.answer("a", 1, { batch: "old" }),
      decline: () => approvals.decline("a", { batch: "old" }),
      clear: () => approvals.clear("a", { batch: "old" }),
    }[edit];
    expect(run, edit).toThrowError(stale);
  }
});

it("a disposed thread tells nobody anything more, and its id is free for a new one", async () => {
  const { agent, thread } = await answered([]);
  let calls = 0;
  thread.dispose();
  thread.subscribe(() => {
    calls += 1;
  });
  thread.state.subscribe(() => {
    calls += 1;
  });
  thread.setState({ x: 1 });
  expect(calls).toBe(0);
  await expect(thread.send("x")).rejects.toThrow("disposed");
  const next = agent.thread("t1");
  expect(next).not.toBe(thread);
  expect(next.get()).toMatchObject({ status: "idle", messages: [] });
});

/** What a transport gives that never yields and heeds no signal. */
const never = (): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }),
});
