import { expect, it } from "vitest";
import { compare } from "./changes.ts";

const told = (before: unknown, after: unknown): string[] =>
  compare(before, after).list.map(
    ({ kind, path, before: from, after: to }) => `${kind} ${path} ${[from, to].filter(Boolean).join(" -> ")}`,
  );

it.each<[string, unknown, unknown, string[]]>([
  ["nothing", { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  [
    "a member that comes, one that goes, one that changes",
    { a: 1, b: 2 },
    { b: 3, c: null },
    ["removed a 1", "changed b 2 -> 3", "added c null"],
  ],
  ["a text that goes on", { t: "Hel" }, { t: "Hello" }, ['grew t "lo"']],
  ["a text that begins", { t: "" }, { t: "Hi" }, ['changed t "" -> "Hi"']],
  ["the whole", 1, { a: 1 }, ['changed  1 -> {"a":1}']],
  ["a list by its places", [1, 2], [1, 3, 4], ["changed [1] 2 -> 3", "added [2] 4"]],
  [
    "items by their ids, wherever they are",
    [
      { id: "a", n: 1 },
      { id: "b", n: 1 },
    ],
    [{ id: "b", n: 2 }],
    ['removed [a] {"id":"a","n":1}', "changed [b].n 1 -> 2"],
  ],
  [
    "items that share an id by their places",
    [{ id: "a" }, { id: "a" }],
    [{ id: "a" }],
    ['removed [1] {"id":"a"}'],
  ],
  ["names that are none in code", { "a b": { "": 1 } }, { "a b": { "": 2 } }, ['changed ["a b"][""] 1 -> 2']],
  [
    "a member named __proto__",
    JSON.parse('{"__proto__":{"a":1}}'),
    JSON.parse('{"__proto__":{"a":2}}'),
    ["changed __proto__.a 1 -> 2"],
  ],
  ["a list that becomes an object", { a: [] }, { a: {} }, ["changed a [] -> {}"]],
  [
    "a long value piece by piece",
    {},
    {
      list: [
        { id: "x", text: "a".repeat(40) },
        { id: "y", text: "b".repeat(40) },
      ],
    },
    [
      `added list[x] {"id":"x","text":"${"a".repeat(40)}"}`,
      `added list[y] {"id":"y","text":"${"b".repeat(40)}"}`,
    ],
  ],
])("tells %s", (_, before, after, expected) => {
  expect(told(before, after)).toEqual(expected);
});

it("tells so many places and counts the rest", () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`k${at}`, at]));
  const { list, more } = compare({}, many);
  expect([list.length, more]).toEqual([100, 150]);
});

it("does not fall over what is very deep", () => {
  const deep = (leaf: number): unknown => {
    let value: unknown = leaf;
    for (let depth = 0; depth < 20_000; depth++) value = [value];
    return value;
  };
  expect(compare({ a: deep(1), b: 1 }, { a: deep(1), b: 2 }).list).toContainEqual({
    path: "b",
    kind: "changed",
    before: "1",
    after: "2",
  });
});
