import { describe, expect, it } from "vitest";
import { prepareSchema } from "../schema/prepare.ts";
import type { FieldNode } from "./field-node.ts";
import { childAt, toFieldTree } from "./field-tree.ts";

const tree = (schema: unknown): FieldNode => toFieldTree(prepareSchema(schema));
const kinds = (schema: unknown): Record<string, string> =>
  Object.fromEntries(tree(schema).children.map((child) => [String(child.key), child.kind]));

describe("toFieldTree", () => {
  it("draws every kind, and a JSON box for a part that says nothing", () => {
    expect(
      kinds({
        type: "object",
        properties: {
          a: { type: "string" },
          b: { type: "number" },
          c: { type: "integer" },
          d: { type: "boolean" },
          e: { enum: ["x", 1, null] },
          f: { type: "null" },
          g: { type: "object", properties: { h: { type: "string" } } },
          h: { type: "object", additionalProperties: { type: "string" } },
          i: { type: "array", items: { type: "string" } },
          ia: { type: "array", items: {} },
          ib: { type: "array", prefixItems: [{ type: "string" }] },
          j: { type: ["string", "number"] },
          k: true,
          l: false,
          m: { const: "only" },
          n: { const: 1, default: 1 },
          o: { type: "array", items: { enum: ["x", "y"] } },
          p: { oneOf: [{ type: "object", properties: { q: {} } }, { type: "boolean" }] },
          q: { type: ["string", "boolean"] },
          r: { type: "object", additionalProperties: true },
        },
        required: ["elsewhere"],
      }),
    ).toEqual({
      a: "string",
      b: "number",
      c: "integer",
      d: "boolean",
      e: "enum",
      f: "null",
      g: "object",
      h: "map",
      i: "array",
      ia: "json",
      ib: "tuple",
      j: "scalar",
      k: "json",
      m: "enum",
      n: "const",
      o: "multi-enum",
      p: "union",
      q: "union",
      r: "json",
      elsewhere: "json",
    });
  });

  it("makes a root that is no object one field with an empty path", () => {
    expect(tree({ type: "string", enum: ["go", "stop"] })).toMatchObject({
      kind: "enum",
      path: [],
      required: true,
      options: [
        { value: "go", label: "go" },
        { value: "stop", label: "stop" },
      ],
    });
    expect(tree({ type: "array" })).toMatchObject({ kind: "json", path: [] });
    expect(tree({ type: "object", additionalProperties: { type: "number" } }).kind).toBe("map");
    expect(tree(undefined).kind).toBe("missing");
    expect(tree(false).kind).toBe("never");
    expect(tree(true).kind).toBe("json");
  });

  it("reads null beside a kind as nullable", () => {
    const root = tree({
      properties: {
        a: { anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }], title: "A?", default: null },
        b: { type: ["integer", "null"] },
        c: { oneOf: [{ enum: ["x"] }, { type: "null" }] },
        d: { type: "string", nullable: true },
      },
    });
    expect(root.children.map(({ kind, nullable }) => [kind, nullable])).toEqual([
      ["string", true],
      ["integer", true],
      ["enum", true],
      ["string", true],
    ]);
    expect(root.children[0]).toMatchObject({ label: "A?", default: null, limits: { maxLength: 3 } });
    expect(root.children[2]?.options.map(({ value }) => value)).toEqual(["x", null]);
  });

  it("names the options of titled constants and of enumNames", () => {
    expect(tree({ oneOf: [{ const: 1, title: "One" }, { const: 2 }] }).options).toEqual([
      { value: 1, label: "One" },
      { value: 2, label: "2" },
    ]);
    expect(tree({ enum: ["a", "b"], enumNames: ["Apple"] }).options.map(({ label }) => label)).toEqual([
      "Apple",
      "b",
    ]);
  });

  it("follows local references, at the root too, and stops at those that go in circles", () => {
    const schema = {
      $ref: "#/definitions/Root",
      definitions: {
        Root: {
          type: "object",
          properties: {
            level: { $ref: "#/definitions/Level", description: "How much." },
            loop: { $ref: "#/definitions/Loop" },
            one: { allOf: [{ $ref: "#/definitions/Level" }], default: "low" },
          },
        },
        Level: { type: "string", enum: ["low", "high"], title: "Level" },
        Loop: { $ref: "#/definitions/Loop" },
      },
    };
    expect(kinds(schema)).toEqual({ level: "enum", loop: "json", one: "enum" });
    expect(tree(schema).children[0]).toMatchObject({ label: "Level", description: "How much." });
    expect(tree({ allOf: [{ $ref: "#" }] }).kind).toBe("json");
  });

  it("tells a union from branches that only limit what is drawn", () => {
    const properties = { kind: { enum: ["a", "b"] }, more: {} };
    const needs = [{ required: ["kind"] }, { required: ["more"] }];
    expect(tree({ type: "object", properties, anyOf: needs }).kind).toBe("object");
    const adds = [{ properties: { a: {} } }, { properties: { b: {} } }];
    expect(tree({ type: "object", properties, anyOf: adds }).kind).toBe("union");
    expect(tree({ type: "string", anyOf: [{ format: "email" }, { format: "uri" }] }).kind).toBe("string");
    expect(tree({ anyOf: [{ type: "string" }, { type: "number" }] }).kind).toBe("scalar");
    expect(tree({ anyOf: [{ type: "integer" }, { type: "number", minimum: 3 }] }).kind).toBe("number");
  });

  it("names the ways of a union by title, tag, reference, only key or kind", () => {
    const $defs = { Big_plan: { type: "object", properties: { size: {} } } };
    const labels = (...oneOf: readonly object[]) => tree({ oneOf, $defs }).options.map(({ label }) => label);
    const tagged = (kind: string) => ({ type: "object", properties: { kind: { const: kind } } });
    expect(labels({ ...tagged("a"), title: "First" }, tagged("secondOne"))).toEqual(["First", "Second one"]);
    const keyed = { type: "object", properties: { courier: {} }, required: ["courier"] };
    expect(labels({ $ref: "#/$defs/Big_plan" }, keyed, { type: "boolean" }, { type: "array" })).toEqual([
      "Big plan",
      "Courier",
      "Yes or no",
      "List",
    ]);
    expect(labels({ type: "boolean" }, { type: "array" }, { type: "array" })).toEqual([
      "Yes or no",
      "List (2)",
      "List (3)",
    ]);
  });

  it("draws what holds itself as far as it is asked for", () => {
    const node = { $ref: "#/$defs/Node" };
    const $defs = {
      Node: {
        type: "object",
        properties: { next: node, kids: { type: "array", items: node, default: [] } },
      },
      Lists: { type: "array", items: { $ref: "#/$defs/Lists" } },
    };
    const root = tree({ ...node, $defs });
    const [next, kids] = root.children;
    expect([next?.kind, kids?.kind]).toEqual(["object", "array"]);
    expect(next?.children[0]?.children[1]?.path).toEqual(["next", "next", "kids"]);
    const item = kids && childAt(kids, 2);
    expect(item).toMatchObject({ kind: "object", path: ["kids", 2], required: true });
    expect(item && childAt(item, "kids")?.kind).toBe("array");
    expect(item?.children[0]).toBe(item?.children[0]);
    const lists = tree({ $ref: "#/$defs/Lists", $defs });
    expect(childAt(lists, 0)).toMatchObject({ kind: "array", path: [0] });
  });

  it("puts keys into words", () => {
    const labels = ["approvedBy", "user_id", "HTTPStatus", "", "a.b", "retry-count"].map(
      (key) => tree({ properties: { [key]: { type: "string" } } }).children[0]?.label,
    );
    expect(labels).toEqual(["Approved by", "User id", "HTTP status", "Value", "A.b", "Retry count"]);
  });

  it("has a default only where the schema itself states one", () => {
    const [none, some] = tree({
      properties: { none: { type: "string" }, some: { type: "string", default: "" } },
    }).children;
    expect(none && "default" in none).toBe(false);
    expect(some?.default).toBe("");
  });
});
