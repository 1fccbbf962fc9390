import { describe, expect, it } from "vitest";
import { prepareSchema } from "../schema/prepare.ts";
import type { FieldNode } from "./field-node.ts";
import { toFieldTree } from "./field-tree.ts";

const tree = (schema: unknown): FieldNode => toFieldTree(prepareSchema(schema));
const kinds = (schema: unknown): Record<string, string> =>
  Object.fromEntries(tree(schema).children.map((child) => [String(child.key), child.kind]));

describe("toFieldTree", () => {
  it("draws the plain kinds, and a JSON box for the part that it cannot draw", () => {
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
          i: { type: "array", items: { type: "string" } },
          j: { type: ["string", "number"] },
          k: true,
          l: false,
          m: { const: "only" },
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
      g: "json",
      i: "json",
      j: "json",
      k: "json",
      m: "enum",
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
    expect(tree({ type: "object", additionalProperties: { type: "number" } }).kind).toBe("json");
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

  it("draws the whole as JSON where a part of the schema brings in properties", () => {
    const properties = { kind: { enum: ["a", "b"] } };
    const conditional: unknown = JSON.parse('{"if":{},"then":{"properties":{"more":{}}}}');
    expect(tree({ type: "object", properties, ...Object(conditional) }).kind).toBe("json");
    expect(tree({ type: "object", properties, anyOf: [{ required: ["kind"] }] }).kind).toBe("object");
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
