import fc from "fast-check";
import { expect, test } from "vitest";
import { toLines } from "./json-lines.ts";
import { type DiffLine, diffLines } from "./line-diff.ts";

const marks = { same: " ", removed: "-", added: "+" } as const;
const show = (lines: readonly DiffLine[]) => lines.map(({ kind, text }) => marks[kind] + text);
const side = (lines: readonly DiffLine[], left: DiffLine["kind"]) =>
  lines.filter(({ kind }) => kind === "same" || kind === left).map(({ text }) => text);

test("tells the fewest lines, those taken out first", () => {
  expect(show(diffLines(["a", "b", "c", "d"], ["a", "x", "c", "d", "e"]))).toEqual([
    " a",
    "-b",
    "+x",
    " c",
    " d",
    "+e",
  ]);
  expect(show(diffLines(["a", "a"], ["a"]))).toEqual([" a", "-a"]);
  expect(show(diffLines([], ["a"]))).toEqual(["+a"]);
  expect(show(diffLines(["a"], []))).toEqual(["-a"]);
});

test("either side can be read from it, whatever the lines, and what is the same is never told as changed", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      expect(side(lines, "removed")).toEqual(before);
      expect(side(lines, "added")).toEqual(after);
      expect(diffLines(before, before).every(({ kind }) => kind === "same")).toBe(true);
    }),
  );
});

test("texts without end are told whole, around what they share at both ends", () => {
  const many = (name: string) => Array.from({ length: 5000 }, (_, at) => `${name} ${at}`);
  const lines = diffLines(["top", ...many("a"), "end"], ["top", ...many("b"), "end"]);
  expect(lines).toHaveLength(10_002);
  expect(lines[0]).toEqual({ kind: "same", text: "top" });
  expect(lines[5000]).toEqual({ kind: "removed", text: "a 4999" });
  expect(lines[5001]).toEqual({ kind: "added", text: "b 0" });
  expect(lines.at(-1)).toEqual({ kind: "same", text: "end" });
});

test("a value is told a member a line, in the order of the other one", () => {
  const before = { to: "a@example.com", tags: ["x", 1], nested: { on: true } };
  expect(toLines(before)).toEqual(["to: a@example.com", "tags:", "  - x", "  - 1", "nested:", "  on: true"]);
  const after = { nested: { on: true }, tags: ["x", 1], to: "a@example.com", more: {} };
  expect(toLines(after, before)).toEqual([...toLines(before), "more: {}"]);
});

test("a text of several lines is these lines; what looks like something else is quoted", () => {
  expect(toLines({ body: "Hello\n\nto: b" })).toEqual(["body:", "  | Hello", "  | ", "  | to: b"]);
  expect(toLines("one\ntwo")).toEqual(["| one", "| two"]);
  expect(toLines(["1", 1, "true", true, "", null, " x", []])).toEqual([
    '- "1"',
    "- 1",
    '- "true"',
    "- true",
    '- ""',
    "- null",
    '- " x"',
    "- []",
  ]);
  expect(toLines({ "a\nb": 1 })).toEqual(['"a\\nb": 1']);
  expect(toLines(JSON.parse('{"__proto__": {"a": 1}}'))).toEqual(['"__proto__":', "  a: 1"]);
});

test("what is nested without end becomes a line", () => {
  const deep = JSON.parse(`${"[".repeat(2000)}${"]".repeat(2000)}`);
  expect(toLines(deep).length).toBeLessThan(20);
});
