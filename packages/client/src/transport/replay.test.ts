import { expect, test, vi } from "vitest";
import { runOptions } from "../../../../test/support/transport-run.ts";
import { isTransportError } from "../errors.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { type ReplayOptions, replayTransport } from "./replay.ts";
import type { Transport } from "./transport.ts";

const input = (runId: string): RunAgentInput => ({
  threadId: "t",
  runId,
  messages: [],
  tools: [],
  context: [],
});

async function read(transport: Transport, runId = "r", run = runOptions()): Promise<unknown[][]> {
  const batches: unknown[][] = [];
  for await (const batch of transport(input(runId), run)) batches.push([...batch]);
  return batches;
}

const started = { type: "RUN_STARTED", threadId: "old", runId: "old-1" };
const finished = { type: "RUN_FINISHED", threadId: "old", runId: "old-1" };

test("plays one recording a request, verbatim and at once, and keeps the inputs", async () => {
  const heard: string[] = [];
  const onInput = ({ runId }: RunAgentInput): void => void heard.push(runId);
  const transport = replayTransport(new Set([[started, finished], [{ any: "thing" }, 7, null], []]), {
    onInput,
  });
  expect(transport.remaining()).toBe(3);
  expect(await read(transport, "1")).toEqual([[started, finished]]);
  expect(await read(transport, "2")).toEqual([[{ any: "thing" }, 7, null]]);
  expect(await read(transport, "3")).toEqual([]);
  expect(transport.inputs()).toEqual([input("1"), input("2"), input("3")]);
  expect(heard).toEqual(["1", "2", "3"]);
  expect(transport.remaining()).toBe(0);
});

test("a request beyond the recordings is a TransportError that says so", async () => {
  const transport = replayTransport([[started]]);
  await read(transport);
  const error: unknown = await read(transport).catch((thrown: unknown) => thrown);
  expect(isTransportError(error)).toBe(true);
  expect(error).toHaveProperty("message", "Request 2 has no recording: 1 were given.");
  expect(transport.inputs()).toHaveLength(2);
  expect(transport.remaining()).toBe(0);
});

test("adopt gives the ids of the request to the recording's last run, and its thread to every run", async () => {
  const again = { type: "RUN_STARTED", threadId: "old", runId: "old-2", input: { runId: "old-2" } };
  const text = { type: "TEXT_MESSAGE_START", messageId: "m", runId: "old-2" };
  const end = { type: "RUN_FINISHED", threadId: "old", runId: "old-2" };
  const recording = [started, finished, again, text, { at: 3, event: end }];
  const [batch] = await read(replayTransport([recording], { adopt: true }), "new");
  expect(batch).toEqual([
    { ...started, threadId: "t" },
    { ...finished, threadId: "t" },
    { ...again, threadId: "t", runId: "new" },
    text,
    { ...end, threadId: "t", runId: "new" },
  ]);
  expect(started.threadId).toBe("old");
  expect(await read(replayTransport([[text]], { adopt: true }))).toEqual([[text]]);
});

const timed = [
  { at: 5000, event: 1 },
  { at: 5000, event: 2 },
  { at: 5100, event: 3 },
  4,
  { at: 5050, event: 5 },
  { at: 5250, event: 6 },
];

test.each<[string, ReplayOptions, [number, unknown[]][]]>([
  ["at once unless told", {}, [[0, [1, 2, 3, 4, 5, 6]]]],
  ["at once at speed 0", { speed: 0 }, [[0, [1, 2, 3, 4, 5, 6]]]],
  [
    "as recorded at speed 1",
    { speed: 1 },
    [
      [0, [1, 2]],
      [100, [3, 4, 5]],
      [300, [6]],
    ],
  ],
  [
    "twice as fast at speed 2",
    { speed: 2 },
    [
      [0, [1, 2]],
      [50, [3, 4, 5]],
      [150, [6]],
    ],
  ],
])("a recording with times plays %s", async (_, options, expected) => {
  vi.useFakeTimers();
  try {
    const began = Date.now();
    const played: [number, unknown[]][] = [];
    const playing = (async () => {
      for await (const batch of replayTransport([timed], options)(input("r"), runOptions())) {
        played.push([Date.now() - began, [...batch]]);
      }
    })();
    await vi.runAllTimersAsync();
    await playing;
    expect(played).toEqual(expected);
  } finally {
    vi.useRealTimers();
  }
});

test("an event that has a time of its own and a type is no entry with a time", async () => {
  const event = { type: "CUSTOM", at: 3, event: "x" };
  expect(await read(replayTransport([[event]]))).toEqual([[event]]);
});

test("an abort ends quietly, also in a wait, and leaves no timer", async () => {
  vi.useFakeTimers();
  try {
    const controller = new AbortController();
    const transport = replayTransport([timed, timed], { speed: 1 });
    const run = transport(input("r"), runOptions(controller.signal))[Symbol.asyncIterator]();
    expect(await run.next()).toEqual({ done: false, value: [1, 2] });
    const next = run.next();
    await vi.waitUntil(() => vi.getTimerCount() === 1);
    controller.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(vi.getTimerCount()).toBe(0);
    expect(await read(transport, "r", runOptions(AbortSignal.abort()))).toEqual([]);
    expect(transport.remaining()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
