import { scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it } from "vitest";
import { asks, client, succeeds } from "../../../../test/support/scripted.ts";
import type { ApprovalActions } from "../approvals/types.ts";
import { createForm } from "./create-form.ts";
import type { Form, FormField } from "./types.ts";

const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

async function ask(
  properties: object,
  required: readonly string[] = [],
): Promise<{ form: Form; approvals: ApprovalActions }> {
  const responseSchema = { type: "object", properties, required };
  const { transport } = scriptedAgent(asks({ id: "q", reason: "details", responseSchema }), succeeds);
  const { approvals, ...thread } = client(transport).thread("t1");
  await thread.send("Go");
  return { form: createForm(approvals, "q"), approvals };
}

/** The field at a path, as it is drawn now. */
function at(form: Form, ...path: readonly (string | number)[]): FormField {
  let fields = form.get().fields;
  let found: FormField | undefined;
  for (const key of path) {
    found = fields.find((field) => field.key === key);
    fields = found?.children ?? [];
  }
  if (!found) throw new Error(`No field is drawn at ${path.join(".")}.`);
  return found;
}

describe("an object in a form", () => {
  it("is sent where it is required, and where it was added", async () => {
    const { form } = await ask({ home: city, work: city }, ["home"]);
    expect(at(form, "home")).toMatchObject({ kind: "object", value: "{}", canAdd: false, canRemove: false });
    expect(at(form, "work")).toMatchObject({ value: "", children: [], canAdd: true });
    expect(form.get().commit()).toBe(false);
    expect(form.get().errors).toMatchObject([{ path: ["home", "city"], keyword: "required" }]);
    expect(at(form, "home", "city").errors).toHaveLength(1);
    expect(at(form, "home").errors).toEqual([]);
    form.get().setValue(["home", "city"], "Bonn");
    expect(form.get().values).toEqual({ home: { city: "Bonn" } });

    form.get().add(["work"]);
    expect(form.get().values).toEqual({ home: { city: "Bonn" }, work: {} });
    expect(at(form, "work", "city").errors).toHaveLength(1);
    form.get().setValue(["work", "city"], "Oslo");
    expect(form.get().item.payload).toEqual({ home: { city: "Bonn" }, work: { city: "Oslo" } });
    form.get().remove(["work"]);
    form.get().remove(["home"]);
    expect(form.get().item.payload).toEqual({ home: { city: "Bonn" } });
  });

  it("takes a whole value, also as JSON, and a value inside it before it was added", async () => {
    const { form } = await ask({ work: city });
    form.get().setValue(["work", "city"], "Oslo");
    expect(form.get().values).toEqual({ work: { city: "Oslo" } });
    form.get().setValue(["work"], undefined);
    expect(form.get().values).toEqual({});
    form.get().setValue(["work"], { city: "Rome" });
    expect(at(form, "work", "city").value).toBe("Rome");
    form.get().setValue(["work"], '{"city":"Bonn"}');
    expect(at(form, "work").kind).toBe("json");
    expect(form.get().values).toEqual({ work: { city: "Bonn" } });
    form.get().setValue(["work", "city"], "Oslo");
    expect(form.get().values).toEqual({ work: { city: "Bonn" } });
    form.get().setValue([], "no text is an answer");
    form.get().setValue([], { work: { city: "Rome" } });
    expect(form.get().values).toEqual({ work: { city: "Rome" } });
  });

  it("may be drawn as one JSON box by who draws no parts", async () => {
    const { form } = await ask({ work: city, tags: { type: "array", items: { type: "string" } } });
    const props = (key: string) => form.get().getFieldProps(at(form, key));
    expect([props("work").value, props("tags").value]).toEqual(["", ""]);
    for (const text of ["[", '["a"', '["a", ""]']) {
      props("tags").onChange({ target: { type: "text", value: text } });
      expect(props("tags").value).toBe(text);
      expect(at(form, "tags")).toMatchObject({ kind: "json", children: [] });
    }
    expect(form.get().values).toEqual({ tags: ["a", ""] });
    form.get().setValue(["tags"], ["a"]);
    expect(JSON.parse(props("tags").value ?? "")).toEqual(["a"]);
    expect(at(form, "tags").children).toHaveLength(1);
    props("work").onChange({ target: { type: "text", value: '{"city":' } });
    expect(at(form, "work")).toMatchObject({ kind: "json", children: [] });
    expect(form.get().commit()).toBe(false);
    expect(form.get().errors).toMatchObject([{ path: ["work"], keyword: "json" }]);
    props("work").onChange({ target: { type: "text", value: "" } });
    expect(form.get().values).toEqual({ tags: ["a"] });
  });

  it("keeps what its fields cannot show of an answer made elsewhere", async () => {
    const { form, approvals } = await ask({ work: city });
    approvals.answer("q", { work: { city: "Oslo", floor: 2 } });
    expect(at(form, "work", "city").value).toBe("Oslo");
    expect(form.get().values).toEqual({ work: { city: "Oslo", floor: 2 } });
    approvals.clear("q");
    approvals.draft("q", { work: 5 });
    expect(at(form, "work")).toMatchObject({ kind: "json", value: "5" });
    expect(form.get().values).toEqual({ work: 5 });
  });

  it("shows its default and sends it, until it is taken out", async () => {
    const { form } = await ask({ work: { ...city, default: { city: "Bonn" } } });
    expect(at(form, "work", "city").value).toBe("Bonn");
    expect(form.get().values).toEqual({ work: { city: "Bonn" } });
    form.get().remove(["work"]);
    expect(form.get().values).toEqual({});
    form.get().add(["work"]);
    expect(form.get().values).toEqual({ work: {} });
  });

  it("is null where it must be sent and was not added", async () => {
    const { form } = await ask({ work: { anyOf: [city, { type: "null" }] } }, ["work"]);
    expect(form.get().values).toEqual({ work: null });
    form.get().add(["work"]);
    form.get().setValue(["work", "city"], "Bonn");
    expect(form.get().item.payload).toEqual({ work: { city: "Bonn" } });
    form.get().setValue(["work"], null);
    expect(form.get().item.payload).toEqual({ work: null });
  });

  it("carries any key and pollutes nothing", async () => {
    const keys = ["a.b", "__proto__", "constructor", "", "0"];
    const properties: object = JSON.parse(
      `{${keys.map((key) => `${JSON.stringify(key)}:{"type":"string"}`).join()}}`,
    );
    const { form } = await ask({ __proto: { type: "object", properties } });
    for (const key of keys) form.get().setValue(["__proto", key], `of ${key}`);
    const { values } = form.get();
    expect(JSON.parse(JSON.stringify(values))).toEqual(values);
    const inner = Object(Object(values).__proto);
    expect(Object.keys(inner).sort()).toEqual([...keys].sort());
    expect(Object.getPrototypeOf(inner)).toBe(Object.prototype);
    expect("of __proto__" in {}).toBe(false);
  });
});

