import { describe, expect, it } from "vitest";
import type { ApprovalActions, ApprovalItem, ApprovalPhase } from "../approvals/types.ts";
import { ApprovalError } from "../errors.ts";
import type { Interrupt } from "../protocol/interrupts.ts";
import { toFault } from "../schema/fault.ts";
import { toAnswer } from "../schema/to-answer.ts";
import type { FieldError } from "../schema/types.ts";
import { createForm, createForms } from "./create-form.ts";
import { optionIndex } from "./field-props.ts";
import type { FormView } from "./types.ts";

interface Fake extends ApprovalActions {
  readonly calls: string[];
  item(id: string): ApprovalItem;
  patch(id: string, change: Partial<ApprovalItem>): void;
  phase(phase: ApprovalPhase): void;
  replace(batch: string | null, interrupts: readonly Partial<Interrupt>[]): void;
  failWith(error: Error | null): void;
}

function createFake(...interrupts: readonly Partial<Interrupt>[]): Fake {
  const listeners = new Set<() => void>();
  const calls: string[] = [];
  let failure: Error | null = null;
  let snapshot = open("b1", interrupts);

  function open(
    batch: string | null,
    list: readonly Partial<Interrupt>[],
  ): ReturnType<ApprovalActions["get"]> {
    const items = list.map(
      (interrupt, index): ApprovalItem => ({
        id: `q${index}`,
        batch: batch ?? "",
        kind: "interrupt",
        interrupt: { id: `q${index}`, reason: "other", ...interrupt },
        toolCall: null,
        status: "open",
        expired: false,
        expiresAt: null,
        errors: [],
        notice: null,
      }),
    );
    const counts = { total: items.length, answered: 0, declined: 0, open: items.length, expired: 0 };
    const rest = { ready: false, started: false, nextExpiry: null, error: null };
    return { batch, runId: "r", phase: batch === null ? "none" : "open", items, counts, ...rest };
  }
  function publish(next: typeof snapshot): void {
    snapshot = next;
    for (const listener of [...listeners]) listener();
  }
  function patch(id: string, change: Partial<ApprovalItem>): void {
    publish({
      ...snapshot,
      items: snapshot.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
    });
  }
  function guard(name: string): void {
    calls.push(name);
    if (failure) throw failure;
  }
  return {
    calls,
    get: () => snapshot,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    item(id) {
      const item = snapshot.items.find((each) => each.id === id);
      if (!item) throw new Error("no item");
      return item;
    },
    answer(id, payload): readonly FieldError[] {
      guard(`answer ${JSON.stringify(payload)}`);
      const copied = toAnswer(payload);
      if (!copied.ok) return [toFault(copied.path, "json")];
      patch(id, { status: "answered", payload: copied.value });
      return [];
    },
    draft(id, value) {
      guard("draft");
      patch(id, { draft: value });
    },
    clear(id) {
      guard("clear");
      patch(id, { status: "open", payload: undefined });
    },
    decline(id, options) {
      guard("decline");
      patch(id, { status: "declined", payload: options?.payload });
    },
    answerAll: () => new Map(),
    editedArgs: "editedArgs",
    parametersOf: () => undefined,
    declineAll() {},
    patch,
    phase: (phase) => publish({ ...snapshot, phase }),
    replace: (batch, list) => publish(open(batch, list)),
    failWith(error) {
      failure = error;
    },
  };
}

const deploy = {
  type: "object",
  properties: {
    count: { type: "integer", minimum: 1, maximum: 99, description: "How many." },
    note: { type: "string", default: "as usual" },
    where: { enum: [1, "eu", null], title: "Region" },
  },
  required: ["count"],
};

function field(view: FormView, key: string): FormView["fields"][number] {
  const found = view.fields.find((each) => each.key === key);
  if (!found) throw new Error(`no field ${key}`);
  return found;
}

