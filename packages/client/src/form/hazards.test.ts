import { scriptedAgent } from "@holdpoint/client/testing";
import { expect, it } from "vitest";
import { asks, client, succeeds } from "../../../../test/support/scripted.ts";
import type { ApprovalActions } from "../approvals/types.ts";
import { createForm } from "./create-form.ts";
import type { Form } from "./types.ts";

async function ask(
  properties: object,
  more: object = {},
): Promise<{ form: Form; approvals: ApprovalActions }> {
  const responseSchema = { type: "object", properties, ...more };
  const { transport } = scriptedAgent(asks({ id: "q", reason: "details", responseSchema }), succeeds);
  const { approvals, ...thread } = client(transport).thread("t1");
  await thread.send("Go");
  return { form: createForm(approvals, "q"), approvals };
}

const text = { type: "string" };
const shown = (form: Form) => {
  const [field] = form.get().fields;
  return (field?.children[0] ?? field)?.value;
};

it("what was chosen in one way of a union is no text of another, and what was typed there comes back", async () => {
  const { form } = await ask({ t: { anyOf: [{ enum: ["low", "high"] }, text, { type: "boolean" }] } });
  form.get().choose(["t"], 0);
  form.get().setValue(["t"], "low");
  form.get().choose(["t"], 1);
  expect([shown(form), form.get().values]).toEqual(["", {}]);
  form.get().setValue(["t"], "my own");
  form.get().choose(["t"], 2);
  const [yes] = form.get().fields[0]?.children ?? [];
  if (yes)
    form
      .get()
      .getFieldProps(yes)
      .onChange({ target: { type: "radio", value: "true" } });
  expect(form.get().values).toEqual({ t: true });
  form.get().choose(["t"], 0);
  form.get().setValue(["t"], "high");
  form.get().choose(["t"], 1);
  expect(form.get().item.payload).toEqual({ t: "my own" });
});

it("a union that is drawn as JSON stays JSON while it is mended", async () => {
  const is = { type: "object", properties: { op: { const: "is" }, value: text }, required: ["op", "value"] };
  const { form, approvals } = await ask({ t: { oneOf: [is, { type: "integer" }] } });
  approvals.draft("q", { t: { op: "isx" } });
  expect(form.get().fields[0]?.kind).toBe("json");
  form.get().setValue(["t"], '{"op":"is"');
  expect(form.get().fields[0]).toMatchObject({ kind: "json", value: '{"op":"is"' });
});

it("unticking the last of several choices does not bring the default back", async () => {
  const t = { type: "array", items: { enum: ["a", "b"] }, minItems: 1, default: ["a", "b"] };
  const { form } = await ask({ t });
  for (const value of ["0", "1"]) {
    const [field] = form.get().fields;
    if (field)
      form
        .get()
        .getFieldProps(field)
        .onChange({ target: { type: "checkbox", value, checked: false } });
  }
  expect(form.get().item.payload).toEqual({});
});

it("a name that looks like a number stays a text where a text is allowed", async () => {
  const { form } = await ask({ id: { anyOf: [{ type: "integer" }, text] } });
  for (const name of ["007", "+4915112345", "12E4"]) {
    form.get().setValue(["id"], name);
    expect(form.get().item.payload).toEqual({ id: name });
  }
  form.get().setValue(["id"], "12");
  expect(form.get().item.payload).toEqual({ id: 12 });
});

it("what may be null and is taken out is null, so that its default does not come back", async () => {
  const list = { anyOf: [{ type: "array", items: text }, { type: "null" }], default: ["a"] };
  const { form } = await ask({ list });
  form.get().remove(["list"]);
  expect(form.get().item.payload).toEqual({ list: null });
});

it("unions beside each other, and conditions beside a union, are all drawn", async () => {
  const way = (key: string) => ({ properties: { [key]: text }, required: [key] });
  const { form } = await ask(
    {},
    { allOf: [{ oneOf: [way("a"), way("b")] }, { oneOf: [way("c"), way("d")] }] },
  );
  form.get().choose([], 0);
  const labels = form.get().fields[0]?.options.map(({ label }) => label);
  expect(labels?.length).toBe(4);
  const condition: object = JSON.parse(
    '{"if":{"properties":{"urgent":{"const":true}},"required":["urgent"]},"then":{"properties":{"why":{"type":"string"}},"required":["why"]}}',
  );
  const { form: other } = await ask(
    { urgent: { type: "boolean" } },
    { oneOf: [way("a"), way("b")], ...condition },
  );
  other.get().choose([], 0);
  other.get().setValue(["urgent"], true);
  const [way0] = other.get().fields[0]?.children ?? [];
  expect(way0?.children.map(({ key }) => key)).toContain("why");
});

