import type { Message } from "@holdpoint/client";
import { earlier } from "../../perf/support/ours.ts";
import { cut, frame, grouped, inRun, textChunks, textDeltas } from "../../perf/support/streams.ts";

/** Bytes to read, and the number of events or frames that the time is divided by. */
export interface Workload {
  readonly title: string;
  readonly unit: "delta" | "event" | "patch" | "frame";
  readonly count: number;
  readonly chunks: readonly Uint8Array[];
  readonly messages: readonly Message[];
}

const DELTAS = 1000;
const MIB = 1024 * 1024;

const deltasAfter = (count: number): Workload => ({
  title: `${DELTAS} text deltas after ${count} messages`,
  unit: "delta",
  count: DELTAS,
  chunks: grouped(inRun(textDeltas(DELTAS)), 8),
  messages: earlier(count),
});

function callBurst(count: number): object[] {
  return Array.from({ length: count }, (_, at) => {
    const toolCallId = `c${at}`;
    const pieces = ['{"order":', `${at}`, ',"note":"', "checked", '"}'];
    return [
      { type: "TOOL_CALL_START", toolCallId, toolCallName: "look_up", parentMessageId: "m-calls" },
      ...pieces.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId, delta })),
      { type: "TOOL_CALL_END", toolCallId },
    ];
  }).flat();
}

function statePatches(count: number): object[] {
  const rows = Array.from({ length: 200 }, (_, id) => ({ id, done: false }));
  return [
    { type: "STATE_SNAPSHOT", snapshot: { rows, progress: 0 } },
    ...Array.from({ length: count }, (_, at) => ({
      type: "STATE_DELTA",
      delta: [{ op: "replace", path: `/rows/${at % 200}/done`, value: true }],
    })),
  ];
}

const calls = callBurst(100);
const patches = statePatches(500);
const snapshot = inRun([{ type: "STATE_SNAPSHOT", snapshot: { text: "x".repeat(6 * MIB) } }]);

export const WORKLOADS: readonly Workload[] = [
  deltasAfter(0),
  deltasAfter(500),
  deltasAfter(2000),
  {
    title: "10000 text deltas, one long text",
    unit: "delta",
    count: 10_000,
    chunks: grouped(inRun(textDeltas(10_000)), 8),
    messages: [],
  },
  {
    title: "1000 chunk events",
    unit: "delta",
    count: DELTAS,
    chunks: grouped(inRun(textChunks(DELTAS)), 8),
    messages: [],
  },
  {
    title: "a burst of 100 tool calls",
    unit: "event",
    count: calls.length,
    chunks: grouped(inRun(calls), 8),
    messages: [],
  },
  {
    title: "500 state patches, 200 rows",
    unit: "patch",
    count: 500,
    chunks: grouped(inRun(patches), 8),
    messages: [],
  },
  {
    title: "a state snapshot of 6 MiB in 1 KiB chunks",
    unit: "frame",
    count: 1,
    chunks: cut(snapshot.map(frame).join(""), 1024),
    messages: [],
  },
];