describe("createForm", () => {
  it("answers at an edit or at commit only, never by its defaults", () => {
    const fake = createFake({
      responseSchema: { type: "object", properties: { a: { type: "string", default: "x" } } },
    });
    const form = createForm(fake, "q0");
    expect(form.get().values).toEqual({ a: "x" });
    expect(fake.calls).toEqual([]);
    expect(form.get().commit()).toBe(true);
    expect(fake.item("q0")).toMatchObject({ status: "answered", payload: { a: "x" } });
  });

  it("shows the chosen option whatever the order of its members, and wherever it was copied to", () => {
    const offered = [
      { city: "Bonn", floor: 1 },
      { city: "Oslo", floor: 2 },
    ];
    const fake = createFake({
      responseSchema: { enum: offered, default: { floor: 2, city: "Oslo" } },
    });
    const { fields, getFieldProps } = createForm(fake, "q0").get();
    expect(fields[0]?.value).toEqual(offered[1]);
    for (const each of fields) {
      expect(getFieldProps(each).value).toBe("1");
      expect(optionIndex({ ...each, value: structuredClone(each.value) })).toBe("1");
    }
  });

  it("does not take typing for consent where Approve and Deny stand beside the fields", () => {
    const fake = createFake({ reason: "tool_approval", responseSchema: deploy });
    const form = createForm(fake, "q0");
    form.get().setValue(["note"], "I do not like this");
    expect(fake.item("q0")).toMatchObject({ status: "open", draft: { form: 2 } });
    const [approve, deny] = form.get().actions;
    expect([approve?.selected, deny?.selected]).toEqual([false, false]);
    approve?.run();
    expect(fake.item("q0").status).toBe("open");
    form.get().setValue(["count"], "4");
    expect(fake.item("q0").status).toBe("open");
    form.get().actions[0]?.run();
    expect(fake.item("q0")).toMatchObject({
      status: "answered",
      payload: { count: 4, note: "I do not like this" },
    });
    form.get().setValue(["count"], "5");
    expect(fake.item("q0")).toMatchObject({ status: "answered", payload: { count: 5 } });

    // Half a number takes no consent back; a person who does, or denies, does.
    form.get().setValue(["count"], "-");
    expect(fake.item("q0").status).toBe("open");
    form.get().setValue(["count"], "6");
    expect(fake.item("q0")).toMatchObject({ status: "answered", payload: { count: 6 } });
    form.get().clear();
    form.get().setValue(["count"], "7");
    expect(fake.item("q0").status).toBe("open");
    form.get().actions[0]?.run();
    form.get().decline();
    form.get().setValue(["count"], "8");
    expect(fake.item("q0").status).toBe("declined");
  });

  it("keeps each edit as a draft, answers while valid and takes the answer back while not", () => {
    const fake = createFake({ responseSchema: deploy });
    const form = createForm(fake, "q0");
    form.get().setValue(["count"], "4");
    expect(fake.item("q0")).toMatchObject({
      status: "answered",
      payload: { count: 4, note: "as usual" },
      draft: { form: 2, slot: { parts: { count: { is: "4" } } } },
    });
    form.get().setValue(["count"], "4x");
    expect(fake.item("q0").status).toBe("open");
    expect(field(form.get(), "count").value).toBe("4x");
    expect(form.get().errors).toEqual([]);
    form.get().touch(["count"]);
    expect(field(form.get(), "count").errors).toMatchObject([
      { message: "Enter a whole number from 1 to 99." },
    ]);
    form.get().setValue(["count"], undefined);
    expect(field(form.get(), "count").value).toBe("");
  });

  it("shows every fault at commit", () => {
    const form = createForm(createFake({ responseSchema: deploy }), "q0");
    expect(form.get().errors).toEqual([]);
    expect(form.get().commit()).toBe(false);
    expect(form.get().errors).toMatchObject([{ path: ["count"], keyword: "required" }]);
  });

  it("starts from the stored texts, or from an answer made elsewhere", () => {
    const texts = createFake({ responseSchema: deploy });
    texts.patch("q0", { draft: { form: 2, slot: { parts: { count: { is: "12x" } } } } });
    expect(field(createForm(texts, "q0").get(), "count").value).toBe("12x");

    const foreign = createFake({ responseSchema: deploy });
    foreign.patch("q0", {
      status: "answered",
      payload: { count: 7, where: null },
      draft: { form: 2, slot: {} },
    });
    const view = createForm(foreign, "q0").get();
    expect([field(view, "count").value, field(view, "where").value]).toEqual(["7", null]);

    const refused = createFake({ responseSchema: deploy });
    refused.patch("q0", { draft: { count: 0 } });
    expect(field(createForm(refused, "q0").get(), "count").value).toBe("0");
  });

  it("follows what others answer meanwhile", () => {
    const fake = createFake({ responseSchema: deploy });
    const form = createForm(fake, "q0");
    form.get().setValue(["count"], "4");
    const seen: unknown[] = [];
    const end = form.subscribe(() => seen.push(field(form.get(), "count").value));
    fake.answer("q0", { count: 9 });
    expect(seen).toEqual(["9"]);
    end();
  });

  it("is one per item, keeps its view while nothing changes, and tells of an edit once", () => {
    const fake = createFake({ responseSchema: deploy }, { responseSchema: deploy });
    const form = createForm(fake, "q0");
    expect(createForm(fake, "q0")).toBe(form);
    let told = 0;
    form.subscribe(() => {
      told += 1;
    });
    const before = form.get();
    createForm(fake, "q1").get().setValue(["count"], "1");
    expect(form.get()).toBe(before);
    expect(told).toBe(0);
    before.setValue(["count"], "1");
    expect(told).toBe(1);
    expect(form.get()).not.toBe(before);
    expect(form.get().setValue).toBe(before.setValue);
  });

  it("ignores edits while the answers are out, and after its batch is gone", () => {
    const fake = createFake({ responseSchema: deploy });
    const form = createForm(fake, "q0");
    for (const phase of ["submitting", "unknown"] as const) {
      fake.phase(phase);
      form.get().setValue(["count"], "4");
      expect(form.get()).toMatchObject({ disabled: true, values: { note: "as usual" } });
      expect(form.get().answer({ count: 1 })).toHaveLength(1);
    }
    fake.replace("b2", [{ responseSchema: deploy }]);
    form.get().decline();
    expect(fake.calls).toEqual([]);
    expect(form.get().disabled).toBe(true);
    expect(createForm(fake, "q0")).not.toBe(form);
    fake.replace(null, []);
    expect(() => createForm(fake, "q0")).toThrow(ApprovalError);
  });

  it("shows a refusal and keeps the text", () => {
    const fake = createFake({ responseSchema: deploy });
    const form = createForm(fake, "q0");
    fake.failWith(new ApprovalError("expired", "Too late."));
    form.get().setValue(["count"], "4");
    expect(form.get()).toMatchObject({ error: { code: "expired" }, values: { count: 4 } });
    expect(form.get().answer({ count: 1 })).toMatchObject([{ keyword: "expired" }]);
    fake.failWith(null);
    expect(form.get().commit()).toBe(true);
    expect(form.get().error).toBeNull();
  });

  it("shows the agent's own errors at their field", () => {
    const fake = createFake({ responseSchema: deploy });
    const error = { path: ["count"], keyword: "agent", params: {}, message: "No capacity." };
    fake.patch("q0", { errors: [error] });
    const view = createForm(fake, "q0").get();
    expect(view.errors).toEqual([error]);
    expect(field(view, "count").errors).toEqual([error]);
  });

  it("takes any answer for itself and shows it in the fields", () => {
    const fake = createFake({ responseSchema: deploy });
    const form = createForm(fake, "q0");
    expect(form.get().answer({ count: 3, note: undefined })).toEqual([]);
    expect(fake.item("q0").payload).toEqual({ count: 3 });
    expect(field(form.get(), "count").value).toBe("3");
    expect(form.get().answer({ count: Number.NaN })).toMatchObject([{ path: ["count"], keyword: "json" }]);
    form.get().clear();
    expect(fake.item("q0").status).toBe("open");
    expect(field(form.get(), "count").value).toBe("3");
  });

  it("says so where an answer cannot be checked here", () => {
    const view = createForm(createFake({ responseSchema: { $ref: "other.json" } }), "q0").get();
    expect(view.warnings).toContain("The answer cannot be checked here; the agent will judge it.");
    expect(view.answersAnything).toBe(true);
    expect(view.answer({ any: "thing" })).toEqual([]);
  });
});