describe("a list in a form", () => {
  const tags = { type: "array", items: { type: "string" } };

  it("is not sent before it was touched, so that silence does not say that there are none", async () => {
    const { form } = await ask({ tags, needed: tags }, ["needed"]);
    expect(form.get().commit()).toBe(false);
    expect(form.get().values).toEqual({});
    expect(at(form, "needed").errors).toMatchObject([{ keyword: "required" }]);
    form.get().setValue(["needed"], []);
    expect(form.get().item.payload).toEqual({ needed: [] });
    form.get().add(["tags"]);
    expect(at(form, "tags", 0)).toMatchObject({ label: "Item 1", required: true, value: "" });
    form.get().remove(["tags", 0]);
    expect(form.get().values).toEqual({ tags: [], needed: [] });
    form.get().setValue(["tags"], undefined);
    expect(form.get().values).toEqual({ needed: [] });
  });

  it("says which item is empty", async () => {
    const { form } = await ask({ tags });
    form.get().add(["tags"]);
    form.get().add(["tags"]);
    form.get().setValue(["tags", 1], "b");
    form.get().setValue(["tags", 2], "past the end");
    expect(form.get().commit()).toBe(false);
    expect(form.get().errors).toMatchObject([{ path: ["tags", 0], keyword: "required" }]);
    expect(at(form, "tags", 0).errors).toHaveLength(1);
  });

  it("adds, removes and moves items with all that is in them", async () => {
    const person = { type: "object", title: "Guest", properties: { name: { type: "string" }, pets: tags } };
    const { form } = await ask({ guests: { type: "array", items: person } });
    for (const index of [0, 1, 2]) {
      form.get().add(["guests"]);
      form.get().setValue(["guests", index, "name"], `guest ${index}`);
    }
    form.get().add(["guests", 2, "pets"]);
    form.get().setValue(["guests", 2, "pets", 0], "cat");
    form.get().touch(["guests", 2, "name"]);
    expect(at(form, "guests", 2).label).toBe("Guest 3");
    form.get().move(["guests", 2], -2);
    expect(form.get().item.payload).toEqual({
      guests: [{ name: "guest 2", pets: ["cat"] }, { name: "guest 0" }, { name: "guest 1" }],
    });
    expect([0, 2].map((index) => at(form, "guests", index, "name").touched)).toEqual([true, false]);
    form.get().move(["guests", 0], 1);
    form.get().move(["guests", 0], -1);
    form.get().move(["guests", 2], 1);
    form.get().remove(["guests", 0]);
    expect(form.get().item.payload).toEqual({
      guests: [{ name: "guest 2", pets: ["cat"] }, { name: "guest 1" }],
    });
  });

  it("keeps to the fewest and the most items", async () => {
    const few = { ...tags, minItems: 2, maxItems: 3 };
    const { form } = await ask({ needed: few, may: few }, ["needed"]);
    expect(form.get().commit()).toBe(false);
    expect(at(form, "needed").errors).toMatchObject([{ keyword: "required" }]);
    form.get().setValue(["needed"], ["one"]);
    expect(at(form, "needed").errors).toMatchObject([{ keyword: "minItems" }]);
    form.get().setValue(["needed"], undefined);
    form.get().add(["needed"]);
    form.get().add(["needed"]);
    expect(at(form, "needed", 0).canRemove).toBe(false);
    form.get().remove(["needed", 0]);
    form.get().add(["needed"]);
    expect(at(form, "needed")).toMatchObject({ canAdd: false });
    expect(at(form, "needed", 0).canRemove).toBe(true);
    form.get().add(["needed"]);
    expect(at(form, "needed").children).toHaveLength(3);
    form.get().add(["may"]);
    form.get().add(["may"]);
    form.get().remove(["may", 0]);
    form.get().remove(["may", 0]);
    expect(at(form, "may").value).toBe("");
  });

  it("shows its default until it is changed, then only what the person left", async () => {
    const { form } = await ask({ tags: { ...tags, default: ["a", "b"] } });
    expect(form.get().values).toEqual({ tags: ["a", "b"] });
    form.get().remove(["tags", 0]);
    expect(form.get().values).toEqual({ tags: ["b"] });
    form.get().add(["tags"]);
    expect(at(form, "tags", 1).value).toBe("");
  });
});

