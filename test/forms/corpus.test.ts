/** The schemas that agents really send: drawn, answered field by field, and refused at the right field. */
import { isDeepStrictEqual } from "node:util";
import type { FieldError } from "@holdpoint/client";
import type { FormView } from "@holdpoint/client/form";
import { afterAll, describe, expect, it } from "vitest";
import { ask, askOnly } from "./support/ask.ts";
import { corpus } from "./support/corpus.ts";
import { enter } from "./support/enter.ts";
import { drawn } from "./support/look.ts";
import { refusals } from "./support/refusals.ts";

/** The boxes for JSON, each with the reason why nothing better can be drawn. */
const boxes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "agui-approve-with-open-edits": {
    "/editedArgs": "any object: the arguments of a tool that it does not name",
  },
  "dotnet-custom-converter-true": { "/Value": "the schema true" },
  "langchain-hitl-middleware": { "/decisions/0/edited_action/args": "any object" },
  "langgraph-human-response-typed-array": { "/0/args/args": "any object" },
};

/** What of a right answer the fields have no way to say. */
const unsaid: Readonly<Record<string, string>> = {
  'agui-minimal-approval {"approved":true,"extra":1} /extra':
    "no word of the schema invites more keys than the named ones",
  "dotnet-custom-converter-true null ": "an object at the root is no field, so nobody can take it out",
  "dotnet-stj-exporter null ": "an object at the root is no field, so nobody can take it out",
  'handwritten-allof-base {"region":"us","replicas":0,"env":{"A_B":"x"},"id":"r1"} /id': "it is read only",
  'zod4-basic {"approved":true,"amount":9.99,"count":3} /tags':
    "the shown default is sent, and unchecked boxes are the empty list that it is",
  'zod4-discriminated-union {"type":"edit","args":{"to":"a@b.co","subject":"s","body":""}} /args/body':
    "a text that was emptied is a text left out",
};

const pointer = (path: readonly (string | number)[]): string => path.map((key) => `/${key}`).join("");
const words = (errors: readonly FieldError[]): string =>
  errors.map(({ path, keyword }) => `${pointer(path)} ${keyword}`).join(", ");

const rows: string[][] = [["schema", "kinds", "json", "valid", "invalid", "by fields"]];
const notes = new Set<string>();

/** Each fault is shown once: at the innermost drawn field that holds its place, or beside all fields. */
function expectShownOnce({ fields, errors }: FormView): void {
  const all = drawn(fields);
  const shown = all.flatMap((field) => field.errors.map((error) => [pointer(field.path), error] as const));
  for (const error of errors) {
    const holders = all.filter(({ path }) => path.every((key, at) => error.path[at] === key));
    const homes = shown.filter(([, each]) => isDeepStrictEqual(each, error)).map(([home]) => home);
    expect(homes, words([error])).toEqual(holders.slice(-1).map(({ path }) => pointer(path)));
  }
}

describe.each(corpus)("$name", ({ name, schema, valid, invalid }) => {
  const kinds = new Set<string>();
  const jsons = new Set<string>();
  const counts = { valid: 0, invalid: 0, byFields: 0 };

  afterAll(() => {
    const row = [
      [...kinds].join(" "),
      jsons.size,
      `${counts.valid}/${valid.length}`,
      `${counts.invalid}/${invalid.length}`,
    ];
    rows.push([name, ...row.map(String), String(counts.byFields)]);
  });

  it("takes every right answer through its fields", async () => {
    for (const answer of valid) {
      const question = await ask(schema);
      const { form } = question;
      const misses = enter(question, answer);
      for (const { kind, path } of drawn(form.get().fields)) {
        kinds.add(kind);
        if (kind === "json") jsons.add(pointer(path));
      }
      const hard = misses.filter(({ why }) => why === "unsaid" || why === "refused");
      for (const { path, why } of misses) {
        const what = `${name} ${JSON.stringify(answer)} ${pointer(path)}`;
        const reason =
          unsaid[what] ?? { silent: "null is left out", default: "a default is sent" }[String(why)];
        expect(reason, what).toBeDefined();
        notes.add(`${what}: ${reason}`);
      }
      if (hard.length > 0) {
        expect(form.get().answer(answer), JSON.stringify(answer)).toEqual([]);
      } else {
        expect(form.get().commit(), words(form.get().errors)).toBe(true);
      }
      const { status, payload } = form.get().item;
      expect(status).toBe("answered");
      if (misses.length === 0 || hard.length > 0) expect(payload).toEqual(answer);
      expect(payload).toEqual(form.get().values);
      if (hard.length === 0) counts.valid += 1;
    }
    expect([...jsons]).toEqual(Object.keys(boxes[name] ?? {}));
  });

  it("refuses every wrong answer at the field where it can be mended", async () => {
    expect(invalid).toHaveLength(refusals[name]?.length ?? -1);
    for (const [at, answer] of invalid.entries()) {
      const refusal = refusals[name]?.[at];
      const question = await ask(schema);
      const { form } = question;
      const misses = enter(question, answer);
      const isExact = misses.length === 0 && isDeepStrictEqual(form.get().values, answer);
      if (isExact || (misses.length > 0 && misses.every(({ why }) => why === "refused"))) {
        expect(form.get().commit(), JSON.stringify(answer)).toBe(false);
        counts.byFields += 1;
      } else {
        expect(words(form.get().answer(answer)), JSON.stringify(answer)).toBe(refusal);
      }
      expect(form.get().item.status).toBe("open");
      expect(form.get().errors.map((error) => words([error]))).toEqual(
        expect.arrayContaining(refusal?.split(", ") ?? []),
      );
      expectShownOnce(form.get());
      const approvals = await askOnly(schema);
      expect(words(approvals.answer("q", answer))).toBe(refusal);
      expect(approvals.get().items[0]?.status).toBe("open");
      counts.invalid += 1;
    }
  });
});

afterAll(() => {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  console.info([...lines, "", "Not said as written:", ...notes].join("\n"));
});
