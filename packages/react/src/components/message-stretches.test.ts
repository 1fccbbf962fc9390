import { expect, test } from "vitest";
import type { MessageRow } from "./message-rows.ts";
import { toStretches } from "./message-stretches.ts";

const rowsOf = (ids: readonly string[]): MessageRow[] => ids.map((id) => ({ kind: "message", id }));
const count = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `m-${from + at}`);
const cut = (ids: readonly string[]) => toStretches(rowsOf(ids));

test("every row is in one stretch, in order", () => {
  expect(cut([])).toEqual([]);
  expect(cut(count(0, 2000)).flatMap(({ rows }) => rows)).toEqual(rowsOf(count(0, 2000)));
});

test.each([
  ["counted", (at: number) => `m-${at}`],
  ["counted in hexadecimal", (at: number) => `0197f3a2-${at.toString(16).padStart(12, "0")}`],
  ["with the count first", (at: number) => `${at}-of-the-thread`],
  ["random", (at: number) => Math.sin(at + 1).toString(36)],
])("no stretch of 2,000 messages is long, nor are they many, with ids that are %s", (_, idOf) => {
  const stretches = cut(Array.from({ length: 2000 }, (_, at) => idOf(at)));
  expect(Math.max(...stretches.map(({ rows }) => rows.length))).toBeLessThan(300);
  expect(stretches.length).toBeLessThan(300);
});

test("what comes before or after moves no row out of its stretch", () => {
  const before = cut(count(100, 1000));
  const after = new Map(cut(count(0, 1100)).map(({ key, rows }) => [key, rows]));
  // The first one grows at its beginning, the last one at its end.
  for (const { key, rows } of before.slice(1, -1)) expect(after.get(key)).toEqual(rows);
  const last = before.at(-1);
  expect(after.get(last?.key ?? "")?.slice(0, last?.rows.length)).toEqual(last?.rows);
});

test("a stretch keeps its key with another beginning, and never takes that of another", () => {
  const key = (ids: readonly string[], before: readonly string[]) => {
    const first = toStretches(rowsOf(before));
    return [first[0]?.key, toStretches(rowsOf(ids), first).find(({ rows }) => rows.length > 1)?.key];
  };
  const [own, ...others] = count(1, 4);
  for (const ids of [["new", "m-1", "m-2"], others, ["m-2", "m-3", "m-1"]]) {
    expect(key(ids, [own ?? "", ...others])).toEqual(["message m-1", "message m-1"]);
  }

  let [seed, stretches] = [1, toStretches([])];
  const next = (below: number) => {
    seed = Math.imul(seed, 48271) >>> 1;
    return seed % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const ids = count(0, 120).filter(() => next(3) > 0);
    stretches = toStretches(
      rowsOf([...ids.slice(next(60)), ...ids.slice(0, next(20))].toReversed()),
      stretches,
    );
    expect(new Set(stretches.map((each) => each.key)).size).toBe(stretches.length);
  }
});