describe("the props of a field", () => {
  it("writes where the field is now, also under an id of the app's own that goes with a moved item", () => {
    const tags = { type: "array", items: { type: "string" } };
    const form = createForm(createFake({ responseSchema: { type: "object", properties: { tags } } }), "q0");
    form.get().setValue(["tags"], ["a", "b"]);
    const write = (at: number, text: string) => {
      const item = field(form.get(), "tags").children[at];
      if (item)
        form
          .get()
          .getFieldProps({ ...item, id: "own" })
          .onChange(text);
    };
    write(0, "one");
    form.get().move(["tags", 0], 1);
    write(1, "the same");
    expect(form.get().values).toEqual({ tags: ["b", "the same"] });
  });

  it("names and describes the element, and takes events and values", () => {
    const fake = createFake({ responseSchema: deploy });
    const form = createForm(fake, "q0");
    const props = (key: string) => form.get().getFieldProps(field(form.get(), key));
    expect(props("count")).toMatchObject({
      id: "field-b1-q0-kcount",
      "aria-required": true,
      "aria-describedby": "field-b1-q0-kcount-description",
      value: "",
    });
    props("count").onChange({ target: { value: "x", type: "text" } });
    props("count").onBlur();
    expect(props("count")).toMatchObject({
      "aria-invalid": true,
      "aria-describedby": "field-b1-q0-kcount-description field-b1-q0-kcount-error",
      value: "x",
    });
    expect(props("count").onChange).toBe(props("count").onChange);
    expect(props("where").value).toBe("");
    props("where").onChange({ target: { value: "0", type: "select-one" } });
    expect(form.get().values).toMatchObject({ where: 1 });
    props("where").onChange(null);
    expect([form.get().values, optionIndex(field(form.get(), "where"))]).toMatchObject([
      { where: null },
      "2",
    ]);
    props("where").onChange({ target: { value: "", type: "select-one" } });
    expect(form.get().values).toEqual({ note: "as usual" });
  });

  it("never share an id", () => {
    const keys = ["a.b", "a_b", "a-b", "a b", "", "_"];
    const properties = Object.fromEntries(keys.map((key) => [key, { type: "string" }]));
    const { fields } = createForm(createFake({ responseSchema: { type: "object", properties } }), "q0").get();
    expect(new Set(fields.map(({ id }) => id)).size).toBe(keys.length);
    for (const { id } of fields) expect(id).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it("answers a required boolean by Yes and No, and a checkbox by its tick", () => {
    const schema = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };
    const fake = createFake({ responseSchema: schema, reason: "tool_approval" });
    const form = createForm(fake, "q0");
    expect(form.get().actions).toEqual([]);
    expect(form.get().commit()).toBe(false);
    const props = form.get().getFieldProps(field(form.get(), "ok"));
    props.onChange(false);
    expect(fake.item("q0").payload).toEqual({ ok: false });
    props.onChange({ target: { type: "checkbox", checked: true, value: "on" } });
    expect(fake.item("q0").payload).toEqual({ ok: true });
  });
});

describe("the actions of a question", () => {
  const outcomes = (interrupt: Partial<Interrupt>): unknown[] =>
    createForm(createFake(interrupt), "q0")
      .get()
      .actions.map(({ id }) => {
        const fake = createFake(interrupt);
        const form = createForm(fake, "q0");
        const done = form
          .get()
          .actions.find((action) => action.id === id)
          ?.run();
        const selected = form.get().actions.filter((action) => action.selected);
        expect([done, selected.map((action) => action.id)]).toEqual([true, [id]]);
        const { status, payload } = fake.item("q0");
        return [id, status, payload];
      });

  it.each([
    [
      { reason: "confirmation" },
      [
        ["yes", "answered", true],
        ["no", "answered", false],
      ],
    ],
    [
      { reason: "confirmation", toolCallId: "t" },
      [
        ["yes", "answered", true],
        ["no", "answered", false],
      ],
    ],
    [
      { reason: "tool_call" },
      [
        ["approve", "answered", { approved: true }],
        ["deny", "answered", { approved: false }],
      ],
    ],
    [
      { reason: "other", toolCallId: "t" },
      [
        ["approve", "answered", { approved: true }],
        ["deny", "answered", { approved: false }],
      ],
    ],
    [
      { reason: "tool_approval", toolCallId: "t" },
      [
        ["approve", "answered", { approved: true }],
        ["deny", "declined", undefined],
      ],
    ],
    [
      { reason: "other" },
      [
        ["approve", "answered", { approved: true }],
        ["deny", "declined", undefined],
      ],
    ],
    [{ reason: "input_required" }, []],
    [
      { toolCallId: "t", responseSchema: { type: "object", properties: { a: { type: "string" } } } },
      [
        ["approve", "answered", {}],
        ["deny", "declined", undefined],
      ],
    ],
    [{ responseSchema: deploy }, []],
  ] satisfies [Partial<Interrupt>, unknown[]][])("%j", (interrupt, expected) => {
    expect(outcomes(interrupt)).toEqual(expected);
  });

  it("asks for one text where only input is required", () => {
    const fake = createFake({ reason: "input_required" });
    const form = createForm(fake, "q0");
    expect(form.get()).toMatchObject({
      canCommit: true,
      answersAnything: true,
      fields: [{ kind: "string", path: [] }],
    });
    expect(form.get().commit()).toBe(false);
    form.get().setValue([], "42");
    expect(fake.item("q0").payload).toBe("42");
  });

  it.each(["input_required", "confirmation"])(
    "keeps JSON that is typed for %s, and answers nothing by it",
    (reason) => {
      const fake = createFake({ reason });
      const form = createForm(fake, "q0");
      const drawn = () => form.get().fields.map(({ value }) => value);
      form.get().setValue([], "Bo");
      form.get().clear();
      const before = drawn();
      if (before.length > 0) expect([form.get().json, before]).toEqual(["", ["Bo"]]);
      form.get().setJson('{"a":');
      expect([form.get().json, drawn(), form.get().item.status]).toEqual(['{"a":', before, "open"]);
      form.get().answer("Ada");
      form.get().setJson("");
      expect([form.get().json, form.get().item]).toMatchObject(["", { status: "answered", payload: "Ada" }]);
      // What the app drafts, or a definition of its own refuses, is there to be mended.
      fake.patch("q0", { status: "open", draft: { a: 1 } });
      expect(drawn()[0] ?? form.get().json).toContain('"a": 1');
    },
  );

  it("leaves only declining where the schema allows no answer", () => {
    const view = createForm(createFake({ responseSchema: { not: {} } }), "q0").get();
    expect(view).toMatchObject({ fields: [], actions: [], canCommit: false, answersAnything: false });
  });
});

describe("createForms", () => {
  it("lists the forms in order, the same array until one changes", () => {
    const fake = createFake({ responseSchema: deploy }, { reason: "confirmation" });
    const forms = createForms(fake);
    expect(createForms(fake)).toBe(forms);
    const before = forms.get();
    expect(before.map(({ id }) => id)).toEqual(["q0", "q1"]);
    expect(before[0]).toBe(createForm(fake, "q0").get());
    expect(forms.get()).toBe(before);
    before[0]?.touch(["count"]);
    expect(forms.get()).not.toBe(before);
    expect(forms.get()[1]).toBe(before[1]);
  });

  it("tells once per change, of new batches too, and only while it is listened to", () => {
    const fake = createFake({ responseSchema: deploy }, { responseSchema: deploy });
    const forms = createForms(fake);
    const seen: number[] = [];
    const end = forms.subscribe(() => seen.push(forms.get().length));
    forms.get()[1]?.setValue(["count"], "3");
    expect(seen).toEqual([2]);
    fake.replace("b2", [{ reason: "confirmation" }]);
    expect(seen).toEqual([2, 1]);
    forms.get()[0]?.actions[0]?.run();
    expect(seen).toEqual([2, 1, 1]);
    fake.phase("submitting");
    expect(seen).toEqual([2, 1, 1, 1]);
    end();
    fake.replace(null, []);
    expect(seen).toEqual([2, 1, 1, 1]);
    expect(forms.get()).toEqual([]);
  });
});
