import type { Interrupt } from "@holdpoint/client";
import {
  activity,
  breakOff,
  callTool,
  cancel,
  custom,
  emit,
  fail,
  finish,
  patchActivity,
  patchState,
  pause,
  reason,
  type Step,
  say,
  setState,
  step,
  subagent,
  until,
  usage,
} from "@holdpoint/client/testing";
import fc from "fast-check";

/** A script, with how a run of it must end. */
export interface GeneratedScript {
  readonly steps: readonly Step[];
  readonly status: string;
}

const text = fc.string({ unit: "binary", maxLength: 12 });
const pieces = fc.integer({ min: 1, max: 4 });
const json = fc.jsonValue({ maxDepth: 2 });
const record = fc.dictionary(fc.string({ maxLength: 4 }), json, { maxKeys: 3 });
const pointer = fc
  .array(fc.string({ maxLength: 3 }), { maxLength: 3 })
  .map((keys) => keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""));
const patch = fc.array(
  fc.oneof(
    fc.record({
      op: fc.constantFrom("add" as const, "replace" as const, "test" as const),
      path: pointer,
      value: json,
    }),
    fc.record({ op: fc.constant("remove" as const), path: pointer }),
    fc.record({ op: fc.constantFrom("move" as const, "copy" as const), from: pointer, path: pointer }),
  ),
  { maxLength: 3 },
);
const count = fc.option(fc.nat(1000), { nil: undefined });

const single: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(text, pieces).map(([words, parts]) => say(words, { pieces: parts })),
  fc.tuple(text, pieces).map(([words, parts]) => reason(words, { pieces: parts })),
  fc
    .tuple(json, pieces, fc.option(json, { nil: undefined }))
    .map(([args, parts, result]) => callTool("tool", args, { pieces: parts, result })),
  json.map((state) => setState(state)),
  patch.map((operations) => patchState(...operations)),
  json.map((value) => custom("event", value)),
  fc.tuple(count, count).map(([inputTokens, outputTokens]) =>
    usage({
      model: "m",
      ...(inputTokens !== undefined && { inputTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
    }),
  ),
  text.map((source) => emit({ type: "RAW", event: null, source })),
  // Left open: the run closes it.
  fc.uuid().map((messageId) => emit({ type: "TEXT_MESSAGE_START", messageId })),
  fc.constant(until(Promise.resolve())),
);

/** Steps that belong together: an activity is its own agent's to patch. */
const leaf: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 6, arbitrary: single.map((one) => [one]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.uuid(), record, patch)
      .map(([id, content, operations]) => [
        activity("chart", content, { id }),
        patchActivity("chart", id, ...operations),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.uuid(), patch)
      .map(([id, operations]) => [patchActivity("chart", id, ...operations)]),
  },
);

/** Any steps but those that end a run; each step of a name is apart from those inside of it. */
const parts = (depth: number): fc.Arbitrary<Step[]> =>
  fc
    .array(
      depth === 0
        ? leaf
        : fc.oneof(
            { weight: 4, arbitrary: leaf },
            { weight: 1, arbitrary: group(depth).map((one) => [one]) },
          ),
      { maxLength: 5 },
    )
    .map((lists) => lists.flat());

const group = (depth: number): fc.Arbitrary<Step> =>
  fc.oneof(
    parts(depth - 1).map((steps) => step(`step ${depth}`, steps)),
    parts(depth - 1).map((steps) => subagent("helper", steps)),
    fc
      .tuple(parts(depth - 1), text, json)
      .map(([steps, words, result]) =>
        subagent("helper", [...steps, words.length % 2 === 0 ? fail(words) : finish(result)]),
      ),
  );

const questions = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
  .map((ids) => ids.map((id): Interrupt => ({ id, reason: "input" })));

/** What ends a run, deep inside of it too. */
const endings: fc.Arbitrary<GeneratedScript> = fc.oneof(
  fc.constant({ steps: [], status: "success" }),
  json.map((result) => ({ steps: [finish(result)], status: "success" })),
  questions.map((asked) => ({ steps: [pause(...asked)], status: "interrupted" })),
  questions.map((asked) => ({
    steps: [subagent("outer", [step("in", [subagent("inner", [pause(...asked)])])]), say("never")],
    status: "interrupted",
  })),
  fc.constant({ steps: [cancel()], status: "cancelled" }),
  fc.constant({ steps: [subagent("s", [step("in", [cancel()])]), say("never")], status: "cancelled" }),
  text.map((message) => ({ steps: [fail(message)], status: "failed" })),
  text.map((message) => ({ steps: [step("in", [fail(message, "E1")]), say("never")], status: "failed" })),
  text.map((message) => ({ steps: [finish(), fail(message)], status: "failed" })),
  fc.constant({ steps: [breakOff()], status: "truncated" }),
  text.map((why) => ({ steps: [subagent("s", [breakOff(why)]), say("never")], status: "truncated" })),
);

/** Scripts of any steps, with any end. */
export const scripts: fc.Arbitrary<GeneratedScript> = fc
  .tuple(parts(2), endings)
  .map(([steps, end]) => ({ steps: [...steps, ...end.steps], status: end.status }));
