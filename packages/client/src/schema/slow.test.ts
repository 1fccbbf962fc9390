import { describe, expect, it } from "vitest";
import { doubling, doublingData, nested, slow } from "../../../../test/support/slow-schemas.ts";
import { FIFTY_MILLISECONDS, yardsticks } from "../../../../test/support/speed.ts";
import { prepareSchema } from "./prepare.ts";
import { accepts, judge } from "./validate.ts";

const parse = (text: string): unknown => JSON.parse(text);

describe("a schema that would take long", () => {
  it.each(slow)("%s: within 50 ms", (_name, schema, value) => {
    const text = JSON.stringify(schema);
    const run = () => {
      judge(prepareSchema(parse(text)), value);
    };
    expect(yardsticks(run)).toBeLessThan(FIFTY_MILLISECONDS);
  });

  it("is said not to be checked, and blocks nothing", () => {
    for (const [schema, value] of [
      [doubling(20), "x"],
      [doubling(20), 1],
      [doublingData, nested(30)],
    ]) {
      expect(judge(prepareSchema(schema), value)).toEqual({ errors: [], skipped: expect.any(String) });
    }
    const prepared = prepareSchema(doubling(20));
    expect(prepared.kind).toBe("schema");
    expect(prepared.kind === "schema" && accepts(prepared.schema, prepared.schema, "x")).toBe(false);
    // What was skipped once does not make the next one dear.
    expect(judge(prepareSchema(doubling(5)), 1)).toMatchObject({
      errors: [{ keyword: "type" }],
      skipped: null,
    });
    expect(judge(prepareSchema(doublingData), nested(5))).toEqual({ errors: [], skipped: null });
  });
});
