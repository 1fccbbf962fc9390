import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toAnswer } from "./to-answer.ts";

const sent = (value: unknown) => ({ ok: true, value, text: JSON.stringify(value) });

describe("toAnswer", () => {
  it("leaves out undefined, keeps null, false, 0 and empty texts, and changes nothing in its input", () => {
    const input = Object.freeze({
      a: undefined,
      b: null,
      c: [null, { d: undefined }],
      e: false,
      f: 0,
      g: "",
    });
    expect(toAnswer(input)).toEqual(sent({ b: null, c: [null, {}], e: false, f: 0, g: "" }));
    expect("a" in input).toBe(true);
  });

  it("says where a value is no JSON", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, () => 1, 1n, Symbol("s"), new Map(), cyclic]) {
      expect(toAnswer({ list: [1, value] })).toMatchObject({ ok: false, reason: expect.any(String) });
    }
    expect(toAnswer({ list: [1, Number.NaN] })).toMatchObject({ path: ["list", 1] });
    expect(toAnswer(undefined).ok).toBe(false);
    expect(toAnswer([undefined]).ok).toBe(false);
  });

  it("sends a date as JSON would", () => {
    expect(toAnswer({ at: new Date(0) })).toEqual(sent({ at: "1970-01-01T00:00:00.000Z" }));
  });

  it("carries __proto__ as data", () => {
    const answer = toAnswer(JSON.parse('{"__proto__":{"polluted":true}}'));
    expect(answer.ok && JSON.stringify(answer.value)).toBe('{"__proto__":{"polluted":true}}');
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("is what JSON makes of any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toAnswer(value)).toEqual(sent(JSON.parse(JSON.stringify(value))));
      }),
    );
  });
});
