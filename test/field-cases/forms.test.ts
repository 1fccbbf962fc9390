import type { RunAgentInput, Thread } from "@holdpoint/client";
import { createForm, createForms, type FormField, type FormView, optionIndex } from "@holdpoint/client/form";
import { expect, vi } from "vitest";
import { createClient } from "./support/client.ts";
import { fieldCase, variant } from "./support/field-case.ts";
import { asks, scripted, succeeds } from "./support/scripted.ts";

/** A question on a thread, its form, and what has been sent. */
interface Asked {
  readonly thread: Thread;
  readonly inputs: readonly RunAgentInput[];
  view(): FormView;
  /** By its key, or by the keys that lead to it with dots between them. */
  field(key: string | null): FormField;
}

async function ask(responseSchema: unknown): Promise<Asked> {
  const interrupt = { id: "q", reason: "details", responseSchema };
  const { transport, inputs } = scripted(asks(interrupt), succeeds);
  const thread = createClient({ transport }).thread("t1");
  expect((await thread.run({ runId: "r1" })).status).toBe("interrupted");
  const form = createForm(thread.approvals, "q");
  const view = () => form.get();
  expect(createForms(thread.approvals).get()).toEqual([view()]);
  return {
    thread,
    inputs,
    view,
    field(key) {
      const keys = key?.split(".") ?? [null];
      let found: FormField | undefined;
      let among = view().fields;
      for (const part of keys) {
        found = among.find((each) => each.key === part);
        among = found?.children ?? [];
      }
      if (found === undefined) throw new Error(`No field is drawn for ${key}.`);
      return found;
    },
  };
}

/** Puts a value into a field as its element does. */
function enter({ view, field }: Asked, key: string | null, value: unknown): void {
  const drawn = field(key);
  if (drawn.kind === "enum") {
    const index = drawn.options.findIndex((option) => option.value === value);
    expect(index, `option ${String(value)}`).not.toBe(-1);
    view()
      .getFieldProps(drawn)
      .onChange({ target: { type: "select-one", value: String(index) } });
  } else if (typeof value === "boolean") {
    view().getFieldProps(drawn).onChange(value);
  } else {
    view()
      .getFieldProps(drawn)
      .onChange({ target: { type: "text", value: String(value) } });
  }
}

/** Answers with what the form holds and sends it: the payload that went out. */
async function submit({ thread, inputs, view }: Asked): Promise<unknown> {
  expect(view().commit(), JSON.stringify(view().errors)).toBe(true);
  expect((await thread.approvals.submit()).status).toBe("success");
  expect(inputs[1]?.resume).toMatchObject([{ interruptId: "q", status: "resolved" }]);
  return inputs[1]?.resume?.[0]?.payload;
}

/** The form is not taken for an answer and nothing is sent; the paths at which it says why. */
async function refuse({ thread, inputs, view }: Asked): Promise<readonly string[]> {
  expect(view().commit()).toBe(false);
  await expect(thread.approvals.submit()).rejects.toMatchObject({ interruptIds: ["q"] });
  expect(inputs).toHaveLength(1);
  return view().errors.map(({ path }) => path.join("."));
}

interface Entered {
  readonly entered: Readonly<Record<string, unknown>>;
}

interface Filled {
  readonly schema: unknown;
  readonly answers: readonly Entered[];
}

async function fill({ schema, entered }: Entered & { schema: unknown }): Promise<Asked> {
  const asked = await ask(schema);
  for (const [key, value] of Object.entries(entered)) enter(asked, key, value);
  return asked;
}

fieldCase<Filled, { widgets: Readonly<Record<string, string>>; payloads: readonly object[] }>(
  "56-nullable-anyof",
  async ({ schema, answers }, { widgets, payloads }) => {
    expect(widgets).toEqual({
      note: "one text field",
      age: "one number field",
      mode: "select with an empty choice",
    });
    const { view, field } = await ask(schema);
    expect(view().fields).toMatchObject([
      { key: "note", kind: "string", label: "Note", nullable: true, required: true, value: "" },
      { key: "age", kind: "integer", nullable: true, required: false, value: "" },
      { key: "mode", kind: "enum", nullable: true, required: false, value: undefined },
    ]);
    expect(field("mode").options.map(({ value }) => value)).toEqual(["a", "b", null]);
    expect(optionIndex(field("mode"))).toBe("");

    expect(answers).toHaveLength(payloads.length);
    for (const [at, { entered }] of answers.entries()) {
      expect(await submit(await fill({ schema, entered })), `answer ${at}`).toEqual(payloads[at]);
    }
  },
);

fieldCase<Filled, { payloads: readonly object[]; rule: string }>(
  "57-required-boolean",
  async ({ schema, answers }, { payloads, rule }) => {
    const [unapproved, denied, disagreed] = answers;
    const [isUnanswered, payload, isDisagreed] = payloads;
    // Unanswered it is: silence is no No.
    expect(isUnanswered).toMatchObject({ error: expect.stringMatching(/^approved unanswered, or false/) });
    const silent = await fill({ schema, entered: unapproved?.entered ?? {} });
    expect(silent.field("approved")).toMatchObject({ kind: "boolean", required: true, value: undefined });
    expect(await refuse(silent)).toEqual(["approved"]);

    expect(await submit(await fill({ schema, entered: denied?.entered ?? {} }))).toEqual(payload);

    expect(isDisagreed).toEqual({ error: "agree" });
    expect(await refuse(await fill({ schema, entered: disagreed?.entered ?? {} }))).toEqual(["agree"]);

    expect(rule).toBe("required means present, false is a value; an untouched optional boolean is not sent");
    expect(payload).not.toHaveProperty("extra");
    const touched = await fill({ schema, entered: { ...denied?.entered, extra: false } });
    expect(await submit(touched)).toEqual({ ...payload, extra: false });
  },
);

