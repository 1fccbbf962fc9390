import { describe, expect, it } from "vitest";
import { ancestorOf, countOf, revisionOf, seal, toText } from "./envelope.ts";
import type { ThreadRecord } from "./record.ts";

const turn = (n: number, size: number): ThreadRecord["messages"] => [
  { id: `u${n}`, role: "user", content: "x".repeat(size), phase: "complete", origin: "app" },
  { id: `a${n}`, role: "assistant", content: "y".repeat(size), phase: "complete", origin: "agent" },
];

const record = (messages: ThreadRecord["messages"]): ThreadRecord => ({
  version: 1,
  threadId: "t1",
  messages,
  state: { keep: true },
  decisions: [],
  usage: [],
});

describe("the envelope", () => {
  it("gives its revision without reading the record", () => {
    const text = seal("12.a-b_C", "11.x", "not even JSON");
    expect(ancestorOf(text)).toBe("11.x");
    expect(ancestorOf(seal("1.a", "", "{}"))).toBe("");
    expect(revisionOf(text)).toBe("12.a-b_C");
    expect(countOf(revisionOf(text))).toBe(12);
    for (const foreign of ["", "{}", '{"record":{}}', '[{"revision":"1.a"']) {
      expect(revisionOf(foreign)).toBe("");
      expect(countOf(revisionOf(foreign))).toBe(0);
    }
  });
});

describe("toText", () => {
  it("keeps a record that fits as it is", () => {
    const whole = record(turn(1, 10));
    expect(toText(whole, 10_000)).toEqual({ text: JSON.stringify(whole), trimmed: 0 });
  });

  it("leaves out the oldest turns, each whole", () => {
    const whole = record([...turn(1, 400), ...turn(2, 400), ...turn(3, 400)]);
    const { text, trimmed } = toText(whole, 2200);
    const kept: ThreadRecord = JSON.parse(text);
    expect(text.length).toBeLessThanOrEqual(2200);
    expect(trimmed).toBe(2);
    expect(kept.messages.map(({ id }) => id)).toEqual(["u2", "a2", "u3", "a3"]);
    expect(kept.state).toEqual({ keep: true });
  });

  it("leaves out the whole conversation where no turn fits", () => {
    expect(toText(record(turn(1, 4000)), 1000).trimmed).toBe(2);
  });
});
