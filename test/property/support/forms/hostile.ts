/** Schemas that are meant to hurt: endless, huge, or with keys that are something else elsewhere. */

type Json = Record<string, unknown>;

/** Each definition refers to the next one twice, so that following them all takes 2 to the power of their number. */
function doubling(word: "allOf" | "anyOf" | "oneOf" | "properties" | "prefixItems" | "items"): Json {
  const $defs: Json = { d30: { type: "string" } };
  for (let at = 0; at < 30; at++) {
    const next = { $ref: `#/$defs/d${at + 1}` };
    const both = [next, { ...next }];
    $defs[`d${at}`] =
      word === "properties"
        ? { type: "object", properties: { a: next, b: next }, required: ["a", "b"] }
        : word === "prefixItems"
          ? { type: "array", prefixItems: both }
          : word === "items"
            ? { type: "array", items: { anyOf: both }, default: [[]] }
            : { [word]: both };
  }
  return { $ref: "#/$defs/d0", $defs };
}

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let schema: unknown = { type: "string" };
  for (let at = 0; at < depth; at++) schema = wrap(schema);
  return schema;
};

const many = (count: number, make: (at: number) => [string, unknown]): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => make(at)));

const string = { type: "string" };
const oddKeys = ["__proto__", "constructor", "a.b", "", "0", "-1", "toString", "then", "length"];

/** A condition of JSON Schema. */
const when = (test: unknown, then: unknown, otherwise?: unknown): Json =>
  Object.fromEntries([
    ["if", test],
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    ["then", then],
    ["else", otherwise],
  ]);

export const hostile: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    (["allOf", "anyOf", "oneOf", "properties", "prefixItems", "items"] as const).map((word) => [
      `references that double by ${word}`,
      doubling(word),
    ]),
  ),
  "itself by a reference": { $ref: "#" },
  "itself by allOf": { allOf: [{ $ref: "#" }, { $ref: "#" }] },
  "itself by anyOf": { anyOf: [{ $ref: "#" }, { type: "string" }] },
  "only itself by anyOf": { anyOf: [{ $ref: "#" }, { $ref: "#" }] },
  "itself by a condition": { type: "object", properties: { a: string }, ...when({}, { $ref: "#" }) },
  "itself as a required property": { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] },
  "itself as a default": { type: "object", properties: { a: { $ref: "#" } }, default: { a: { a: {} } } },
  "itself as the first item": { type: "array", prefixItems: [{ $ref: "#" }], default: [[[]]] },
  "itself as any key": { type: "object", additionalProperties: { $ref: "#" } },
  "two in a circle": { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
  "a union of unions of itself": {
    $ref: "#/$defs/u",
    $defs: {
      u: { oneOf: [{ type: "array", items: { $ref: "#/$defs/u" } }, { $ref: "#/$defs/v" }] },
      v: { anyOf: [{ $ref: "#/$defs/u" }, { type: "null" }] },
    },
  },
  "5,000 deep by properties": nested(5000, (a) => ({ type: "object", properties: { a }, required: ["a"] })),
  "5,000 deep by allOf": nested(5000, (inner) => ({ allOf: [inner] })),
  "90 deep by properties": nested(45, (a) => ({ type: "object", properties: { a }, required: ["a"] })),
  "90 deep by anyOf": nested(45, (inner) => ({
    anyOf: [inner, { type: "object", properties: { b: string } }],
  })),
  "90 deep by conditions": nested(30, (a) => ({
    type: "object",
    properties: { a },
    required: ["a"],
    ...when({ required: ["a"] }, { properties: { b: string } }),
  })),
  "1 MB of text": {
    type: "object",
    properties: { a: { type: "string", description: "x".repeat(1_000_000) } },
  },
  "900 kB of properties": {
    type: "object",
    properties: many(1800, (at) => [`p${at}`, { type: "string", description: "x".repeat(480) }]),
  },
  "5,000 properties": { type: "object", properties: many(5000, (at) => [`p${at}`, string]) },
  "5,000 required properties": {
    type: "object",
    properties: many(5000, (at) => [`p${at}`, string]),
    required: Array.from({ length: 5000 }, (_, at) => `p${at}`),
  },
  "5,000 required keys of no property": {
    type: "object",
    required: Array.from({ length: 5000 }, (_, at) => `p${at}`),
  },
  "10,000 options": { enum: Array.from({ length: 10_000 }, (_, at) => `option ${at}`) },
  "10,000 choices": { type: "array", items: { enum: Array.from({ length: 10_000 }, (_, at) => at) } },
  "1,000 ways": {
    oneOf: Array.from({ length: 1000 }, (_, at) => ({
      type: "object",
      properties: { kind: { const: `k${at}` }, text: string },
      required: ["kind"],
    })),
  },
  "1,000 ways of text": {
    oneOf: Array.from({ length: 1000 }, (_, at) => ({ type: "string", minLength: at })),
  },
  "50 unions of 100 ways": {
    type: "object",
    properties: many(50, (at) => [
      `p${at}`,
      {
        anyOf: Array.from({ length: 100 }, (_, way) => ({
          type: "object",
          properties: { [`w${way}`]: string },
        })),
      },
    ]),
  },
  "200 conditions": {
    type: "object",
    properties: { a: string },
    allOf: Array.from({ length: 200 }, (_, at) =>
      when({ properties: { a: { const: at } } }, { properties: { [`b${at}`]: string } }),
    ),
  },
  "conditions that flip each other": {
    type: "object",
    properties: { a: { type: "string", default: "x" } },
    allOf: [
      when({ required: ["b"] }, {}, { properties: { b: { const: 1, default: 1 } }, required: ["b"] }),
      when({ required: ["b"] }, { properties: { a: false, c: { default: 2, type: "integer" } } }),
    ],
  },
  "a condition of itself": {
    type: "object",
    ...when({ not: { required: ["b"] } }, { properties: { b: { const: 1 } }, required: ["b"] }),
  },
  "odd keys": {
    type: "object",
    properties: Object.fromEntries(oddKeys.map((key) => [key, string])),
    required: oddKeys,
    additionalProperties: string,
    dependentRequired: Object.fromEntries(oddKeys.map((key) => [key, oddKeys])),
  },
  "odd definitions": {
    ...{
      type: "object",
      properties: {
        a: { $ref: "#/$defs/__proto__" },
        b: { $ref: "#/__proto__/x" },
        c: { $ref: "#/$defs/constructor" },
      },
    },
    $defs: Object.fromEntries(oddKeys.map((key) => [key, { type: "object", properties: { [key]: string } }])),
  },
  "keywords of other kinds": {
    type: "object",
    properties: {
      a: { type: "array", items: { enum: [] } },
      b: { oneOf: [] },
      c: { anyOf: [null, 1, "x", []] },
      d: { type: [] },
      e: { type: "array", prefixItems: [null, 3, true, false], items: false },
      f: { enum: [[], {}, null] },
      g: { type: "object", properties: null, required: [1, null, "x", "x"] },
      h: { allOf: [] },
      i: { type: "string", minLength: -1, maxLength: 1e308 },
      j: { type: "array", items: string, minItems: 1e9, maxItems: -5, default: "no list" },
      k: { type: "object", patternProperties: { "(": string, "(a+)+$": string, "^x": false } },
      l: { $ref: 5 },
      m: { $ref: "https://example.invalid/schema.json" },
      n: { $dynamicRef: "#x" },
      o: { const: undefined, enum: undefined },
    },
    required: ["j", "k", "e"],
  },
};
