/** No schema, however it was made, breaks a form, holds it up, or reaches out of it. */
import { createForm, prepareSchema, toFieldTree } from "@holdpoint/client/form";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { ask, askOnly } from "../forms/support/ask.ts";
import { corpus } from "../forms/support/corpus.ts";
import { processorTime } from "../perf/support/measure.ts";
import { expectSameFromDraft, expectWhole, handle, type Touch } from "./support/forms/handle.ts";
import { hostile } from "./support/forms/hostile.ts";
import { shapes } from "./support/forms/shapes.ts";
import { jsonMutations, mutateJson } from "./support/mutate-json.ts";
import { createRandom } from "./support/random.ts";
import { expectUnpolluted } from "./support/sound.ts";

const seed = Number(process.env.HOLDPOINT_SEED ?? 20_261_130);
const runs = Number(process.env.HOLDPOINT_RUNS ?? 60);

/** The most milliseconds of processor time, the median of five: to the first field, and to the whole form. */
const MOST = 50;

/** What takes longer, with the reason. */
const slow: Readonly<Record<string, { first?: number; whole: number; why: string }>> = {
  "references that double by properties": { whole: 300, why: "a hundred objects in one another are drawn" },
  "references that double by prefixItems": { whole: 300, why: "a hundred lists in one another are drawn" },
  "itself as a required property": { whole: 300, why: "a hundred objects in one another are drawn" },
  "200 conditions": { whole: 200, why: "200 parts are put together, one after the other" },
  "90 deep by conditions": { whole: 200, why: "each condition is asked again once the inner ones have been" },
  "900 kB of properties": { first: 150, whole: 300, why: "1,800 fields" },
  "5,000 properties": { first: 200, whole: 800, why: "5,000 fields" },
  "5,000 required properties": { first: 200, whole: 2000, why: "5,000 fields" },
  "5,000 required keys of no property": { first: 150, whole: 2000, why: "5,000 fields" },
  "1,000 ways": { first: 100, whole: 200, why: "the validator lists what is wrong with each way" },
};

const request = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("No form makes a request."));
afterAll(() => expect(request).not.toHaveBeenCalled());

const touches: fc.Arbitrary<Touch[]> = fc.array(
  fc.record({
    does: fc.constantFrom<Touch["does"]>(
      ...([
        "type",
        "type",
        "give",
        "give",
        "add",
        "add",
        "entry",
        "remove",
        "move",
        "choose",
        "choose",
      ] as const),
      ...(["touch", "commit", "answer", "clear"] as const),
    ),
    at: fc.nat(40),
    number: fc.nat(5),
    value: fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>("12", "", " ", "1e9", "[", "__proto__", "on", true, null, [], {}, undefined),
    ),
  }),
  { minLength: 2, maxLength: 10 },
);

const words = fc.oneof(
  fc.constantFrom(
    "type",
    "properties",
    "items",
    "prefixItems",
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "allOf",
    "$ref",
  ),
  fc.constantFrom(
    "required",
    "additionalProperties",
    "patternProperties",
    "if",
    "then",
    "default",
    "not",
    "$defs",
  ),
  fc.string({ maxLength: 3 }),
);

async function play(schema: unknown, steps: readonly Touch[], comparesEach = true): Promise<void> {
  const question = await ask(schema);
  for (const step of steps) {
    handle(question, step);
    expectWhole(question);
    if (comparesEach) await expectSameFromDraft(question, schema);
  }
  await expectSameFromDraft(question, schema);
  expectUnpolluted();
}

test("a schema of any shape, and whatever a page does to its form", async () => {
  await fc.assert(
    fc.asyncProperty(shapes({ plain: false, depth: 3 }), touches, ({ schema }, steps) => play(schema, steps)),
    { seed, numRuns: runs },
  );
});

test("the schemas of agents, spoilt", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...corpus), jsonMutations, touches, (sample, mutations, steps) =>
      play(mutateJson(sample.schema, mutations), steps),
    ),
    { seed, numRuns: runs },
  );
});

test("no schema at all, but any JSON", async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(words, fc.jsonValue()), touches, (schema, steps) => play(schema, steps)),
    { seed, numRuns: runs },
  );
});

/** The steps that follow from a name. */
function stepsFor(name: string): readonly Touch[] {
  const random = createRandom(name.length);
  return (
    ["type", "add", "choose", "give", "add", "entry", "type", "commit", "remove", "answer"] as const
  ).map((does) => ({
    does,
    at: random.below(20),
    number: random.below(6),
    value: random.pick(["x", [1], { a: "b" }, 7]),
  }));
}

/** A schema that was not seen before, though all its parts were. */
const anew = (schema: unknown): unknown =>
  typeof schema === "object" && schema !== null ? { ...schema } : schema;

const median = (times: number[]): number => times.sort((a, b) => a - b)[2] ?? Number.NaN;

test.each(Object.entries(hostile))("%s", async (name, schema) => {
  const first: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < 5; round++) {
    const approvals = await askOnly(anew(schema));
    const start = processorTime();
    const [field] = toFieldTree(prepareSchema(anew(schema))).children;
    first.push(field === null ? Number.NaN : processorTime() - start);
    const again = processorTime();
    createForm(approvals, "q").get();
    whole.push(processorTime() - again);
  }
  await play(schema, stepsFor(name).slice(0, name in slow ? 3 : 10), false);
  expectUnpolluted();
  expect(median(first), "the first field").toBeLessThan(slow[name]?.first ?? MOST);
  expect(median(whole), "the whole form").toBeLessThan(slow[name]?.whole ?? MOST);
});

test("no reason for being slow is about a schema that is not there", () => {
  expect(Object.keys(slow).filter((name) => !(name in hostile))).toEqual([]);
});
