import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonPatchOperation } from "../protocol/events.ts";
import { check } from "../stream/checks.ts";
import { jsonEqual } from "./json-equal.ts";
import { applyPatch, type PatchResult } from "./json-patch.ts";

/** Operations as they come off the wire, good or bad. */
const operations = (json: string): JsonPatchOperation[] => JSON.parse(json);
const patched = (document: unknown, ...patch: JsonPatchOperation[]): unknown => {
  const result = applyPatch(document, patch);
  if (!result.ok) throw new Error(result.reason);
  return result.document;
};

const fatal = (): never => {
  throw new Error("malformed");
};
const report = { warn: fatal, mended: fatal, fatal };

/** What becomes of a patch on its way from the wire: it is judged before it is applied. */
function received(document: unknown, patch: readonly JsonPatchOperation[]): PatchResult {
  try {
    check("PatchOperation[]", patch, { report });
  } catch {
    return { ok: false, reason: "malformed" };
  }
  return applyPatch(document, patch);
}

interface Case {
  comment?: string;
  doc: unknown;
  patch: JsonPatchOperation[];
  expected?: unknown;
  error?: string;
  disabled?: boolean;
}

const suite = new URL("../../../../../shared/json-patch-tests/", import.meta.url);
if (!existsSync(suite) && !process.env.CI) {
  test.skip("the public json-patch-tests: skipped, ../shared/json-patch-tests is not there", () => {});
} else {
  describe.each(readdirSync(suite).filter((name) => name.endsWith(".json")))("the public %s", (name) => {
    const cases: Case[] = JSON.parse(readFileSync(new URL(name, suite), "utf8"));
    test.each(cases.filter((each) => !each.disabled && each.patch))("$comment $patch", (each) => {
      const before = JSON.stringify(each.doc);
      const result = received(each.doc, each.patch);
      expect(JSON.stringify(each.doc)).toBe(before);
      if (each.error !== undefined) expect(result).toMatchObject({ ok: false });
      else if (Object.hasOwn(each, "expected")) expect(result).toEqual({ ok: true, document: each.expected });
      else expect(result).toMatchObject({ ok: true });
    });
  });
}

test("copies the touched path only", () => {
  const document = { left: { deep: [1, { a: 1 }] }, right: { big: true } };
  const next = applyPatch(document, [{ op: "replace", path: "/left/deep/0", value: 2 }]);
  expect(next).toEqual({ ok: true, document: { left: { deep: [2, { a: 1 }] }, right: { big: true } } });
  if (!next.ok) return;
  expect(next.document).toHaveProperty("right", document.right);
  const kept = Object.entries(Object(next.document));
  expect(kept.find(([key]) => key === "right")?.[1]).toBe(document.right);
  expect(document.left.deep[0]).toBe(1);
});

test("all or nothing: a failed operation is named and the document is as it was", () => {
  const document = { list: [1] };
  const result = applyPatch(document, [
    { op: "add", path: "/list/-", value: 2 },
    { op: "remove", path: "/missing" },
  ]);
  expect(result).toEqual({ ok: false, reason: expect.stringContaining("/missing") });
  expect(document).toEqual({ list: [1] });
});

test("a copied value and its origin do not change together, nor does the patch's own value", () => {
  const value = { n: 1 };
  const document = patched(
    {},
    { op: "add", path: "/a", value },
    { op: "add", path: "/a/fresh", value: true },
    { op: "copy", from: "/a", path: "/b" },
    { op: "replace", path: "/b/n", value: 2 },
    { op: "add", path: "/a/more", value: 3 },
  );
  expect(document).toEqual({ a: { n: 1, fresh: true, more: 3 }, b: { n: 2, fresh: true } });
  expect(value).toEqual({ n: 1 });
});

test("a value moves out of its container and back to the root, never into itself", () => {
  expect(patched({ a: { b: 1 } }, { op: "move", from: "/a/b", path: "/b" })).toEqual({ a: {}, b: 1 });
  expect(patched({ a: { b: 1 } }, { op: "move", from: "/a", path: "" })).toEqual({ b: 1 });
  expect(patched({ a: 1 }, { op: "move", from: "/a", path: "/a" })).toEqual({ a: 1 });
  expect(applyPatch({ a: { b: 1 } }, [{ op: "move", from: "/a", path: "/a/b" }])).toMatchObject({
    ok: false,
  });
  expect(applyPatch({ a: 1 }, [{ op: "move", from: "", path: "/a" }])).toMatchObject({ ok: false });
  expect(patched({ a: 1 }, { op: "move", from: "/a", path: "/ab" })).toEqual({ ab: 1 });
});

