import { describe, expect, it } from "vitest";
import { accepts } from "./validate.ts";

describe("accepts", () => {
  const root = {
    type: "object",
    if: { properties: { kind: { const: "edit" } }, required: ["kind"] },
    anyOf: [{ $ref: "#/$defs/name" }, { type: "array", items: { $ref: "#/anyOf/0" } }, false],
    $defs: { name: { type: "string", minLength: 2 }, loop: { $ref: "#/$defs/loop" } },
  };

  it("judges a part alone, its references by the whole", () => {
    expect(accepts(root, root.if, { kind: "edit" })).toBe(true);
    expect(accepts(root, root.if, {})).toBe(false);
    expect(accepts(root, root.anyOf[0], "ab")).toBe(true);
    expect(accepts(root, root.anyOf[0], "a")).toBe(false);
    expect(accepts(root, root.anyOf[1], ["ab", "cd"])).toBe(true);
    expect(accepts(root, root.anyOf[1], ["ab", "c"])).toBe(false);
    expect(accepts(root, true, 1)).toBe(true);
    expect(accepts(root, false, 1)).toBe(false);
    expect(Object.keys(root)).toEqual(["type", "if", "anyOf", "$defs"]);
  });

  it("is false where there is no telling", () => {
    expect(accepts(root, root.$defs.loop, 1)).toBe(false);
    expect(accepts(root, { $ref: "#/$defs/none" }, 1)).toBe(false);
    for (const part of [undefined, null, "x", []]) expect(accepts(root, part, 1)).toBe(false);
  });
});