fieldCase<Filled, { payloads: readonly Readonly<Record<string, unknown>>[] }>(
  "59-integers-stay-numbers",
  async ({ schema, answers }, { payloads }) => {
    expect(answers).toHaveLength(payloads.length);
    for (const [at, { entered }] of answers.entries()) {
      const asked = await fill({ schema, entered });
      const { error, ...payload } = payloads[at] ?? {};
      if (error === undefined) expect(await submit(asked), `answer ${at}`).toEqual(payload);
      else expect(await refuse(asked), `answer ${at}`).toEqual([String(error).split(" ")[0]]);
    }
  },
);

fieldCase<
  Filled,
  {
    rendersWithinMs: number;
    networkRequests: number;
    labels: Readonly<Record<string, string>>;
    payloads: readonly object[];
    unresolved: Readonly<Record<string, string>>;
  }
>("61-refs-nested-and-recursive", async ({ schema, answers }, expected) => {
  const request = vi.spyOn(globalThis, "fetch");
  const asked = await ask(schema);
  const { field } = asked;
  for (const [key, label] of Object.entries(expected.labels)) expect(field(key).label).toBe(label);
  expect(expected.unresolved).toEqual({ ext: "JSON text box", loop: "JSON text box" });
  for (const key of Object.keys(expected.unresolved)) expect(field(key).kind).toBe("json");
  expect(field("esc")).toMatchObject({ kind: "enum", options: [{ value: "z" }] });
  // What holds itself is drawn only as far as somebody asks.
  expect(field("root").children).toMatchObject([
    { key: "name", kind: "string", required: true },
    { key: "kids", kind: "array", children: [], canAdd: true },
  ]);
  expect(field("self")).toMatchObject({ kind: "object", children: [], canAdd: true });

  expect(answers).toHaveLength(expected.payloads.length);
  for (const [at, { entered }] of answers.entries()) {
    expect(await refuse(asked)).toEqual(["root.name", "home.city"]);
    for (const [path, value] of Object.entries(entered)) enter(asked, path, value);
    expect(await submit(asked)).toEqual(expected.payloads[at]);
  }
  expect(request).toHaveBeenCalledTimes(expected.networkRequests);
  request.mockRestore();
});

interface Sample {
  readonly name: string;
  readonly schema: unknown;
  readonly entered?: unknown;
  readonly enteredJson?: string;
  readonly payload?: unknown;
  readonly blocked?: string;
  readonly actions?: readonly string[];
}

fieldCase<{ schemas: readonly Sample[] }, { never: string; fallback: string; scalarsNotWrapped: boolean }>(
  "63-unsupported-or-scalar-schema",
  async ({ schemas }, expected) => {
    expect(expected).toEqual({
      never: "submitting while a required part cannot be entered",
      fallback: "a JSON text box for what cannot be drawn",
      scalarsNotWrapped: true,
    });
    /** Asks with one of the schemas; nobody has answered anything yet, so nothing is sent. */
    const asking = async (name: string): Promise<Asked & { sample: Sample }> => {
      const sample = variant(schemas, name);
      const asked = await ask(sample.schema);
      await refuse(asked);
      return { ...asked, sample };
    };

    for (const [name, kind] of Object.entries({ "scalar-string": "string", "scalar-boolean": "boolean" })) {
      const { sample, ...asked } = await asking(name);
      expect(asked.view().fields, name).toMatchObject([{ kind, path: [] }]);
      enter(asked, null, sample.entered);
      expect(await submit(asked), name).toBe(sample.payload);
    }

    const { sample: list, ...array } = await asking("root-array");
    expect(array.field(null).kind).toBe("array");
    for (const [at, text] of [list.entered].flat().entries()) {
      array.view().add([]);
      array.view().setValue([at], text);
    }
    expect(await submit(array)).toEqual(list.payload);

    const { sample: tuple, ...exotic } = await asking("exotic-required");
    expect(exotic.field("t")).toMatchObject({ kind: "tuple", required: true });
    // Whoever draws no parts may take the JSON of the whole.
    enter(exotic, "t", '["a", 1]');
    expect(await refuse(exotic)).toEqual(["t.0", "t.1"]);
    enter(exotic, "t", tuple.enteredJson);
    expect(await submit(exotic)).toEqual(tuple.payload);

    // "why" is there while it has to be: without a kind, and with this one.
    const { sample: branch, ...conditional } = await asking("conditional");
    expect(branch.blocked).toBe("why missing");
    const drawn = () => conditional.view().fields.map(({ key, required }) => [key, required]);
    expect(drawn()).toEqual([
      ["kind", true],
      ["why", true],
    ]);
    enter(conditional, "kind", "a");
    expect(drawn()).toEqual([["kind", true]]);
    enter(conditional, "kind", Object(branch.entered).kind);
    expect(await refuse(conditional)).toEqual(["why"]);
    enter(conditional, "why", "late");
    expect(await submit(conditional)).toEqual({ kind: "b", why: "late" });

    const { sample: anything, ...empty } = await asking("empty-schema");
    expect(empty.view().answersAnything).toBe(true);
    expect(empty.view().answer(JSON.parse(anything.enteredJson ?? ""))).toEqual([]);
    expect(await submit(empty)).toEqual(anything.payload);

    const { sample: none, ...without } = await asking("no-schema");
    expect(without.view().actions.map(({ id }) => id)).toEqual(none.actions);
    expect(without.view().actions[0]?.run()).toBe(true);
    expect(await submit(without)).toEqual(none.payload);
  },
);
