/** Schemas of every kind that a form draws, each with answers that it takes. */
import fc from "fast-check";
import { hoisted } from "./hoist.ts";
import type { Json, Options, Shape } from "./shape.ts";

const keys = fc.oneof(
  fc.constantFrom("name", "city", "a.b", "x[0]", "0", "", "__proto__", "constructor", "toString", "then"),
  fc.string({ minLength: 1, maxLength: 6 }),
);

const three = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<[T, T, T]> =>
  fc.tuple(arbitrary, arbitrary, arbitrary);

const of =
  (schema: unknown) =>
  (values: readonly [unknown, unknown, unknown]): Shape => ({ schema, values });

const each = (make: (at: 0 | 1 | 2) => unknown): Shape["values"] => [make(0), make(1), make(2)];

const without = (value: Json, key: string): Json =>
  Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));

/** Texts as people type them, and such as look like something else. */
const texts = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.constantFrom("12", "1.50", "true", "null", '"q"', "{}", "[1]", " ", " a ", "a\nb", "-1", "ü🙂"),
);
const integers = fc.oneof(fc.integer(), fc.maxSafeInteger());
const numbers = fc
  .oneof(integers, fc.double({ noNaN: true, noDefaultInfinity: true }))
  // A whole number that is not safe cannot be typed: its digits may not be those of the number.
  .filter((number) => !Number.isInteger(number) || Number.isSafeInteger(number) || Math.abs(number) >= 1e21)
  .map((number) => (Object.is(number, -0) ? 0 : number));
const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)));

function leaves({ plain }: Options): fc.Arbitrary<Shape> {
  const someTexts = plain ? texts : fc.oneof(texts, fc.constant(""));
  const choices = fc.uniqueArray(json, {
    minLength: 1,
    maxLength: 4,
    comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });
  const among = choices.chain((list) => three(fc.constantFrom(...list)).map((values) => ({ list, values })));
  return fc.oneof(
    three(someTexts).map(of({ type: "string" })),
    three(someTexts).map(of({ type: "string", maxLength: 40, title: "A text" })),
    three(integers).map(of({ type: "integer" })),
    three(numbers).map(of({ type: "number", description: "A number" })),
    three(fc.oneof(someTexts, numbers)).map(of({ type: ["string", "number"] })),
    three(fc.oneof(someTexts, integers)).map(of({ anyOf: [{ type: "integer" }, { type: "string" }] })),
    three(fc.boolean()).map(of({ type: "boolean" })),
    fc.constant(of({ type: "null" })([null, null, null])),
    among.map(({ list, values }) => of({ enum: list })(values)),
    among.map(({ list, values }) =>
      of({ oneOf: list.map((value, at) => ({ const: value, title: `No. ${at}` })) })(values),
    ),
    json.map((value) => of({ const: value })([value, value, value])),
    choices.chain((list) =>
      three(plain ? fc.subarray(list) : fc.array(fc.constantFrom(...list), { maxLength: 3 })).map(
        of({ type: "array", items: { enum: list } }),
      ),
    ),
    three(json).map(of({})),
    three(fc.dictionary(fc.string({ maxLength: 3 }), json, { maxKeys: 2 })).map(of({ type: "object" })),
  );
}

interface Property {
  readonly key: string;
  readonly shape: Shape;
  readonly required: boolean;
  readonly present: readonly boolean[];
  readonly preset: boolean;
}

function properties(shapes: fc.Arbitrary<Shape>, { plain }: Options): fc.Arbitrary<readonly Property[]> {
  return fc.uniqueArray(
    fc.record({
      key: keys,
      shape: shapes,
      required: fc.boolean(),
      present: three(fc.boolean()),
      preset: plain ? fc.constant(false) : fc.boolean(),
    }),
    { maxLength: 3, selector: ({ key }) => key },
  );
}

/** The schema of a property, with a default where it has one. */
const schemaOf = ({ shape, preset }: Property): unknown =>
  preset ? { allOf: [shape.schema], default: shape.values[1] } : shape.schema;