describe("a nested draft", () => {
  const guests = { type: "array", items: { type: "object", properties: { age: { type: "integer" } } } };

  it("is JSON and gives back what was typed", async () => {
    const { form, approvals } = await ask({ work: city, guests });
    form.get().add(["work"]);
    form.get().add(["guests"]);
    form.get().setValue(["guests", 0, "age"], "4x");
    const { draft } = form.get().item;
    expect(JSON.parse(JSON.stringify(draft))).toEqual({
      form: 2,
      slot: {
        parts: { work: { keys: [] }, guests: { items: [{ parts: { age: { is: "4x" } } }] } },
      },
    });
    approvals.draft("q", undefined);
    approvals.draft("q", draft);
    expect(at(form, "guests", 0, "age").value).toBe("4x");
  });

  it("holds what was typed as JSON, and nothing else that is none of it", async () => {
    const { form, approvals } = await ask({ work: city, guests });
    const work = { keys: [5], parts: { city: { is: 7, touched: "yes" } }, way: "x" };
    approvals.draft("q", { form: 2, slot: { parts: { work, guests: { json: "[{" } } } });
    expect(at(form, "work", "city")).toMatchObject({ value: "", touched: false });
    expect(at(form, "work", "5").kind).toBe("json");
    expect(at(form, "guests")).toMatchObject({ kind: "json", value: "[{" });
  });

  it("may have an entry that is named as the verdict on a condition", async () => {
    const whole = { type: "integer" };
    const { form, approvals } = await ask({
      map: { type: "object", additionalProperties: whole, if: false, else: { properties: { more: whole } } },
    });
    approvals.draft("q", { form: 2, slot: { parts: { map: { keys: ["false"] } } } });
    expect(at(form, "map").kind).toBe("map");
    expect(["more", "false"].map((key) => at(form, "map", key).kind)).toEqual(["integer", "integer"]);
  });

  it("starts from an answer made elsewhere", async () => {
    const { form, approvals } = await ask({ work: city, guests });
    approvals.answer("q", { work: { city: "Oslo" }, guests: [{}, { age: 4 }] });
    expect(at(form, "work", "city").value).toBe("Oslo");
    expect(at(form, "guests", 1, "age").value).toBe("4");
    form.get().setValue(["guests", 0, "age"], "3");
    expect(form.get().item.payload).toEqual({ work: { city: "Oslo" }, guests: [{ age: 3 }, { age: 4 }] });
  });
});
