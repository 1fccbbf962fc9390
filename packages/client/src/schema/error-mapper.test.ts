import { describe, expect, it } from "vitest";
import { withSentence } from "../form/sentences.ts";
import { prepareSchema } from "./prepare.ts";
import { judge, validate } from "./validate.ts";

const faults = (schema: unknown, value: unknown): [string, string, string][] =>
  validate(prepareSchema(schema), value)
    .map(withSentence)
    .map(({ path, keyword, message }) => [JSON.stringify(path), keyword, message]);

describe("validate", () => {
  it("says each fault once, at its place, in words that mend it", () => {
    const schema = {
      type: "object",
      properties: {
        count: { type: "integer", minimum: 1, maximum: 99 },
        price: { type: "number", minimum: 1 },
        name: { $ref: "#/$defs/name" },
        tags: { type: "array", items: { type: "string", format: "email" }, maxItems: 1 },
        pick: { type: "string", enum: ["a", "b"] },
        "a/b~c%d": { type: "boolean" },
      },
      required: ["name", "id", "when"],
      additionalProperties: false,
      allOf: [{ required: ["id"] }],
      $defs: { name: { type: "string", minLength: 2 } },
    };
    const value = {
      count: 1.5,
      price: 0,
      name: "x",
      tags: ["no", "me@example.com"],
      pick: 7,
      extra: 1,
      "a/b~c%d": 0,
    };
    expect(faults(schema, value)).toEqual([
      ['["id"]', "required", "This is required."],
      ['["when"]', "required", "This is required."],
      ['["count"]', "type", "Enter a whole number from 1 to 99."],
      ['["price"]', "minimum", "Enter a number that is at least 1."],
      ['["name"]', "minLength", "Enter at least 2 characters."],
      ['["tags"]', "maxItems", "Keep at most 1 of these."],
      ['["tags",0]', "format", "Enter a valid email, such as name@example.com."],
      ['["pick"]', "enum", "Choose one of the options."],
      ['["a/b~c%d"]', "type", "Enter yes or no."],
      ['["extra"]', "additionalProperties", "Remove this: it is not expected here."],
    ]);
  });

  it("gives what a translation needs", () => {
    const [fault] = validate(prepareSchema({ type: "integer", maximum: 99 }), 100);
    expect(fault?.params).toMatchObject({ limit: 99, integer: true });
  });

  it("keeps the branch of a union that was meant", () => {
    const edit = {
      type: "object",
      properties: {
        type: { const: "edit" },
        args: { type: "object", properties: { subject: { type: "string", minLength: 1 } } },
      },
      required: ["type", "args"],
    };
    const accept = {
      type: "object",
      properties: { type: { const: "accept" } },
      required: ["type"],
      additionalProperties: false,
    };
    expect(faults({ oneOf: [accept, edit] }, { type: "edit", args: { subject: "" } })).toEqual([
      ['["args","subject"]', "minLength", "Enter some text."],
    ]);
    expect(faults({ anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] }, 0)).toMatchObject([
      ["[]", "minimum", expect.any(String)],
    ]);
    expect(faults({ anyOf: [{ type: "integer" }, { type: "null" }] }, "x")).toEqual([
      ["[]", "type", "Enter a whole number."],
    ]);
    expect(faults({ anyOf: [{ type: "integer" }, { type: "string" }] }, true)).toEqual([
      ["[]", "type", "Enter a whole number or text."],
    ]);
    expect(faults({ oneOf: [{ const: "a" }, { const: "b" }] }, "c")).toEqual([
      ["[]", "enum", "Choose one of the options."],
    ]);
    expect(faults({ oneOf: [{ type: "number" }, { type: "integer" }] }, 1)).toMatchObject([
      ["[]", "oneOf", expect.any(String)],
    ]);
  });

  it("does not repeat the parts of a list, of names and of conditions", () => {
    expect(faults({ contains: { type: "string" } }, [1, 2])).toMatchObject([
      ["[]", "contains", expect.any(String)],
    ]);
    expect(faults({ propertyNames: { minLength: 2 } }, { a: 1 })).toMatchObject([
      ['["a"]', "propertyNames", expect.any(String)],
    ]);
    expect(faults({ dependentRequired: { a: ["b", "c"] } }, { a: 1, c: 1 })).toMatchObject([
      ['["b"]', "required", expect.any(String)],
    ]);
    expect(faults('{"if":{"required":["a"]},"then":{"required":["b"]}}', { a: 1 })).toMatchObject([
      ['["b"]', "required", expect.any(String)],
    ]);
    expect(
      faults(
        { anyOf: [{ properties: { a: { type: "string" } }, required: ["a"] }], unevaluatedProperties: false },
        { a: 1 },
      ),
    ).toMatchObject([['["a"]', "type", expect.any(String)]]);
    expect(faults({ properties: { contains: { type: "string" } } }, { contains: 1 })).toHaveLength(1);
  });

  it("leaves to the agent what cannot be judged here", () => {
    const loop = prepareSchema({ anyOf: [{ $ref: "#" }] });
    expect(judge(loop, 1)).toEqual({ errors: [], skipped: expect.any(String) });
    expect(validate(loop, 1)).toEqual([]);
    for (const schema of [undefined, {}, "?"])
      expect(judge(prepareSchema(schema), 1)).toEqual({ errors: [], skipped: null });
  });

  it("refuses every answer where the schema allows none", () => {
    expect(validate(prepareSchema(false), null)).toMatchObject([{ path: [], keyword: "never" }]);
  });
});
