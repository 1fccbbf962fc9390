/** The official client and ours end with the same messages and state on whatever both accept. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadStreams } from "../conformance/stream-file.ts";
import { type BuildOptions, buildRun } from "../property/support/build-run.ts";
import { plans } from "../property/support/commands.ts";
import { toShorthand } from "../property/support/shorthand.ts";
import { type Outcome, readOfficially } from "./support/official-client.ts";
import { readOurs } from "./support/our-client.ts";
import { silenceConsole } from "./support/quiet.ts";
import { record } from "./support/recording.ts";

silenceConsole();
const seed = 20_260_805;
const { files, missing } = loadStreams();

/** Streams that only one of the two accepts, and the page that decides; ours is as the page has it. */
const VERDICTS: Readonly<Record<string, string>> = {
  "1.1/unknown-enum-value-role-fatal": "basic/processing: an unknown member of a closed set is stripped",
  "1.0/truncated-run-reported-as-completed": "events/lifecycle: a run without a terminal event is truncated",
  "draft/truncated-stream-fails-the-run": "events/lifecycle: a run without a terminal event is truncated",
  "draft/duplicate-interrupt-id-fatal": "basic/patterns/interrupt-resume: ids are unique within their run",
  "draft/run-finished-wrong-run-id-fatal": "basic/run-input, Identity: both boundary events agree",
  "draft/run-finished-wrong-thread-id-fatal":
    "basic/run-input, Identity: every run carries the input's thread",
};

/** Streams whose messages get ids that each client makes up for itself. */
const OWN_IDS = ["1.1/era-0-0-45-thinking-translated"];

const data = ({ messages, state }: Outcome, withIds = true): unknown =>
  JSON.parse(
    JSON.stringify({ messages: withIds ? messages : messages.map((m) => ({ ...m, id: "" })), state }),
  );

describe.skipIf(missing !== undefined)("the protocol's own streams", () => {
  it("names only streams that are there", () => {
    const ids = files.map(({ id }) => id);
    expect([...Object.keys(VERDICTS), ...OWN_IDS].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each(files.map((file) => [file.id, file] as const))("%s", async (id, { stream, input }) => {
    const recording = record(stream, (input?.messages ?? []).map(Object));
    const theirs = await readOfficially(recording);
    const ours = await readOurs(recording);
    expect(theirs.accepted === ours.accepted, `theirs: ${theirs.reason}; ours: ${ours.reason}`).toBe(
      !(id in VERDICTS),
    );
    // What a refused stream had delivered stays with us; the official client keeps some of it, some not.
    if (theirs.accepted && ours.accepted) {
      expect(data(ours, !OWN_IDS.includes(id))).toEqual(data(theirs, !OWN_IDS.includes(id)));
    }
  });
});

/** Without what is listed in cases.ts: where a result stands, and the empty list of calls. */
function comparable(outcome: Outcome): unknown {
  const plain: { messages: Record<string, unknown>[]; state: unknown } = Object(data(outcome));
  const messages = plain.messages.map(({ toolCalls, ...message }) =>
    Array.isArray(toolCalls) && toolCalls.length > 0 ? { ...message, toolCalls } : message,
  );
  const isResult = ({ role }: Record<string, unknown>): boolean => role === "tool";
  return {
    messages: messages.filter((message) => !isResult(message)),
    results: Object.fromEntries(messages.filter(isResult).map((message) => [message.id, message])),
    state: plain.state,
  };
}

const agree = (asChunks: boolean, without: BuildOptions["without"] = []) =>
  fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { events } = buildRun(plan, { without });
      const recording = record(asChunks ? toShorthand(events) : events);
      const theirs = await readOfficially(recording);
      const ours = await readOurs(recording);
      expect({ theirs: theirs.accepted, ours: ours.accepted }).toEqual({ theirs: true, ours: true });
      expect(comparable(ours)).toEqual(comparable(theirs));
    }),
    { seed, numRuns: 150 },
  );

describe("generated valid runs", () => {
  it("as triads", () => agree(false));
  // Calls that a snapshot took away are opened again by their next chunk, which cases.ts has by itself.
  it("as chunks", () => agree(true, ["messages-snapshot"]));
});
