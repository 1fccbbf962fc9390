import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isStandardSchema, jsonSchemaOf, readStandard, type StandardSchema } from "./standard.ts";

describe("readStandard", () => {
  it("gives what the schema makes of the value", () => {
    expect(readStandard(z.object({ n: z.coerce.number() }), { n: "4" })).toEqual({
      ok: true,
      value: { n: 4 },
    });
  });

  it("gives each issue with its place and the schema's own words", () => {
    const schema = z.object({ list: z.array(z.object({ n: z.number("Give a number") })) });
    expect(readStandard(schema, { list: [{ n: 1 }, { n: "x" }] })).toEqual({
      ok: false,
      errors: [{ path: ["list", 1, "n"], keyword: "schema", params: {}, message: "Give a number" }],
    });
  });

  it("refuses by a schema that throws or waits", () => {
    const waiting = z.string().refine(async () => true);
    const reading = readStandard(waiting, "x");
    expect(reading).toMatchObject({ ok: false, errors: [{ path: [] }] });
    const broken: StandardSchema = {
      "~standard": {
        validate() {
          throw new Error("boom");
        },
      },
    };
    expect(readStandard(broken, "x")).toMatchObject({ ok: false, errors: [{ message: "Error: boom" }] });
  });

  it("knows a Standard Schema, and the JSON Schema that one gives", () => {
    expect(isStandardSchema(z.string())).toBe(true);
    expect(isStandardSchema({ type: "string" })).toBe(false);
    expect(jsonSchemaOf(z.object({ ok: z.boolean() }), "x")).toMatchObject({
      type: "object",
      properties: { ok: { type: "boolean" } },
      required: ["ok"],
    });
  });
});
