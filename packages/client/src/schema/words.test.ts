import { describe, expect, it } from "vitest";
import { prepareSchema } from "./prepare.ts";
import { judge, validate } from "./validate.ts";

const parse = (text: string): unknown => JSON.parse(text);

describe("an older draft", () => {
  it("says the same in the words of 2020-12", () => {
    const raw = {
      $schema: "http://json-schema.org/draft-07/schema#",
      properties: {
        pair: { type: "array", items: [{ type: "string" }, true], additionalItems: { type: "integer" } },
        fixed: { items: [{ type: "string" }], additionalItems: false },
        open: { items: [{ type: "string" }] },
        list: { items: { type: "string" }, additionalItems: false },
        age: { type: "integer", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      },
      dependencies: { card: ["address"], pair: { required: ["age"] }, free: true },
      dependentRequired: { zip: ["city"] },
    };
    expect(prepareSchema(raw)).toMatchObject({
      schema: {
        properties: {
          pair: { prefixItems: [{ type: "string" }, true], items: { type: "integer" } },
          fixed: { prefixItems: [{ type: "string" }], items: false },
          open: { prefixItems: [{ type: "string" }] },
          list: { items: { type: "string" } },
          age: { type: "integer", exclusiveMinimum: 0, maximum: 9 },
        },
        allOf: [
          { dependentSchemas: { card: { required: ["address"] } } },
          { dependentSchemas: { pair: { required: ["age"] } } },
          { dependentSchemas: { free: true } },
          { dependentSchemas: { zip: { required: ["city"] } } },
        ],
      },
    });
    const faults = (value: unknown) =>
      validate(prepareSchema(raw), value).map(({ path, keyword }) => [keyword, ...path]);
    expect(JSON.stringify(prepareSchema(raw))).not.toMatch(/additionalItems|"dependencies|true,"max/);
    expect(faults({ pair: ["x", 1, "y"], age: 1 })).toEqual([["type", "pair", 2]]);
    expect(faults({ fixed: ["x", 1], list: ["a"], open: ["x", 1] })).toEqual([["items", "fixed", 1]]);
    expect(faults({ card: 1, pair: [] })).toEqual([
      ["required", "address"],
      ["required", "age"],
    ]);
    expect(faults({ zip: 1 })).toEqual([["required", "city"]]);
    expect(faults({ age: 0 })).toEqual([["exclusiveMinimum", "age"]]);
  });

  it("takes null where OpenAPI's nullable stands", () => {
    for (const schema of [
      { type: "string", nullable: true },
      { type: "string", enum: ["a"], nullable: true },
      { enum: ["a"], nullable: true },
      { nullable: true, anyOf: [{ type: "string" }] },
      { nullable: true, oneOf: [{ type: "string" }] },
      { nullable: true, $ref: "#/$defs/a", $defs: { a: { type: "string" } } },
      { nullable: true, allOf: [{ type: "string" }] },
    ]) {
      const prepared = prepareSchema(schema);
      expect([schema, judge(prepared, null)]).toEqual([schema, { errors: [], skipped: null }]);
      expect(validate(prepared, 1)).not.toEqual([]);
      expect(validate(prepared, "a")).toEqual([]);
      expect(JSON.stringify(prepared)).not.toContain("nullable");
    }
    expect(validate(prepareSchema({ type: "string", nullable: false }), null)).toHaveLength(1);
  });
});

describe("a keyword that is no such thing", () => {
  it.each<[unknown, unknown]>([
    [{ type: "strin" }, 1],
    [{ type: ["strin", "null"] }, 1],
    [{ type: [] }, 1],
    [{ type: 5 }, 1],
    [{ type: "any" }, 1],
    [{ minimum: "x" }, 1],
    [{ minLength: "x" }, "a"],
    [{ multipleOf: 0 }, 1],
    [{ multipleOf: "x" }, 1],
    [{ minContains: "x", contains: {} }, [1]],
    [{ required: "a" }, {}],
    [{ required: true }, {}],
    [{ required: [1] }, {}],
    [{ properties: { a: null } }, { a: 1 }],
    [{ properties: [1] }, { 0: 1 }],
    [{ items: null }, [1]],
    [{ items: "x" }, [1]],
    [{ items: [null] }, [1]],
    [{ prefixItems: {} }, [1]],
    [{ anyOf: {} }, 1],
    [{ anyOf: [] }, 1],
    [{ oneOf: [] }, 1],
    [{ allOf: "x" }, 1],
    [{ not: [] }, 1],
    [{ not: null }, 1],
    [parse('{"if":null,"then":false}'), 1],
    [{ enum: "x" }, "y"],
    [{ enum: {} }, "y"],
    [{ dependentRequired: { a: "bc" } }, { a: 1 }],
    [{ dependentRequired: 5 }, { a: 1 }],
    [{ dependencies: { a: 5 } }, { a: 1 }],
    [{ dependentSchemas: { a: [] } }, { a: 1 }],
    [{ pattern: 5 }, "x"],
    [{ format: 5 }, "x"],
    [{ format: "constructor" }, "x"],
    [{ format: "hasOwnProperty" }, "x"],
    [{ format: "__proto__" }, "x"],
    [{ format: "__lookupGetter__" }, "x"],
    [{ additionalProperties: "no" }, { a: 1 }],
    [{ $ref: {} }, 1],
    [{ $recursiveRef: "#" }, 1],
    [{ __absolute_ref__: "#/x", $ref: "#/$defs/a", $defs: { a: {} } }, 1],
  ])("asks for nothing: %j", (schema, value) => {
    expect(judge(prepareSchema({ maxProperties: 99, ...Object(schema) }), value)).toEqual({
      errors: [],
      skipped: null,
    });
  });

  it("is told, and leaves the rest", () => {
    const prepared = prepareSchema({
      type: "strin",
      required: "a",
      minLength: 2,
      properties: { b: { type: "integer" } },
    });
    expect(prepared.warnings).toHaveLength(1);
    expect(validate(prepared, "x")).toMatchObject([{ keyword: "minLength" }]);
    expect(validate(prepared, { b: "x" })).toMatchObject([{ path: ["b"] }]);
  });
});

describe("names that every object knows", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
  it.each(names)("%s is a name as any other", (name) => {
    const schema = parse(
      `{"type":"object","properties":{"${name}":{"type":"string"},"ref":{"$ref":"#/$defs/${name}"}},"required":["${name}"],
        "additionalProperties":false,"$defs":{"${name}":{"type":"integer"}},"dependencies":{"${name}":["other"]},"${name}":{"type":"null"}}`,
    );
    const before = Object.getOwnPropertyNames(Object.prototype);
    const prepared = prepareSchema(schema);
    const faults = (text: string) =>
      validate(prepared, parse(text)).map(({ path, keyword }) => [keyword, ...path]);
    expect(prepared.warnings).toEqual([]);
    expect(faults("{}")).toEqual([["required", name]]);
    expect(faults(`{"${name}":1}`)).toEqual([
      ["required", "other"],
      ["type", name],
    ]);
    expect(faults(`{"${name}":"x","ref":"x"}`)).toEqual([
      ["required", "other"],
      ["type", "ref"],
    ]);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });
});
