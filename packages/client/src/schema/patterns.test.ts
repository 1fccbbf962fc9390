import { describe, expect, it } from "vitest";
import { prepareSchema } from "./prepare.ts";
import { judge, validate } from "./validate.ts";

const parse = (text: string): unknown => JSON.parse(text);

const pattern = (text: string) => ({ type: "string", pattern: text });

describe("a pattern", () => {
  it.each([
    "^(a+)+$",
    "^(\\w+\\s?)*$",
    "^(a|a)*$",
    "^(?:a{1,20}){1,20}$",
    "^(a?){30}a{30}$",
    "(?P<year>\\d+)",
    "\\d+\\Z",
    "[",
    "a?".repeat(2000),
  ])("is dropped with a warning: %s", (text) => {
    const prepared = prepareSchema(pattern(text));
    expect(prepared).toMatchObject({ kind: "schema", schema: { type: "string" } });
    expect(prepared.warnings).toEqual([expect.any(String)]);
    expect(validate(prepared, "!")).toEqual([]);
  });

  it.each([
    [
      "zod's duration",
      "^P(?:(\\d+W)|(?!.*W)(?=\\d|T\\d)(\\d+Y)?(\\d+M)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+([.,]\\d+)?S)?)?)$",
      "P1Y2M3DT4H5M6S",
    ],
    [
      "zod's date-time",
      "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z))$",
      "2024-02-29T10:00:00.123456Z",
    ],
    [
      "zod's IPv4 address",
      "^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$",
      "255.255.255.255",
    ],
    ["rust_decimal's", "^-?\\d+(\\.\\d+)?([eE]\\d+)?$", "-12345678901234.5678e12"],
    ["pydantic's Decimal", "^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$", "-12345678901234.5678"],
    ["an address by hand", "^\\d{1,3}(\\.\\d{1,3}){3}$", "127.0.0.1"],
  ])("is kept: %s", (_name, text, good) => {
    const prepared = prepareSchema(pattern(text));
    expect(prepared.warnings).toEqual([]);
    expect(validate(prepared, good)).toEqual([]);
    expect(validate(prepared, "?")).toMatchObject([{ keyword: "pattern", params: { pattern: text } }]);
  });

  it("beside the format of an email address is left to the format where it is too dear", () => {
    const text =
      "^(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";
    const prepared = prepareSchema({ ...pattern(text), format: "email" });
    expect(prepared.warnings).toEqual([]);
    expect(validate(prepared, "first.last+tag@mail.example.com")).toEqual([]);
    expect(validate(prepared, "?")).toMatchObject([{ keyword: "format" }]);
  });

  it("works as it does without the flag u", () => {
    for (const [text, good, bad] of [
      ["^[\\w-.]+\\@x\\-y$", "a-b.c@x-y", "a b@x-y"],
      ["^[^\\_]$", "a", "_"],
      ["^\\p{Lu}", "É", "é"],
    ] as const) {
      const prepared = prepareSchema(pattern(text));
      expect(prepared.warnings).toEqual([]);
      expect(validate(prepared, good)).toEqual([]);
      expect(validate(prepared, bad)).toMatchObject([{ keyword: "pattern" }]);
    }
  });

  it("is not tested on a very long text; the rest is", () => {
    const prepared = prepareSchema({ type: "string", pattern: "^a*$", maxLength: 5 });
    expect(validate(prepared, "b".repeat(10_001))).toMatchObject([{ keyword: "maxLength" }]);
    expect(validate(prepareSchema(pattern("^a*$")), "b".repeat(10_000))).toHaveLength(1);
  });

  it.each([{ pattern: "[" }, { $ref: "https://example.com/x" }])(
    "that was dropped makes nothing else refuse",
    (part) => {
      for (const schema of [
        { not: part },
        { not: { anyOf: [part] } },
        { not: { $ref: "#/$defs/a" }, $defs: { a: part } },
        { oneOf: [part, { minLength: 0 }] },
        { contains: part, maxContains: 1 },
        { allOf: [{ properties: { a: part } }], unevaluatedProperties: false },
        { patternProperties: { "[": {} }, additionalProperties: false },
        { allOf: [{ patternProperties: { "[": {} } }], unevaluatedProperties: false },
        parse(`{"if":${JSON.stringify(part)},"then":false}`),
      ]) {
        const prepared = prepareSchema({ maxProperties: 99, ...Object(schema) });
        for (const value of ["x", ["x", "y"], { b: 1 }]) {
          expect([schema, judge(prepared, value)]).toEqual([schema, { errors: [], skipped: null }]);
        }
      }
    },
  );
});