const partOf = (list: readonly Property[]): { properties: Json; required: readonly string[] } => ({
  properties: Object.fromEntries(list.map((one) => [one.key, schemaOf(one)])),
  required: list.filter(({ required }) => required).map(({ key }) => key),
});

const answerOf = (list: readonly Property[], at: 0 | 1 | 2): Json =>
  Object.fromEntries(
    list.flatMap(({ key, shape, required, present }) =>
      required || present[at] ? [[key, shape.values[at]]] : [],
    ),
  );

const objectOf = (list: readonly Property[], more: Json = {}): Shape => ({
  schema: { type: "object", ...partOf(list), ...more },
  values: each((at) => answerOf(list, at)),
});

function objects(shapes: fc.Arbitrary<Shape>, options: Options): fc.Arbitrary<Shape> {
  const some = properties(shapes, options);
  const closed = fc.constantFrom({}, { additionalProperties: false }, { title: "Thing" });
  const plainObject = fc.tuple(some, closed).map(([list, more]) => objectOf(list, more));
  // Half of the properties come by another way.
  const split = (join: (one: Json, other: Json) => Json) =>
    some.map((list): Shape => {
      const half = list.slice(0, 1);
      const rest = list.slice(1);
      return { ...objectOf(list), schema: join({ type: "object", ...partOf(half) }, partOf(rest)) };
    });
  const conditional = fc
    .record({ some, more: shapes, other: shapes, on: three(fc.boolean()), extra: fc.boolean() })
    .map(({ some: list, more, other, on, extra }): Shape => {
      const base = list.filter(({ key }) => !["kind", "more", "less"].includes(key));
      const schema = {
        type: "object",
        ...partOf(base),
        properties: { ...partOf(base).properties, kind: { enum: ["on", "off"] } },
        required: [...partOf(base).required, "kind"],
        if: { properties: { kind: { const: "on" } } },
        // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
        then: { properties: { more: more.schema }, required: ["more"] },
        ...(extra && { else: { properties: { less: other.schema }, required: ["less"] } }),
      };
      return {
        schema,
        values: each((at) => ({
          ...answerOf(base, at),
          kind: on[at] ? "on" : "off",
          ...(on[at] ? { more: more.values[at] } : extra ? { less: other.values[at] } : {}),
        })),
      };
    });
  const dependent = fc.record({ shape: shapes, other: shapes, third: shapes, on: three(fc.boolean()) }).map(
    ({ shape, other, third, on }): Shape => ({
      schema: {
        type: "object",
        properties: { first: shape.schema, second: other.schema },
        dependentRequired: { first: ["second"] },
        dependentSchemas: { second: { properties: { third: third.schema }, required: ["third"] } },
      },
      values: each((at) =>
        on[at] ? { first: shape.values[at], second: other.values[at], third: third.values[at] } : {},
      ),
    }),
  );
  const maps = fc
    .record({
      list: some,
      shape: shapes,
      names: three(fc.uniqueArray(keys, { maxLength: 2 })),
      pattern: fc.boolean(),
    })
    .map(({ list, shape, names, pattern }): Shape => {
      const base = objectOf(list);
      const rest = pattern
        ? { patternProperties: { "": shape.schema } }
        : { additionalProperties: shape.schema };
      const named = pattern ? [] : list;
      return {
        schema: { type: "object", ...partOf(named), ...rest },
        values: each((at) => ({
          ...Object.fromEntries(names[at].map((name) => [name, shape.values[at]])),
          ...(pattern ? {} : without(Object(base.values[at]), "")),
        })),
      };
    });
  return fc.oneof(
    plainObject,
    split((one, other) => ({ allOf: [one, other] })),
    split((one, other) => ({ ...one, allOf: [other] })),
    split((one, other) => ({ $ref: "#/$defs/half", ...other, $defs: { half: one } })),
    conditional,
    dependent,
    maps,
  );
}