test.each([
  `[{"op":"add","path":"/__proto__/polluted","value":true}]`,
  `[{"op":"add","path":"/__proto__","value":{"polluted":true}}]`,
  `[{"op":"add","path":"/constructor/prototype/polluted","value":true}]`,
  `[{"op":"copy","from":"/__proto__","path":"/a"}]`,
  `[{"op":"replace","path":"/own/__proto__/x","value":1}]`,
  `[{"op":"add","path":"/toString/x","value":1}]`,
])("prototypes are out of reach: %s", (patch) => {
  const document: unknown = JSON.parse(`{"own":{"__proto__":{"x":0}}}`);
  expect(applyPatch(document, operations(patch))).toMatchObject({ ok: false });
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test("a member that only looks like a prototype's is data, and survives a copy of its object", () => {
  const document: unknown = JSON.parse(`{"__proto__":{"x":0},"constructor":1}`);
  const next = patched(document, { op: "replace", path: "/constructor", value: 2 });
  expect(JSON.stringify(next)).toBe(`{"__proto__":{"x":0},"constructor":2}`);
});

test.each(["01", "1.0", "-1", "1e0", "-", " 0", "length", ""])(
  "%o is no index of an existing element",
  (index) => {
    expect(applyPatch([1, 2], [{ op: "replace", path: `/${index}`, value: 0 }])).toMatchObject({ ok: false });
  },
);

test.each([
  `{"op":"merge","path":""}`,
  `{"op":"add","path":""}`,
  `{"op":"remove"}`,
  `{"op":"remove","path":"a"}`,
])("a malformed operation is refused: %s", (operation) => {
  expect(received({ a: 1 }, operations(`[${operation}]`)).ok).toBe(false);
});

const json = fc.jsonValue({ maxDepth: 3 });
const encode = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** Every pointer into a document, and one past each end. */
function pointers(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, member]) => pointers(member, `${at}/${encode(key)}`));
  return [at, ...inner, `${at}/new`, `${at}/-`, `${at}/0`];
}

/** The plain reading of the RFC for add, replace and remove: on a clone, in place, with exceptions. */
function reference(document: unknown, patch: readonly JsonPatchOperation[]): unknown {
  const holder: Record<string, unknown> = { "": structuredClone(document) };
  for (const operation of patch) {
    const keys = operation.path.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = keys.pop() ?? "";
    let container: Record<string, unknown> = holder;
    for (const key of keys) container = containerOf(child(container, key));
    if (operation.op !== "add") child(container, last);
    const value = "value" in operation ? structuredClone(operation.value) : undefined;
    if (Array.isArray(container)) {
      const index = last === "-" ? container.length : Number(last);
      if (!(index <= container.length) || last === "") throw new Error(last);
      container.splice(index, operation.op === "add" ? 0 : 1, ...(operation.op === "remove" ? [] : [value]));
    } else if (operation.op === "remove") {
      if (container === holder) throw new Error("root");
      delete container[last];
    } else container[last] = value;
  }
  return holder[""];
}

function child(container: Record<string, unknown>, key: string): unknown {
  if (!Object.hasOwn(container, key)) throw new Error(key);
  return container[key];
}

function containerOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("no container");
  return Object(value);
}

test("agrees with a plain reading of the RFC", () => {
  const sequences = json
    .filter((value) => !JSON.stringify(value).includes("__proto__"))
    .chain((document) => {
      const path = fc.constantFrom(...pointers(document));
      const operation: fc.Arbitrary<JsonPatchOperation> = fc.oneof(
        fc.record({ op: fc.constant("add" as const), path, value: json }),
        fc.record({ op: fc.constant("replace" as const), path, value: json }),
        fc.record({ op: fc.constant("remove" as const), path }),
      );
      return fc.tuple(fc.constant(document), fc.array(operation, { maxLength: 5 }));
    });
  fc.assert(
    fc.property(sequences, ([document, patch]) => {
      const before = JSON.stringify(document);
      const result = applyPatch(document, patch);
      expect(JSON.stringify(document)).toBe(before);
      let expected: { document: unknown } | undefined;
      try {
        expected = { document: reference(document, patch) };
      } catch {
        expected = undefined;
      }
      expect(result.ok).toBe(expected !== undefined);
      if (result.ok) expect(result.document).toEqual(expected?.document);
    }),
    { numRuns: 500 },
  );
});

test("jsonEqual compares by value", () => {
  expect(jsonEqual({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(jsonEqual({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(jsonEqual([], {})).toBe(false);
  expect(jsonEqual([1], [1, 2])).toBe(false);
  expect(jsonEqual("1", 1)).toBe(false);
  expect(jsonEqual(null, {})).toBe(false);
  expect(jsonEqual({ toString: 1 }, { valueOf: 1 })).toBe(false);
  fc.assert(fc.property(json, (value) => jsonEqual(value, structuredClone(value))));
  fc.assert(fc.property(json, json, (a, b) => jsonEqual(a, b) === jsonEqual(b, a)));
});

test("a test of values nested beyond what a recursion can follow does not apply, and does no harm", () => {
  const deep = (): unknown => JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
  expect(applyPatch(deep(), [{ op: "test", path: "", value: deep() }])).toMatchObject({ ok: false });
});
