import { describe, expect, it, vi } from "vitest";
import { resolvePointer } from "./pointer.ts";
import { prepareSchema } from "./prepare.ts";
import { judge, validate } from "./validate.ts";

describe("a reference", () => {
  const one = (schema: object, good: unknown, bad: unknown): void => {
    const prepared = prepareSchema(schema);
    expect(prepared.warnings).toEqual([]);
    expect(judge(prepared, good)).toEqual({ errors: [], skipped: null });
    expect(validate(prepared, bad)).not.toEqual([]);
  };

  it("leads to a pointer, an anchor or an id inside the document", () => {
    const name = { type: "string" };
    one({ $ref: "#/$defs/a~1b%25", $defs: { "a/b%": name } }, "x", 1);
    one({ properties: { a: name, b: { $ref: "#/properties/a" } } }, { b: "x" }, { b: 1 });
    one(
      { $ref: "#/components/schemas/N", components: { schemas: { N: { type: "string", nullable: true } } } },
      null,
      1,
    );
    one({ $ref: "#n", $defs: { a: { $anchor: "n", ...name } } }, "x", 1);
    one({ $id: "https://example.com/root", $ref: "part", $defs: { a: { $id: "part", ...name } } }, "x", 1);
    one({ $id: "https://example.com/root", $ref: "root#/$defs/a", $defs: { a: name } }, "x", 1);
    one({ $ref: "urn:example:a", $defs: { a: { $id: "urn:example:a", ...name } } }, "x", 1);
    one({ $ref: "#n", definitions: { a: { $id: "#n", ...name } } }, "x", 1);
    one({ $ref: "n.json", definitions: { a: { id: "n.json", ...name } } }, "x", 1);
    one(
      {
        $ref: "item",
        $defs: { a: { $id: "item", $ref: "#/$defs/own", $defs: { own: name } }, own: { type: "null" } },
      },
      "x",
      null,
    );
    const prepared = prepareSchema({ items: { $ref: "#n" }, $defs: { a: { $anchor: "n", ...name } } });
    expect(resolvePointer(prepared.kind === "schema" && prepared.schema, "#n")).toMatchObject(name);
  });

  it("follows a part that moved", () => {
    one(
      { properties: { t: { items: [{ type: "string" }] }, u: { $ref: "#/properties/t/items/0" } } },
      { u: "x" },
      { u: 1 },
    );
    one(
      { properties: { u: { $ref: "#/dependencies/x" } }, dependencies: { x: { type: "string" } } },
      { u: "x" },
      { u: 1 },
    );
  });

  it("to elsewhere or to nothing leaves its place open, with a warning and without a request", () => {
    const requests = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no request"));
    for (const $ref of [
      "https://json-schema.org/draft/2020-12/schema",
      "other.json",
      "#/$defs/none",
      "#none",
      "__proto__",
      "constructor",
      "//example.com",
      "#/%zz",
      "http://[",
      5,
      null,
    ]) {
      const prepared = prepareSchema({ properties: { a: { title: "A", $ref }, b: { type: "string" } } });
      expect(prepared.warnings).toEqual([expect.any(String)]);
      expect(prepared).toMatchObject({ schema: { properties: { a: { title: "A" } } } });
      expect(judge(prepared, { a: 1 })).toEqual({ errors: [], skipped: null });
      expect(validate(prepared, { b: 1 })).toHaveLength(1);
    }
    // In a circle, only an answer that has something there cannot be judged.
    const loop = { a: { $ref: "#/$defs/b" }, b: { title: "B", $ref: "#/$defs/a" } };
    const prepared = prepareSchema({
      properties: { a: { $ref: "#/$defs/a" }, b: { type: "string" } },
      $defs: loop,
    });
    expect(judge(prepared, { a: 1 })).toEqual({ errors: [], skipped: expect.any(String) });
    expect(validate(prepared, { b: 1 })).toHaveLength(1);
    expect(judge(prepareSchema({ $ref: "#" }), 1).skipped).not.toBeNull();
    expect(requests).not.toHaveBeenCalled();
    requests.mockRestore();
  });

  it("in recursive data is followed as deep as the data", () => {
    const tree = {
      type: "object",
      properties: { next: { anyOf: [{ $ref: "#" }, { type: "null" }] } },
      required: ["next"],
    };
    one(tree, { next: { next: null } }, { next: { next: 1 } });
    const list = prepareSchema({ type: "array", items: { $ref: "#" } });
    let value: unknown = 1;
    for (let level = 0; level < 150; level += 1) value = [value];
    expect(validate(list, value)).toMatchObject([
      { path: Array.from({ length: 150 }, () => 0), keyword: "type" },
    ]);
  });

  it("may stand beside the same id twice, and beside that of the metaschema", () => {
    const name = { $id: "n", type: "string" };
    one({ properties: { a: name, b: { ...name, minLength: 2 } } }, { a: "x", b: "xx" }, { b: "x" });
    one({ $id: "https://json-schema.org/draft/2020-12/schema", type: "string" }, "x", 1);
    one(
      {
        properties: { a: { type: "string", examples: [{ $id: "http://[" }], "x-data": { $id: "http://[" } } },
      },
      {},
      { a: 1 },
    );
  });
});