function lists(shapes: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  const sizes = three(fc.nat({ max: 3 }));
  return fc.oneof(
    fc.tuple(shapes, sizes).map(
      ([shape, size]): Shape => ({
        schema: { type: "array", items: shape.schema },
        values: each((at) => [...shape.values, shape.values[0]].slice(0, size[at])),
      }),
    ),
    fc.record({ first: fc.array(shapes, { minLength: 1, maxLength: 3 }), rest: shapes, sizes }).map(
      ({ first, rest, sizes: size }): Shape => ({
        schema: { type: "array", prefixItems: first.map(({ schema }) => schema), items: rest.schema },
        values: each((at) => [
          ...first.map(({ values }) => values[at]),
          ...rest.values.slice(0, Math.max(0, (size[at] ?? 0) - 1)),
        ]),
      }),
    ),
  );
}

function unions(shapes: fc.Arbitrary<Shape>, options: Options): fc.Arbitrary<Shape> {
  const which = three(fc.nat({ max: 2 }));
  const word = fc.constantFrom("anyOf", "oneOf");
  const pick = (ways: readonly Shape[], chosen: readonly number[]): Shape["values"] =>
    each((at) => ways[(chosen[at] ?? 0) % ways.length]?.values[at]);
  const untagged = fc.record({ ways: fc.array(shapes, { minLength: 2, maxLength: 3 }), which, word }).map(
    ({ ways, which: chosen, word: name }): Shape => ({
      schema: { [name]: ways.map(({ schema }) => schema) },
      values: pick(ways, chosen),
    }),
  );
  const tagged = fc
    .record({ parts: fc.array(properties(shapes, options), { minLength: 2, maxLength: 3 }), which, word })
    .map(({ parts, which: chosen, word: name }): Shape => {
      const ways = parts.map((part, at) => {
        const tag = { key: "tag", required: true, preset: false, present: [true, true, true] };
        const value = `way ${at}`;
        return objectOf([
          { ...tag, shape: of({ const: value })([value, value, value]) },
          ...part.filter(({ key }) => key !== "tag"),
        ]);
      });
      return { schema: { [name]: ways.map(({ schema }) => schema) }, values: pick(ways, chosen) };
    });
  return fc.oneof(untagged, tagged);
}

function nullable(shapes: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  return fc.tuple(shapes, three(fc.boolean())).map(([shape, isNull]) => ({
    schema: { anyOf: [shape.schema, { type: "null" }] },
    values: each((at) => (isNull[at] ? null : shape.values[at])),
  }));
}

/** A tree of folders in folders. */
function recursive({ plain }: Options): fc.Arbitrary<Shape> {
  const folder = { $ref: "#/$defs/folder" };
  const { node } = fc.letrec<{ node: Json }>((tie) => ({
    node: fc.record(
      {
        name: plain ? texts : fc.oneof(texts, fc.constant("")),
        kids: fc.array(tie("node"), { maxLength: 2, depthIdentifier: "folder" }),
        next: fc.option(tie("node"), { depthIdentifier: "folder", maxDepth: 2 }),
      },
      { requiredKeys: ["name", "next"] },
    ),
  }));
  return three(node).map(
    of({
      ...folder,
      $defs: {
        folder: {
          type: "object",
          properties: {
            name: { type: "string" },
            kids: { type: "array", items: folder },
            next: { anyOf: [folder, { type: "null" }] },
          },
          required: ["name", "next"],
        },
      },
    }),
  );
}

export function shapes(options: Options): fc.Arbitrary<Shape> {
  const { shape } = fc.letrec<{ shape: Shape }>((tie) => {
    const inner = tie("shape");
    return {
      shape: fc.oneof(
        { maxDepth: options.depth, withCrossShrink: true },
        { weight: 3, arbitrary: leaves(options) },
        { weight: 4, arbitrary: objects(inner, options) },
        { weight: 2, arbitrary: lists(inner) },
        { weight: 3, arbitrary: unions(inner, options) },
        { weight: 1, arbitrary: nullable(inner) },
        { weight: 1, arbitrary: recursive(options) },
      ),
    };
  });
  return shape.map((made) => hoisted(JSON.parse(JSON.stringify(made))));
}
