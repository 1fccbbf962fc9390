/** No schema, however it was made, breaks a form, holds it up, or reaches out of it. */
import { createForm, prepareSchema, toFieldTree } from "@holdpoint/client/form";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { ask, askOnly } from "../forms/support/ask.ts";
import { corpus } from "../forms/support/corpus.ts";
import { expectSameFromDraft, expectWhole, handle, type Touch } from "./support/forms/handle.ts";
import { hostile } from "./support/forms/hostile.ts";
import { shapes } from "./support/forms/shapes.ts";
import { jsonMutations, mutateJson } from "./support/mutate-json.ts";
import { createRandom } from "./support/random.ts";
import { expectUnpolluted } from "./support/sound.ts";

const seed = Number(process.env.HOLDPOINT_SEED ?? 20_261_130);
const runs = Number(process.env.HOLDPOINT_RUNS ?? 60);

/** The most milliseconds before the first field, the median of five. */
const MOST = 50;

/** What takes longer, with the reason. */
const slow: Readonly<Record<string, { most: number; why: string }>> = {
  "references that double by properties": { most: 1500, why: "a hundred objects in one another are drawn" },
  "references that double by prefixItems": { most: 1500, why: "a hundred lists in one another are drawn" },
  "references that double by anyOf": { most: 500, why: "200 ways, each followed to its end" },
  "200 conditions": { most: 500, why: "200 parts are put together, one after the other" },
  "90 deep by conditions": { most: 1500, why: "each condition is asked again once the inner ones have been" },
  "5,000 required properties": { most: 2000, why: "5,000 fields" },
  "5,000 required keys of no property": { most: 2000, why: "5,000 fields" },
  "900 kB of properties": { most: 1500, why: "1,800 fields" },
  "5,000 properties": { most: 3000, why: "5,000 fields" },
  "1,000 ways": { most: 1000, why: "the validator lists what is wrong with each way" },
  "1,000 ways of text": { most: 500, why: "the validator lists what is wrong with each way" },
  "50 unions of 100 ways": { most: 500, why: "5,000 ways" },
  "a union of unions of itself": { most: 500, why: "200 ways, each followed to its end" },
  "10,000 options": { most: 300, why: "10,000 options" },
  "10,000 choices": { most: 300, why: "10,000 options" },
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

test.each(Object.entries(hostile))("%s", async (name, schema) => {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const approvals = await askOnly(anew(schema));
    const start = performance.now();
    toFieldTree(prepareSchema(anew(schema)));
    createForm(approvals, "q").get();
    times.push(performance.now() - start);
  }
  const [, , median = Number.NaN] = times.sort((a, b) => a - b);
  await play(schema, stepsFor(name).slice(0, name in slow ? 3 : 10), false);
  expectUnpolluted();
  expect(median).toBeLessThan(slow[name]?.most ?? MOST);
});

test("no reason for being slow is about a schema that is not there", () => {
  expect(Object.keys(slow).filter((name) => !(name in hostile))).toEqual([]);
});
