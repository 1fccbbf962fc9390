import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareSchema } from "../schema/prepare.ts";
import { slotOf } from "./drawing.ts";
import { toFieldTree } from "./field-tree.ts";
import { type FormState, read, readDraft, toDraft } from "./form-state.ts";
import { withSentence } from "./sentences.ts";
import type { Slot } from "./slot.ts";

type Entry = readonly [readonly string[], string | boolean | null];

/** The state in which these have been put into fields at the top. */
const stateOf = (entries: readonly Entry[]): FormState => {
  const [root] = entries.filter(([path]) => path.length === 0);
  const toSlot = (put: Entry[1]): Slot => (typeof put === "boolean" ? { yes: put } : { is: put, pick: put });
  const parts = Object.fromEntries(entries.map(([path, put]) => [path[0] ?? "", toSlot(put)]));
  return { slot: root ? toSlot(root[1]) : { parts }, attempted: false };
};

function reading(schema: unknown, ...entries: readonly Entry[]) {
  const prepared = prepareSchema(schema);
  return read({ tree: toFieldTree(prepared), prepared }, stateOf(entries));
}

const object = (properties: unknown, required: string[] = []) => ({ type: "object", properties, required });

describe("read", () => {
  it("sends a default that is shown, also false, 0 and an empty text, and nothing else that is untouched", () => {
    const schema = object({
      yes: { type: "boolean", default: false },
      count: { type: "integer", default: 0 },
      note: { type: "string", default: "" },
      other: { type: "string" },
      flag: { type: "boolean" },
      nothing: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
    });
    const { answer, faults, skipped } = reading(schema);
    expect({ answer, faults, skipped }).toEqual({
      answer: { yes: false, count: 0, note: "" },
      faults: [],
      skipped: null,
    });
  });

  it("does not answer a required boolean that was left alone", () => {
    const { answer, faults } = reading(object({ approved: { type: "boolean" } }, ["approved"]));
    expect(answer).toEqual({});
    expect(faults).toMatchObject([{ path: ["approved"], keyword: "required" }]);
  });

  it("leaves a cleared text out, and sends null where only null is allowed", () => {
    const maybe = { type: ["string", "null"] };
    const schema = object({ a: { type: "string" }, b: maybe, c: maybe, d: { ...maybe, default: "x" } }, [
      "c",
    ]);
    expect(reading(schema, [["a"], ""], [["b"], ""], [["c"], ""], [["d"], ""]).answer).toEqual({
      c: null,
      d: null,
    });
    expect(reading(object({ a: { type: "string" } }, ["a"]), [["a"], ""]).faults).toMatchObject([
      { path: ["a"], keyword: "required" },
    ]);
  });

  it.each(["1e-3", "1.5", "1.05", "abc", "0x10", "1,000", "--1", "Infinity", "NaN"])(
    "refuses %s as a whole number, once and with the range",
    (text) => {
      const schema = object({ n: { type: "integer", minimum: 1, maximum: 99 } }, ["n"]);
      const { answer, faults } = reading(schema, [["n"], text]);
      expect(answer).toEqual({});
      expect(faults.map(withSentence)).toMatchObject([
        { path: ["n"], message: "Enter a whole number from 1 to 99." },
      ]);
    },
  );

  it("refuses numbers that would be changed on the way", () => {
    for (const kind of ["integer", "number"]) {
      const { faults } = reading(object({ n: { type: kind } }), [["n"], "9007199254740993"]);
      expect(faults).toMatchObject([{ keyword: "precision" }]);
    }
    const number = (text: string) => reading({ type: "number" }, [[], text]);
    const changed = ["1e999", "9007199254740993.0", "9007199254740993e0", "1e-400", "0.12345678901234567891"];
    for (const text of changed) {
      expect(number(text).faults, text).toMatchObject([{ keyword: "precision" }]);
    }
    const kept: [string, number][] = [
      [" 1.5e-3 ", 0.0015],
      ["0.10", 0.1],
      ["+.5", 0.5],
      ["100.", 100],
      ["1.0", 1],
      ["007", 7],
      ["-0.0", 0],
      ["0e5", 0],
      ["1E3", 1000],
      ["12e20", 1.2e21],
      ["9007199254740991.0", 9007199254740991],
      ["5e-324", 5e-324],
    ];
    for (const [text, value] of kept) expect(number(text), text).toMatchObject({ answer: value, faults: [] });
  });

  it("reads a JSON box and says where it breaks off", () => {
    const schema = object({ list: { type: "array", items: {}, contains: { type: ["integer", "boolean"] } } });
    expect(reading(schema, [["list"], "[1, 2]"]).answer).toEqual({ list: [1, 2] });
    expect(reading(schema, [["list"], "[1, "]).faults).toMatchObject([{ path: ["list"], keyword: "json" }]);
    expect(reading(schema, [["list"], '["x"]']).faults).toMatchObject([
      { path: ["list"], keyword: "contains" },
    ]);
  });

  it("carries any key and pollutes nothing", () => {
    const keys = ["a.b", "__proto__", "constructor", "", "x[0]", "toString"];
    const properties = Object.fromEntries(keys.map((key) => [key, { type: "string" }]));
    Object.defineProperty(properties, "__proto__", { value: { type: "string" }, enumerable: true });
    const { answer, faults } = reading(
      object(properties, keys),
      ...keys.map((key): Entry => [[key], `of ${key}`]),
    );
    expect(faults).toEqual([]);
    expect(Object.entries(Object(answer)).sort()).toEqual(keys.map((key) => [key, `of ${key}`]).sort());
    expect(Object.getPrototypeOf(answer)).toBe(Object.prototype);
    expect("of __proto__" in {}).toBe(false);
  });
});

describe("the stored form", () => {
  it("gives back what was typed, half-typed texts too", () => {
    const tree = toFieldTree(prepareSchema(object({ n: { type: "integer" }, b: { type: "boolean" } })));
    const state = stateOf([
      [["n"], "12x"],
      [["b"], false],
    ]);
    const draft: unknown = JSON.parse(JSON.stringify(toDraft(state)));
    expect(draft).toEqual({ form: 2, slot: { parts: { n: { is: "12x", pick: "12x" }, b: { yes: false } } } });
    expect(readDraft(draft)).toEqual(state.slot);
    expect(readDraft({ n: 1 })).toBeNull();
    expect(slotOf(tree, { n: 1 }, false)).toEqual({ keys: [], parts: { n: { is: "1" }, b: {} } });
  });

  it("shows every answer so that it is read back unchanged", () => {
    const schema = object({
      text: { type: "string" },
      count: { type: "integer" },
      flag: { type: "boolean" },
      pick: { enum: ["a", 1, null, false] },
      rest: {},
    });
    const prepared = prepareSchema(schema);
    const tree = toFieldTree(prepared);
    fc.assert(
      fc.property(
        fc.record(
          {
            text: fc.string(),
            count: fc.maxSafeInteger(),
            flag: fc.boolean(),
            pick: fc.constantFrom("a", 1, null, false),
            rest: fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))),
          },
          { requiredKeys: [] },
        ),
        (answer) => {
          expect(read({ tree, prepared }, { slot: slotOf(tree, answer, true) }).answer).toEqual({
            ...answer,
          });
        },
      ),
    );
  });
});
