import { httpTransport } from "@holdpoint/client";
import { expect, vi } from "vitest";
import { toSse } from "./support/chunks.ts";
import { createClient, read, textOf } from "./support/client.ts";
import { fieldCase, type WireEvent } from "./support/field-case.ts";
import { asks, channel, scripted, stepped } from "./support/scripted.ts";
import { respondChunks, serve } from "./support/server.ts";
import { timeRatio } from "./support/time.ts";

// Faults seen in React whose cause is in the store: what a reader is not told, it does not render.

interface Step {
  readonly do?: string;
  readonly text?: string;
  readonly stream?: string;
  readonly emit?: readonly WireEvent[];
}

fieldCase<
  { steps: readonly Step[] },
  { isRunning: boolean; activeRun: string; noLateText: string; error: null; stopStops: string }
>("49-old-run-settles-over-new", async ({ steps }, expected) => {
  const streams = { A: channel(), B: channel() };
  const { transport, inputs } = scripted(streams.A.script, streams.B.script);
  const thread = createClient({ transport }).thread("t1");
  const [sendA, stopA, sendB, lateA, endA, freshB] = steps;
  expect([sendA, stopA, sendB, endA].map((step) => `${step?.do} ${step?.stream}`)).toEqual([
    "send A",
    "stop A",
    "send B",
    "end A",
  ]);

  const first = thread.send(sendA?.text ?? "", { runId: "rA" });
  streams.A.emit(
    { type: "RUN_STARTED", threadId: "t1", runId: "rA" },
    { type: "TEXT_MESSAGE_START", messageId: "mA", role: "assistant" },
  );
  await vi.waitFor(() => expect(thread.messageIds.get()).toContain("mA"));
  thread.stop();
  const second = thread.send(sendB?.text ?? "", { runId: "rB" });
  streams.A.emit(...(lateA?.emit ?? []));
  streams.A.end();
  expect((await first).status).toBe("stopped");
  streams.B.emit(...(freshB?.emit ?? []));
  await vi.waitFor(() => expect(thread.message("mB").get()?.content).toBe("fresh"));

  const snapshot = thread.get();
  expect(expected.isRunning).toBe(true);
  expect(snapshot).toMatchObject({ status: "running", runId: expected.activeRun });
  expect(snapshot.error ?? null).toBe(expected.error);
  expect(JSON.stringify(snapshot.messages)).not.toContain(expected.noLateText);
  expect(inputs).toHaveLength(2);

  thread.stop();
  streams[expected.stopStops === "B" ? "B" : "A"].end();
  expect(await second).toEqual({ status: "stopped", runId: "rB" });
  expect(thread.get().status).toBe("stopped");
});

fieldCase<
  { generate: { events: string; inOneChunk: boolean }; readers: number; alsoEmptyThread: boolean },
  { finalTextLength: number; maxRendersPerReader: number }
