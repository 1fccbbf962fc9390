import { expect, it } from "vitest";
import { asks, client, scripted, succeeds } from "../../../../test/support/scripted.ts";
import type { ApprovalActions } from "../approvals/types.ts";
import { createForm } from "./create-form.ts";
import type { Form } from "./types.ts";

async function ask(
  properties: object,
  more: object = {},
): Promise<{ form: Form; approvals: ApprovalActions }> {
  const responseSchema = { type: "object", properties, ...more };
  const { transport } = scripted(asks({ id: "q", reason: "details", responseSchema }), succeeds);
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
