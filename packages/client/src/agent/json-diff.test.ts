import { expect, test } from "vitest";
import { applyPatch } from "../lib/json-patch.ts";
import { createPatch } from "./json-diff.ts";

const rows = (...ids: number[]) => ids.map((id) => ({ id, title: `row ${id}` }));

/** The patch, after it was seen to do what it says. */
function patchOf(before: unknown, after: unknown) {
  const patch = createPatch(before, after);
  expect(applyPatch(before, patch)).toEqual({ ok: true, document: after });
  return patch;
}

test.each([
  ["equal values", { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ["a member that changed", { a: 1, b: 2 }, { a: 1, b: 3 }, [{ op: "replace", path: "/b", value: 3 }]],
  [
    "members gone and come",
    { a: 1 },
    { b: 1 },
    [
      { op: "remove", path: "/a" },
      { op: "add", path: "/b", value: 1 },
    ],
  ],
  ["a null that came", { a: 1 }, { a: null }, [{ op: "replace", path: "/a", value: null }]],
  [
    "keys with the marks of a pointer",
    { "a/b~c": 1, "": { "~1": 1 } },
    { "a/b~c": 2, "": { "~1": 2 } },
    [
      { op: "replace", path: "/a~1b~0c", value: 2 },
      { op: "replace", path: "//~01", value: 2 },
    ],
  ],
  ["a list where an object was", { a: {} }, { a: [] }, [{ op: "replace", path: "/a", value: [] }]],
  ["another document", [1], { 0: 1 }, [{ op: "replace", path: "", value: { 0: 1 } }]],
  ["the same member in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, []],
])("a patch tells %s", (_, before, after, patch) => {
  expect(patchOf(before, after)).toEqual(patch);
});

test.each([
  ["the first taken out", rows(1, 2, 3, 4), rows(2, 3, 4), [{ op: "remove", path: "/0" }]],
  ["one put in", rows(1, 3), rows(1, 2, 3), [{ op: "add", path: "/1", value: rows(2)[0] }]],
  [
    "one changed in the middle",
    rows(1, 2, 3),
    [...rows(1), { id: 2, title: "new" }, ...rows(3)],
    [{ op: "replace", path: "/1/title", value: "new" }],
  ],
  [
    "the first gone and another appended",
    rows(1, 2, 3),
    rows(2, 3, 4),
    [
      { op: "remove", path: "/0" },
      { op: "add", path: "/2", value: rows(4)[0] },
    ],
  ],
  [
    "the last moved to the front",
    rows(1, 2, 3, 4),
    rows(4, 1, 2, 3),
    [
      { op: "add", path: "/0", value: rows(4)[0] },
      { op: "remove", path: "/4" },
    ],
  ],
  [
    "the first moved to the end",
    rows(1, 2, 3, 4),
    rows(2, 3, 4, 1),
    [
      { op: "remove", path: "/0" },
      { op: "add", path: "/3", value: rows(1)[0] },
    ],
  ],
  [
    "items that are equal",
    [1, 1, 2, 1],
    [1, 2, 1, 1],
    [
      { op: "remove", path: "/1" },
      { op: "add", path: "/3", value: 1 },
    ],
  ],
  [
    "all of it gone",
    [1, 2],
    [],
    [
      { op: "remove", path: "/0" },
      { op: "remove", path: "/0" },
    ],
  ],
])("a patch of a list names only what changed: %s", (_, before, after, patch) => {
  expect(patchOf(before, after)).toEqual(patch);
});

test("a member named __proto__ is never on the way of a patch, which clients refuse", () => {
  const before: unknown = JSON.parse('{"a":{"__proto__":1,"b":1}}');
  const after: unknown = JSON.parse('{"a":{"__proto__":2,"b":1}}');
  expect(patchOf(before, after)).toEqual([
    { op: "replace", path: "/a", value: JSON.parse('{"__proto__":2,"b":1}') },
  ]);
  expect(createPatch(after, JSON.parse('{"a":{"__proto__":2,"b":1}}'))).toEqual([]);
});

test("two edits of a list of 20,000 are two operations", () => {
  const many = Array.from({ length: 20_000 }, (_, id) => ({ id, title: `row ${id}` }));
  const changed = [...many.slice(1, 9_000), { id: -1, title: "new" }, ...many.slice(9_000)];
  expect(patchOf(many, changed)).toHaveLength(2);
});