>("51-burst-of-deltas", async ({ generate, readers, alsoEmptyThread }, expected) => {
  const count = Number(/(\d+) x TEXT_MESSAGE_CONTENT/.exec(generate.events)?.[1]);
  const burst: readonly WireEvent[] = [
    { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
    { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
    ...Array.from({ length: count }, () => ({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "x" })),
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
    { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
  ];
  expect(generate.inOneChunk).toBe(true);
  const { fetch } = serve(() => respondChunks([toSse(burst)]));
  const client = createClient({ transport: httpTransport({ url: "/agent" }), environment: { fetch } });
  const thread = client.thread("t1");
  const empty = thread.get();
  expect(alsoEmptyThread).toBe(true);
  expect(thread.get()).toBe(empty);

  const told = Array.from({ length: readers }, () => 0);
  let unstable = 0;
  for (const reader of told.keys()) {
    thread.subscribe(() => {
      told[reader] = (told[reader] ?? 0) + 1;
      const seen = thread.get();
      if (thread.get() !== seen) unstable += 1;
    });
  }
  expect((await thread.run({ runId: "r1" })).status).toBe("success");
  expect(thread.message("m1").get()?.content).toHaveLength(expected.finalTextLength);
  for (const times of told) {
    expect(times).toBeGreaterThan(0);
    expect(times).toBeLessThanOrEqual(expected.maxRendersPerReader);
  }
  expect(unstable).toBe(0);
  const last = thread.get();
  expect(last).not.toBe(empty);
  expect(thread.get()).toBe(last);
  expect(textOf(await read({ chunks: [toSse(burst)] }), "m1")).toBe(last.messages[0]?.content);
});

interface Sizes {
  readonly historyMessages: number;
  readonly charsEach: number;
  readonly deltas: number;
  readonly subscribers: number;
}

/** What one run of many deltas cost after a history, published after each delta. */
interface Cost {
  readonly perDelta: number;
  /** How often readers of an old message, and of what a composer reads, were told meanwhile. */
  readonly untouched: number;
  readonly composer: number;
  readonly sameMessages: boolean;
}

async function streamAfter(historyMessages: number, sizes: Sizes): Promise<Cost> {
  const messages = Array.from({ length: historyMessages }, (_, index) => ({
    id: `h${index}`,
    role: "assistant" as const,
    content: "x".repeat(sizes.charsEach),
  }));
  const delta = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "y" };
  const events: readonly WireEvent[] = [
    { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
    { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
    ...Array.from({ length: sizes.deltas }, () => delta),
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
    { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
  ];
  let start = 0;
  let perDelta = 0;
  const told = { untouched: 0, composer: 0, live: 0 };
  let atStart = { ...told };
  let atEnd = { ...told };
  const { transport, schedule } = stepped(events, ({ type }) => {
    if (type === "TEXT_MESSAGE_START") {
      atStart = { ...told };
      start = performance.now();
    } else if (type === "TEXT_MESSAGE_END") {
      perDelta = (performance.now() - start) / sizes.deltas;
      atEnd = { ...told };
    }
  });
  const thread = createClient({ transport, environment: { schedule } }).thread("t1", { messages });
  const before = thread.get().messages;
  const live = thread.message("m1");
  for (let reader = 0; reader < sizes.subscribers; reader++) live.subscribe(() => told.live++);
  for (const { id } of messages) thread.message(id).subscribe(() => told.untouched++);
  for (const part of [thread.status, thread.approvals, thread.messageIds, thread.state]) {
    part.subscribe(() => told.composer++);
  }
  expect((await thread.run({ runId: "r1" })).status).toBe("success");
  expect(live.get()?.content).toHaveLength(sizes.deltas);
  expect(atEnd.live - atStart.live).toBeGreaterThanOrEqual(sizes.deltas * sizes.subscribers);
  const after = thread.get().messages;
  return {
    perDelta,
    untouched: told.untouched,
    composer: atEnd.composer - atStart.composer,
    sameMessages: before.length === historyMessages && before.every((message, at) => message === after[at]),
  };
}

fieldCase<
  { generate: Sizes },
  {
    perDeltaRatio: string;
    untouchedMessageRenders: number;
    composerRenders: number;
    unchangedMessagesKeepIdentity: boolean;
  }
>("52-long-thread-cost", async ({ generate }, expected) => {
  const timed = (historyMessages: number) => async (): Promise<number> => {
    const cost = await streamAfter(historyMessages, generate);
    expect(cost).toMatchObject({
      untouched: expected.untouchedMessageRenders,
      composer: expected.composerRenders,
      sameMessages: expected.unchangedMessagesKeepIdentity,
    });
    return cost.perDelta;
  };
  expect(expected.perDeltaRatio).toBe("<= 2 from 20 to 400 messages");
  const ratio = await timeRatio(timed(20), timed(generate.historyMessages), 2);
  expect(ratio).toBeLessThanOrEqual(2);
});

fieldCase<
  { pending: readonly string[]; steps: readonly { do: string; interruptId?: string; sameTick?: boolean }[] },
  { httpRequests: number; handlerCallsForI1: number }
>("55-double-submit-approval", async ({ pending, steps }, expected) => {
  const [id = ""] = pending;
  expect(steps.map((step) => step.do)).toEqual(["approve", "approve", "deny", "rerender x3"]);
  const resuming = channel();
  const { transport, inputs } = scripted(asks({ id, reason: "tool_approval" }), resuming.script);
  const thread = createClient({ transport }).thread("t1");
  await thread.run({ runId: "r1" });
  const phase = () => thread.approvals.get().phase;

  thread.approvals.answer(id, { approved: true });
  const first = thread.approvals.submit({ runId: "r2" });
  expect(phase()).toBe("submitting");
  const busy = expect.objectContaining({ code: "busy", interruptIds: [id] });
  expect(() => thread.approvals.answer(id, { approved: true })).toThrowError(busy);
  expect(thread.approvals.submit()).toBe(first);
  expect(() => thread.approvals.decline(id)).toThrowError(busy);
  expect(thread.approvals.submit()).toBe(first);
  const shown = thread.get();
  expect([thread.get(), thread.get(), thread.get()]).toEqual([shown, shown, shown]);
  expect(thread.get()).toBe(shown);

  const types: string[] = [];
  thread.onEvent(({ type }) => types.push(type));
  resuming.emit({ type: "RUN_STARTED", threadId: "t1", runId: "r2" });
  await vi.waitFor(() => expect(types).toEqual(["RUN_STARTED"]));
  expect(phase()).toBe("submitting");
  resuming.emit({ type: "RUN_FINISHED", threadId: "t1", runId: "r2" });
  resuming.end();
  expect((await first).status).toBe("success");
  expect(phase()).toBe("accepted");

  const [, ...resumed] = inputs;
  expect(resumed).toHaveLength(expected.httpRequests);
  const entries = resumed.flatMap(({ resume }) => resume ?? []).filter((entry) => entry.interruptId === id);
  expect(entries).toEqual([{ interruptId: id, status: "resolved", payload: { approved: true } }]);
  expect(entries).toHaveLength(expected.handlerCallsForI1);
  expect(thread.decisions.get()).toMatchObject([{ interruptId: id, status: "resolved" }]);
});