it("a tag is the constant of its way, whatever stands beside it", async () => {
  const way = (kind: string, key: string) => ({
    properties: { kind: { const: kind }, [key]: text },
    required: [key],
  });
  const { form } = await ask(
    { kind: { enum: ["a", "b"], default: "a" } },
    { oneOf: [way("a", "x"), way("b", "y")], required: ["kind"] },
  );
  expect(form.get().fields[0]?.options.map(({ label }) => label)).toEqual(["A", "B"]);
  form.get().choose([], 1);
  form.get().setValue(["y"], "z");
  expect(form.get().item.payload).toEqual({ kind: "b", y: "z" });
});

it("what an object must have and its default lacks is there, where only one thing can be", async () => {
  const properties = { kind: { const: "x" }, none: { type: "null" }, a: { type: "integer" } };
  const { form } = await ask({
    o: { type: "object", default: { a: 1 }, properties, required: ["kind", "none"] },
  });
  form.get().commit();
  expect(form.get().item.payload).toEqual({ o: { kind: "x", none: null, a: 1 } });
});

it("digits that would be rounded are refused in JSON, too, and the text stays", async () => {
  const { form } = await ask({ at: {}, n: { type: "integer" } });
  for (const at of ["12345678901234567890", '{"a":[1, 0.12345678901234567890]}', "9007199254740993"]) {
    form.get().setValue(["at"], at);
    form.get().commit();
    expect(form.get().item.status).toBe("open");
    expect(form.get().fields[0]).toMatchObject({ value: at, errors: [{ keyword: "precision" }] });
  }
  for (const at of [
    '"12345678901234567890 \\" 1e400"',
    "1e3",
    "-0.10",
    "100000000000000000000",
    '[12.50,"\\\\",3]',
  ]) {
    form.get().setValue(["at"], at);
    expect(form.get().item.payload).toEqual({ at: JSON.parse(at) });
  }
});

it("a text that must be there may be left empty on purpose, and no other may", async () => {
  const { form } = await ask(
    { note: text, name: { type: "string", minLength: 1 }, more: text },
    { required: ["note", "name"] },
  );
  expect(form.get().fields.map(({ canAdd }) => canAdd)).toEqual([true, false, false]);
  form.get().setValue(["name"], "Ada");
  form.get().add(["note"]);
  expect(form.get().item.payload).toEqual({ note: "", name: "Ada" });
  form.get().setValue(["note"], "x");
  expect(form.get().fields[0]?.canAdd).toBe(false);
  form.get().setValue(["note"], "");
  expect([form.get().fields[0]?.canAdd, form.get().item.status]).toEqual([true, "open"]);
});

it("a yes or no that may be nothing can be said to be nothing", async () => {
  const { form } = await ask({ ok: { type: ["boolean", "null"] } }, { required: ["ok"] });
  const choose = (value: string) => {
    const [field] = form.get().fields;
    if (field)
      form
        .get()
        .getFieldProps(field)
        .onChange({ target: { type: "radio", value } });
    return [form.get().item.payload, form.get().fields[0]?.value];
  };
  expect(choose("null")).toEqual([{ ok: null }, null]);
  expect(choose("false")).toEqual([{ ok: false }, false]);
});

it("options are each there once, under a name of their own, and only where they are allowed", async () => {
  const named = (value: unknown, title: string) => ({ const: value, title });
  const { form } = await ask(
    {
      big: { type: "boolean" },
      size: { enum: [1, 2, 2, 3], enumNames: ["One", "Two", "Two", "Three"] },
      city: { oneOf: [named("be", "Bern"), named("bs", "Basel"), named("us", "Bern")] },
    },
    JSON.parse(
      '{"if":{"properties":{"big":{"const":true}},"required":["big"]},"then":{"properties":{"size":{"enum":[3,2]},"city":{"enum":["us"]}}}}',
    ),
  );
  const labels = () => form.get().fields.map(({ options }) => options.map(({ label }) => label));
  expect(labels().slice(1)).toEqual([
    ["One", "Two", "Three"],
    ['Bern ("be")', "Basel", 'Bern ("us")'],
  ]);
  form.get().setValue(["big"], true);
  expect(labels().slice(1)).toEqual([["Two", "Three"], ["Bern"]]);
});

it("says what the schema says of the answer as a whole", async () => {
  const { form } = await ask({ a: text }, { description: "All about the trip." });
  expect(form.get().description).toBe("All about the trip.");
});

it("JSON that is too deep to be sent is no answer, says so at its field and stays as it was typed", async () => {
  const { form } = await ask({ t: {} }, { required: ["t"] });
  const deep = "[".repeat(300) + "]".repeat(300);
  form.get().setValue(["t"], deep);
  expect(form.get().commit()).toBe(false);
  expect(form.get().item.status).toBe("open");
  expect(form.get().fields[0]).toMatchObject({
    value: deep,
    errors: [{ keyword: "json", message: "This is too large or too deep." }],
  });
});

it("what is no JSON is no answer and takes nothing from what was typed", async () => {
  const { form } = await ask({ t: text }, { required: ["t"] });
  form.get().setValue(["t"], "mine");
  expect(form.get().answer({ t: () => "yours" })).toMatchObject([{ path: ["t"], keyword: "json" }]);
  expect(shown(form)).toBe("mine");
});
