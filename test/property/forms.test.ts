/** Fields hold an answer as it is: one made elsewhere, and one that a person enters. */
import { isDeepStrictEqual } from "node:util";
import type { FormField } from "@holdpoint/client/form";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ask } from "../forms/support/ask.ts";
import { enter } from "../forms/support/enter.ts";
import { drawn } from "../forms/support/look.ts";
import { expectSameFromDraft } from "./support/forms/handle.ts";
import { shapes } from "./support/forms/shapes.ts";

/** More, and others, when looking for what these do not find. */
const runs = Number(process.env.HOLDPOINT_RUNS ?? 200);
const seed = Number(process.env.HOLDPOINT_SEED ?? 20_261_130);

/** The kinds that were drawn; a property that never meets one says nothing of it. */
const everyKind =
  "array boolean const enum integer json map multi-enum null number object scalar string tuple union";

test("an answer made elsewhere is in the fields, and comes out of them unchanged", async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(shapes({ plain: false, depth: 3 }), async ({ schema, values: [answer, , other] }) => {
      for (const value of [answer, other]) {
        const question = await ask(schema);
        const { approvals, form } = question;
        fc.pre(!form.get().answersAnything && approvals.answer("q", value).length === 0);
        for (const { kind } of drawn(form.get().fields)) kinds.add(kind);
        expect(form.get().values).toEqual(value);
        expect(form.get().commit()).toBe(true);
        expect(form.get().item.payload).toEqual(value);
        // The texts alone hold it, too.
        approvals.clear("q");
        await expectSameFromDraft(question, schema);
      }
    }),
    { seed, numRuns: runs },
  );
  expect([...kinds].sort().join(" ")).toBe(everyKind);
});

test("an answer can be entered field by field", async () => {
  let exact = 0;
  await fc.assert(
    fc.asyncProperty(shapes({ plain: true, depth: 2 }), async ({ schema, values: [answer] }) => {
      const question = await ask(schema);
      const { approvals, form } = question;
      const isRootNull = answer === null && form.get().fields.every(({ path }) => path.length > 0);
      fc.pre(!form.get().answersAnything && !isRootNull);
      fc.pre((await ask(schema)).approvals.answer("q", answer).length === 0);
      const misses = enter(question, answer);
      // Null may be left out where it need not be said, and boxes are checked only once.
      expect(misses.filter(({ why }) => why !== "silent" && why !== "twice")).toEqual([]);
      if (misses.length > 0) return;
      exact += 1;
      expect(form.get().commit()).toBe(true);
      expect(approvals.get().items[0]?.payload).toEqual(answer);
    }),
    { seed, numRuns: Math.ceil(runs / 2) },
  );
  expect(exact).toBeGreaterThan(runs / 4);
});

/** What can be typed into and is drawn directly in a way: the text in it by its key. */
function textsIn(way: FormField | undefined): ReadonlyMap<unknown, unknown> {
  return new Map(
    way?.children.flatMap(({ key, kind, value }) =>
      kind === "string" && value !== "" ? [[key, value]] : [],
    ),
  );
}

test("another way of a union keeps the texts for which it has a field, and gives all back on return", async () => {
  const names = fc.subarray(["a", "b", "c", "__proto__", "a.b", "0"], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(names, { minLength: 2, maxLength: 4 }),
      fc.nat(3),
      fc.nat(3),
      async (ways, from, to) => {
        const oneOf = ways.map((keys, at) => ({
          type: "object",
          properties: Object.fromEntries([
            ["kind", { const: `way ${at}` }],
            ...keys.map((key) => [key, { type: "string" }]),
          ]),
          required: ["kind"],
        }));
        const { form } = await ask({ type: "object", properties: { it: { oneOf } }, required: ["it"] });
        const [first, second] = [from % ways.length, to % ways.length];
        const way = () => form.get().fields[0]?.children[0];
        form.get().choose(["it"], first);
        for (const key of ways[first] ?? []) form.get().setValue(["it", key], `of ${key}`);
        const before = textsIn(way());
        expect([...before.keys()].sort()).toEqual([...(ways[first] ?? [])].sort());
        form.get().choose(["it"], second);
        const kept = [...before].filter(([key]) => ways[second]?.some((each) => each === key));
        expect([...textsIn(way())].sort()).toEqual(kept.sort());
        form.get().choose(["it"], first);
        expect(isDeepStrictEqual(textsIn(way()), before)).toBe(true);
        expect(form.get().item.payload).toEqual({
          it: Object.fromEntries([["kind", `way ${first}`], ...before]),
        });
      },
    ),
    { seed, numRuns: Math.ceil(runs / 4) },
  );
});
