import fc from "fast-check";
import { expect, it } from "vitest";
import { createPatch } from "../../packages/client/src/agent/json-diff.ts";
import { applyPatch } from "../../packages/client/src/lib/json-patch.ts";
import type { JsonPatchOperation } from "../../packages/client/src/protocol/events.ts";

// Few keys and values, so that two documents have something in common; the keys that a pointer must escape among them.
const key = fc.constantFrom("a", "b", "", "~", "/", "~1", "0", "-", "__proto__", "length");
const leaf = fc.oneof(
  fc.constantFrom<unknown>(0, 1, "", "a", null, true, false),
  fc.jsonValue({ maxDepth: 1 }),
);

const { document } = fc.letrec<{ document: unknown }>((tie) => ({
  document: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("document"), { maxLength: 6 }),
    fc
      .array(fc.tuple(key, tie("document")), { maxLength: 4 })
      // As JSON.parse makes it: a member named __proto__ is one like any other.
      .map((members) =>
        JSON.parse(`{${members.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`),
      ),
  ),
}));

const isPatch = (value: unknown): value is JsonPatchOperation[] => Array.isArray(value);

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it("the patch between any two documents makes one of the other, by the client's own hand", () => {
  fc.assert(
    fc.property(document, document, (one, other) => {
      const [before, after] = [copy(one), copy(other)];
      const patch = copy(createPatch(before, after));
      expect(before).toEqual(copy(one));
      expect(applyPatch(before, isPatch(patch) ? patch : [])).toEqual({ ok: true, document: after });
    }),
    { numRuns: 3_000 },
  );
});

it("the patch between a list and what was made of it by a few edits is no longer than the edits", () => {
  const edit = fc.record({ at: fc.nat(), insert: fc.boolean() });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(), { maxLength: 40 }),
      fc.array(edit, { maxLength: 4 }),
      (list, edits) => {
        const after: unknown[] = [...list];
        for (const [number, { at, insert }] of edits.entries()) {
          const place = at % (after.length + 1);
          if (insert) after.splice(place, 0, `new ${number}`);
          else after.splice(place, 1);
        }
        const patch = createPatch(list, after);
        expect(applyPatch(list, patch)).toEqual({ ok: true, document: after });
        expect(patch.length).toBeLessThanOrEqual(edits.length);
      },
    ),
    { numRuns: 2_000 },
  );
});
