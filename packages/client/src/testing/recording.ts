import { StorageError } from "../errors.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { isAsDeclared, isPlainObject } from "../protocol/trust.ts";
import { check } from "../stream/checks.ts";
import { sentenceOf } from "../stream/stage.ts";

/** How the stream of a recorded run ended: the agent closed it, the app stopped it, or it broke off. */
export type RecordedEnd =
  | { readonly end: "closed" | "stopped" }
  | { readonly end: "failed"; readonly message: string; readonly status?: number };

/** One recorded run. */
export interface RecordedRun {
  readonly input: RunAgentInput;
  /** What came, with its time in milliseconds from the start of the recording: as `replayTransport` takes it. */
  readonly events: readonly { readonly at: number; readonly event: unknown }[];
  /** Absent where the recording itself was cut. */
  readonly end?: RecordedEnd;
}

/** What a recorder has written, read back. */
export interface Recording {
  readonly runs: readonly RecordedRun[];
}

type Fact = { readonly input: RunAgentInput } | { readonly event: unknown } | RecordedEnd;

/** One line of a recording, without its line end. */
export function toLine(run: number, at: number, fact: Fact): string {
  // JSON has no undefined, and an entry without its event would be none.
  return JSON.stringify({ run, at, ...fact, ...("event" in fact && { event: fact.event ?? null }) });
}

/**
 * Reads what a recorder has written: JSON Lines, each `{ run, at }` with the `input` that began the run, an `event`
 * that came for it, or its `end`. Empty lines say nothing. Throws `StorageError` for a line that is anything
 * else, with its number.
 */
export function readRecording(text: string): Recording {
  const runs = new Map<
    number,
    { input: RunAgentInput; events: { at: number; event: unknown }[]; end?: RecordedEnd }
  >();
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const fail = (why: string, cause?: unknown): never => {
      throw new StorageError(`Line ${index + 1} of the recording ${why}.`, cause);
    };
    const fact = parse(line, fail);
    if (!isPlainObject(fact)) return fail("is no object");
    const { run, at, input, event, end } = fact;
    if (typeof run !== "number" || typeof at !== "number")
      return fail("has no `run` or no `at`, which are numbers");
    const begun = runs.get(run);
    if ("input" in fact) {
      if (begun) fail(`begins run ${run} again`);
      runs.set(run, { input: readInput(input, fail), events: [] });
    } else if (!begun) fail(`speaks of run ${run}, whose input did not come before it`);
    else if (begun.end) fail(`speaks of run ${run} after its end`);
    else if ("event" in fact) begun.events.push({ at, event });
    else if (end === "closed" || end === "stopped") begun.end = { end };
    else if (end === "failed") begun.end = readFailure(fact);
    else fail("has neither an `input` nor an `event` nor an `end`");
  }
  return { runs: [...runs.values()] };
}

type Fail = (why: string, cause?: unknown) => never;

function parse(line: string, fail: Fail): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    return fail("is not JSON", error);
  }
}

function readInput(input: unknown, fail: Fail): RunAgentInput {
  const judged = check("RunAgentInput", input, {
    report: {
      warn() {},
      mended() {},
      fatal: (fault) => fail(`has an input that is none: ${sentenceOf("it", fault)}`.replace(/\.$/, "")),
    },
  });
  return isAsDeclared<RunAgentInput>(judged) ? judged : fail("has an input that is no object");
}

function readFailure({ message, status }: Readonly<Record<string, unknown>>): RecordedEnd {
  return {
    end: "failed",
    message: typeof message === "string" ? message : "The stream broke off.",
    ...(typeof status === "number" && { status }),
  };
}
