import { describe, expect, it } from "vitest";
import { resolvePointer } from "./pointer.ts";
import { prepareSchema } from "./prepare.ts";
import { accepts } from "./validate.ts";

describe("accepts", () => {
  const raw = {
    type: "object",
    if: { properties: { kind: { const: "edit" } }, required: ["kind"] },
    anyOf: [{ $ref: "#/$defs/name" }, { type: "array", items: { $ref: "#/anyOf/0" } }, false],
    $defs: { name: { type: "string", minLength: 2 }, loop: { anyOf: [{ $ref: "#/$defs/loop" }] } },
  };
  const prepared = prepareSchema(raw);
  const root = prepared.kind === "schema" ? prepared.schema : {};
  const part = (pointer: string) => resolvePointer(root, pointer);

  it("judges a part alone, its references by the whole", () => {
    expect(accepts(root, part("#/if"), { kind: "edit" })).toBe(true);
    expect(accepts(root, part("#/if"), {})).toBe(false);
    expect(accepts(root, part("#/anyOf/0"), "ab")).toBe(true);
    expect(accepts(root, part("#/anyOf/0"), "a")).toBe(false);
    expect(accepts(root, part("#/anyOf/1"), ["ab", "cd"])).toBe(true);
    expect(accepts(root, part("#/anyOf/1"), ["ab", "c"])).toBe(false);
    expect(accepts(root, true, 1)).toBe(true);
    expect(accepts(root, false, 1)).toBe(false);
  });

  it("is false where there is no telling", () => {
    expect(accepts(root, part("#/$defs/loop"), 1)).toBe(false);
    expect(accepts(root, { $ref: "#/$defs/none" }, 1)).toBe(false);
    for (const none of [undefined, null, "x", []]) expect(accepts(root, none, 1)).toBe(false);
  });
});
