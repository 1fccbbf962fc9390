/** Response schemas of any kind, sound, spoilt and hostile: whatever an agent sends, a question can be answered. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { prepareSchema } from "../../packages/client/src/schema/prepare.ts";
import { accepts, judge } from "../../packages/client/src/schema/validate.ts";
import { FIFTY_MILLISECONDS, yardsticks } from "../support/speed.ts";
import { expectUnpolluted } from "./support/sound.ts";

const seed = 20_260_804;
const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];
const NAMES = ["a", "b", "", "a/b~c%d", "__proto__", "constructor", "toString", "$ref", "not", "items"];
const name = fc.constantFrom(...NAMES);

const pattern = fc.oneof(
  fc.constantFrom("^a+$", "^(a+)+$", "(a|a)*b", "(?P<x>a)", "\\@", "[\\w-.]", "(a?){9}", "a*a*a*b", "["),
  fc
    .array(fc.constantFrom("a", "(", ")", "*", "+", "?", "|", "[", "]", "{2,}", "{9}", "\\", "^", "$", "."), {
      maxLength: 14,
    })
    .map((parts) => parts.join("")),
);
const reference = fc.oneof(
  fc.constantFrom("#", "#/$defs/a", "#/$defs/b", "#/properties/a", "#/allOf/0", "#/items/0", "#a", "b"),
  fc.constantFrom(
    "https://example.com/x",
    "__proto__",
    "#/$defs/__proto__",
    "http://[",
    "#/%zz",
    "urn:a:b",
    "",
  ),
);
const junk = fc.oneof(
  fc.constantFrom<unknown>(null, "x", 5, -1, true, [], {}, [null], [[]]),
  fc.jsonValue({ maxDepth: 1 }),
);

const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const one = tie("schema");
  const list = fc.array(one, { maxLength: 3 });
  const map = fc.dictionary(name, one, { maxKeys: 3 });
  const names = fc.array(name, { maxLength: 2 });
  const bound = fc.oneof(fc.integer({ min: -2, max: 4 }), fc.boolean());
  const words: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(fc.constantFrom(...TYPES, "strin"), fc.array(fc.constantFrom(...TYPES), { maxLength: 2 })),
    $ref: reference,
    $id: reference,
    id: reference,
    $anchor: name,
    enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
    const: fc.jsonValue({ maxDepth: 1 }),
    pattern,
    format: fc.constantFrom("email", "url", "uri", "date-time", "constructor", "__proto__", "hasOwnProperty"),
    nullable: fc.boolean(),
    required: names,
    dependentRequired: fc.dictionary(name, names, { maxKeys: 2 }),
    dependencies: fc.dictionary(name, fc.oneof(names, one), { maxKeys: 2 }),
    patternProperties: fc.dictionary(pattern, one, { maxKeys: 2 }),
    items: fc.oneof(one, list),
    uniqueItems: fc.boolean(),
    multipleOf: fc.constantFrom(0, 0.01, 2, 1e-300),
    $recursiveRef: fc.constant("#"),
    __absolute_ref__: reference,
  };
  for (const word of ["allOf", "anyOf", "oneOf", "prefixItems"]) words[word] = list;
  for (const word of ["$defs", "definitions", "properties", "dependentSchemas"]) words[word] = map;
  for (const word of ["not", "if", "then", "else", "contains", "propertyNames", "additionalProperties"])
    words[word] = one;
  for (const word of ["additionalItems", "unevaluatedProperties", "unevaluatedItems"]) words[word] = one;
  for (const word of ["minimum", "exclusiveMinimum", "maxLength", "minItems", "minContains", "maxContains"])
    words[word] = bound;
  // Any word may also hold what it does not take.
  const keyword = fc.oneof(
    ...Object.entries(words).map(([word, value]) =>
      fc
        .oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: junk })
        .map((held) => [word, held] as const),
    ),
  );
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.boolean(),
      fc.array(keyword, { maxLength: 5 }).map((entries): unknown => Object.fromEntries(entries)),
    ),
  };
});

const value = fc
  .oneof(
    fc.jsonValue(),
    fc.constantFrom(`${"a".repeat(40)}!`, "a".repeat(20_000), `http://${"a".repeat(40)}!`),
    fc.dictionary(name, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  )
  .map((made): unknown => JSON.parse(JSON.stringify(made)));

const freeze = (part: unknown): void => {
  if (typeof part === "object" && part !== null) Object.values(Object.freeze(part)).forEach(freeze);
};

test("no schema throws, takes long, touches a prototype, changes, or makes a request", () => {
  const requests = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no request"));
  fc.assert(
    fc.property(schema, value, (raw, answer) => {
      freeze(raw);
      freeze(answer);
      const text = JSON.stringify(raw);
      const run = () => {
        const prepared = prepareSchema(JSON.parse(text));
        const { errors, skipped } = judge(prepared, answer);
        if (skipped !== null) expect(errors).toEqual([]);
        for (const { path, keyword, message } of errors) {
          expect(Array.isArray(path) && keyword !== "" && message !== "").toBe(true);
        }
        if (prepared.kind !== "schema") return;
        expect(accepts(prepared.schema, prepared.schema, answer)).toBe(
          errors.length === 0 && skipped === null,
        );
      };
      prepareSchema(raw);
      expect(JSON.stringify(raw)).toBe(text);
      const from = performance.now();
      run();
      if (performance.now() - from > 30) expect(yardsticks(run)).toBeLessThan(FIFTY_MILLISECONDS);
      expectUnpolluted();
    }),
    { seed, numRuns: 3000 },
  );
  expect(requests).not.toHaveBeenCalled();
  requests.mockRestore();
});
