import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareSchema } from "./prepare.ts";
import { validate } from "./validate.ts";

function freeze(value: unknown): unknown {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

describe("prepareSchema", () => {
  it.each([
    [undefined, "missing"],
    [null, "missing"],
    [true, "any"],
    [{}, "any"],
    [{ title: "Anything" }, "any"],
    [false, "never"],
    [{ not: {} }, "never"],
    ["false", "never"],
    ['{"type":"string"}', "schema"],
    ["no schema", "opaque"],
    [7, "opaque"],
    [[], "opaque"],
    [{ type: "string", default: () => 1 }, "opaque"],
  ])("takes %j as %s", (raw, kind) => {
    expect(prepareSchema(raw).kind).toBe(kind);
  });

  it("refuses what is beyond the limits, with a warning", () => {
    let deep: unknown = {};
    for (let level = 0; level < 101; level += 1) deep = { not: deep };
    const wide = { enum: Array.from({ length: 20_001 }, (_, index) => index) };
    const large = { description: "x".repeat(1_000_001) };
    const cyclic: Record<string, unknown> = { type: "object" };
    cyclic.properties = cyclic;
    for (const raw of [deep, wide, large, cyclic]) {
      expect(prepareSchema(raw)).toMatchObject({ kind: "opaque", warnings: [expect.any(String)] });
    }
  });

  it("copies, once per object, and leaves the original alone", () => {
    const raw = freeze({ type: "object", properties: { a: { type: "string", nullable: true } } });
    const prepared = prepareSchema(raw);
    expect(validate(prepared, { a: null })).toEqual([]);
    expect(validate(prepared, { a: 1 })).toHaveLength(1);
    expect(prepareSchema(raw)).toBe(prepared);
    expect(raw).toEqual({ type: "object", properties: { a: { type: "string", nullable: true } } });
  });

  it("keeps a key such as __proto__ as data", () => {
    const raw: unknown = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"additionalProperties":false}',
    );
    const prepared = prepareSchema(raw);
    expect(validate(prepared, {})).toMatchObject([{ path: ["__proto__"], keyword: "required" }]);
    expect(validate(prepared, JSON.parse('{"__proto__":1}'))).toMatchObject([
      { path: ["__proto__"], keyword: "type" },
    ]);
    expect(Reflect.get({}, "type")).toBeUndefined();
  });

  it("drops what it cannot check, in its place only, and says so", () => {
    const prepared = prepareSchema({
      type: "object",
      properties: {
        away: { $ref: "https://example.com/schema.json" },
        nowhere: { $ref: "#/$defs/none" },
        broken: null,
        python: { type: "string", pattern: "(?P<year>\\d+)\\Z" },
        $ref: { type: "integer" },
      },
      patternProperties: { "[": { type: "string" } },
      additionalProperties: false,
      default: { pattern: "[" },
    });
    expect(prepared.warnings).toHaveLength(1);
    expect(validate(prepared, { away: 1, nowhere: 2, broken: 3, python: "x", more: 4 })).toEqual([]);
    expect(validate(prepared, { python: 1, $ref: "x" }).map(({ path }) => path)).toEqual([
      ["python"],
      ["$ref"],
    ]);
    expect(prepareSchema({ $ref: "other.json" })).toMatchObject({
      kind: "opaque",
      warnings: [expect.any(String)],
    });
  });

  it("keeps a pattern that only the flag u forbids", () => {
    const prepared = prepareSchema({ type: "string", pattern: "^[^\\@\\-]+\\@x\\-y\\.z$" });
    expect(prepared.warnings).toEqual([]);
    expect(validate(prepared, "a@x-y.z")).toEqual([]);
    expect(validate(prepared, "a-x@z")).toMatchObject([{ keyword: "pattern" }]);
  });

  it("reads the exclusive limits of draft 4", () => {
    const prepared = prepareSchema({ type: "number", minimum: 0, exclusiveMinimum: true });
    expect(validate(prepared, 0)).toMatchObject([{ keyword: "exclusiveMinimum", params: { limit: 0 } }]);
    expect(validate(prepared, 1)).toEqual([]);
  });

  it("throws at nothing", () => {
    fc.assert(
      fc.property(
        fc.object({ key: fc.constantFrom("type", "$ref", "items", "properties", "not", "anyOf", "$id") }),
        fc.jsonValue(),
        (raw, value) => {
          validate(prepareSchema(raw), JSON.parse(JSON.stringify(value)));
        },
      ),
    );
  });
});
