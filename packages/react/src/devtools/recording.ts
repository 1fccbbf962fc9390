import { type Metadata, readRecord, StorageError, type ThreadRecord } from "@holdpoint/client";
import type { JournalView, StreamEnd } from "./entries.ts";
import { isObject } from "./json.ts";

/** An answer that a run has carried. */
export interface RecordedAnswer {
  readonly id: string;
  readonly isDeclined: boolean;
  readonly payload: unknown;
  readonly metadata?: Metadata;
}

/** What a recorded run began from: what its request said. */
export interface RunStart {
  readonly runId: string;
  readonly record: ThreadRecord;
  readonly answers: readonly RecordedAnswer[];
}

/** One run of a recording. */
export interface RecordedRun {
  /** Absent where only events were recorded. */
  readonly start?: RunStart;
  /** What came, as `replayTransport` takes it. */
  readonly events: readonly unknown[];
  readonly end?: StreamEnd;
}

/** What was recorded of a thread. */
export interface Recording {
  readonly runs: readonly RecordedRun[];
  readonly events: number;
}

/** The bounds of a recording that comes from outside. */
export const MOST_BYTES: number = 32 * 2 ** 20;
const MOST_LINES = 100_000;
const DEEPEST = 200;

/** The runs of a thread that are known from their beginning, and how many are not. */
export function toWholeRuns({ runs, events, dropped }: JournalView): {
  readonly whole: readonly number[];
  readonly cut: number;
} {
  // The oldest event that is left may not be the first of its run.
  const first = dropped.events > 0 ? (events[0]?.run ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY;
  const whole = runs.flatMap(({ run }) => (run > first ? [run] : []));
  return { whole, cut: runs.length - whole.length + dropped.runs };
}

/**
 * A thread's runs as JSON Lines: for each the `input` that began it, each `event` as it came, and its `end`, all
 * with the number of the `run` and the time `at` in milliseconds from the first of them. An event's line is
 * an entry of a recording as `replayTransport` takes it.
 */
export function toLines(view: JournalView): string {
  const { whole } = toWholeRuns(view);
  const runs = view.runs.filter(({ run }) => whole.includes(run));
  const start = runs[0]?.at ?? 0;
  const lines = runs.flatMap(({ run, at, input, ended }) => {
    const events = view.events.filter((entry) => entry.run === run);
    const { key: _, at: endedAt = 0, ...end } = ended ?? {};
    return [
      ...(input ? [{ run, at: at - start, input }] : []),
      ...events.map((entry) => ({ run, at: entry.at - start, event: entry.raw ?? null })),
      ...(ended ? [{ run, at: endedAt - start, ...end }] : []),
    ];
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * Reads a recording: JSON Lines, each `{ run, at }` with the `input` that began the run, an `event` of its
 * stream, or its `end`. A line that is an event itself, or `{ at, event }`, is of the run before it. Whether they
 * are good events is not judged here: that do the stages when it is played. Throws `StorageError` with the number of the line for
 * anything else, and for what is too large.
 */
export function readRecording(text: string): Recording {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  if (text.length > MOST_BYTES || lines.length > MOST_LINES + 1) {
    throw new StorageError(
      `The recording is too large: ${text.length} characters in ${lines.length} lines. At most ${MOST_BYTES} in ${MOST_LINES} are read.`,
    );
  }
  const runs = new Map<number, { start?: RunStart; events: unknown[]; end?: StreamEnd }>();
  let current = 1;
  let events = 0;

  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const fail: Fail = (why, cause) => {
      throw new StorageError(`Line ${index + 1} of the recording ${why}.`, cause);
    };
    const value = parse(line, fail);
    if (!isObject(value)) return fail("is no JSON object");
    const { run, at, input, event, end } = value;
    const isBare = "type" in value;
    if (!isBare && run !== undefined && !Number.isSafeInteger(run))
      fail("has a `run` that is no whole number");
    if (!isBare && at !== undefined && !isTime(at)) fail("has a time `at` that is no number of milliseconds");
    if (!isBare && typeof run === "number") current = run;
    const entry = runs.get(current) ?? { events: [] };
    if (entry.end) fail(`speaks of run ${current} after its end`);
    if (isBare) entry.events.push(value);
    else if ("input" in value) {
      if (runs.has(current)) fail(`begins run ${current} again`);
      entry.start = readStart(input, fail);
    } else if ("event" in value) entry.events.push(isTime(at) ? { at, event } : event);
    else if ("end" in value)
      entry.end =
        toEnd(value) ??
        fail(`has an \`end\` that is not "closed", "stopped" or "failed": ${JSON.stringify(end)}`);
    else fail("has neither an `input` nor an `event` nor an `end`");
    if (!("input" in value || "end" in value) || isBare) events += 1;
    runs.set(current, entry);
  }
  if (runs.size === 0) throw new StorageError("The recording is empty.");
  return { runs: [...runs.values()], events };
}

type Fail = (why: string, cause?: unknown) => never;

function parse(line: string, fail: Fail): unknown {
  if (depthOf(line) > DEEPEST) fail(`is nested deeper than ${DEEPEST} levels`);
  try {
    return JSON.parse(line);
  } catch (error) {
    return fail("is not JSON", error);
  }
}

/** How deep a JSON text is nested, at most; told before it is parsed, since what walks it afterwards is recursive. */
function depthOf(line: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "[" || char === "{") deepest = Math.max(deepest, ++depth);
    else if (char === "]" || char === "}") depth -= 1;
  }
  return deepest;
}

const isTime = (at: unknown): at is number => typeof at === "number" && Number.isFinite(at);

/** An input as a thread can begin from it. What is wrong in it is named; what is not known is left out. */
function readStart(input: unknown, fail: Fail): RunStart {
  if (!isObject(input)) return fail("has an `input` that is no object");
  const { threadId, runId, messages, state, resume } = input;
  if (typeof runId !== "string") return fail("has an `input` without a `runId`");
  try {
    return {
      runId,
      record: readRecord({ version: 1, threadId, messages, state }),
      answers: toAnswers(resume),
    };
  } catch (error) {
    return fail(`has an \`input\` that cannot be read: ${Object(error).message}`, error);
  }
}

function toAnswers(resume: unknown): readonly RecordedAnswer[] {
  const entries: readonly unknown[] = Array.isArray(resume) ? resume : [];
  return entries.filter(isObject).map(({ interruptId, status, payload, metadata }) => ({
    id: String(interruptId),
    isDeclined: status === "cancelled",
    payload,
    ...(isObject(metadata) && { metadata }),
  }));
}

function toEnd({ end, message, status }: Record<string, unknown>): StreamEnd | undefined {
  if (end === "closed" || end === "stopped") return { end };
  if (end !== "failed") return undefined;
  return {
    end,
    message: typeof message === "string" ? message : "The stream broke off.",
    ...(typeof status === "number" && { status }),
  };
}
