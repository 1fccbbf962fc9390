import { scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it } from "vitest";
import { asks, client, succeeds } from "../../../../test/support/scripted.ts";
import { createForm } from "./create-form.ts";
import type { Form, FormField } from "./types.ts";

async function ask(responseSchema: Record<string, unknown>): Promise<Form> {
  const { transport } = scriptedAgent(asks({ id: "q", reason: "details", responseSchema }), succeeds);
  const { approvals, ...thread } = client(transport).thread("t1");
  await thread.send("Go");
  return createForm(approvals, "q");
}

/** What is drawn, as labels and values, the parts inside their holder. */
function drawn(fields: readonly FormField[]): unknown {
  return fields.map(({ key, kind, value, children }) =>
    children.length > 0 ? [key, kind, drawn(children)] : [key, kind, value],
  );
}
const seen = (form: Form) => drawn(form.get().fields);
const [text, whole] = [{ type: "string" }, { type: "integer" }];

describe("a union", () => {
  const email = {
    type: "object",
    properties: { by: { const: "email" }, to: text, copies: whole },
    required: ["by", "to"],
  };
  const post = {
    type: "object",
    properties: { by: { const: "post" }, to: text, street: text },
    required: ["by", "to"],
  };
  const send = { type: "object", properties: { send: { oneOf: [email, post] } }, required: ["send"] };

  it("is a choice, then the fields of the chosen way, whose tag is sent with them", async () => {
    const form = await ask(send);
    expect(seen(form)).toEqual([["send", "union", undefined]]);
    expect(form.get().commit()).toBe(false);
    expect(form.get().fields[0]?.errors).toMatchObject([{ keyword: "required" }]);
    form.get().choose(["send"], 1);
    expect(seen(form)).toEqual([
      [
        "send",
        "union",
        [
          [
            "send",
            "object",
            [
              ["to", "string", ""],
              ["street", "string", ""],
            ],
          ],
        ],
      ],
    ]);
    form.get().setValue(["send", "to"], "Ann");
    expect(form.get().item.payload).toEqual({ send: { by: "post", to: "Ann" } });
  });

  it("keeps what the ways share, and what each had, when another is chosen", async () => {
    const form = await ask(send);
    form.get().choose(["send"], 1);
    form.get().setValue(["send", "to"], "Ann");
    form.get().setValue(["send", "street"], "Main");
    form.get().choose(["send"], 0);
    expect(form.get().values).toEqual({ send: { by: "email", to: "Ann" } });
    form.get().setValue(["send", "copies"], "2");
    form.get().choose(["send"], 1);
    expect(form.get().values).toEqual({ send: { by: "post", to: "Ann", street: "Main" } });
    form.get().choose(["send"], undefined);
    expect(form.get().values).toEqual({});
  });

  it("shows the way that an answer went, also at the root, and ways without parts", async () => {
    const form = await ask({
      oneOf: [{ type: "boolean" }, { type: "array", items: text }, email, { type: "null" }],
    });
    expect(form.get().answer(["a"])).toEqual([]);
    expect(seen(form)).toEqual([[null, "union", [[null, "array", [[0, "string", "a"]]]]]]);
    form.get().answer({ by: "email", to: "Ann" });
    expect(form.get().fields[0]?.value).toBe(2);
    form.get().choose([], 0);
    const [yes] = form.get().fields[0]?.children ?? [];
    if (yes)
      form
        .get()
        .getFieldProps(yes)
        .onChange({ target: { type: "radio", value: "false" } });
    expect(form.get().item.payload).toBe(false);
    form.get().answer(null);
    expect(form.get().values).toBeNull();
  });

  it("is chosen by its element, and taken back", async () => {
    const form = await ask(send);
    const choose = (value: string) => {
      const [union] = form.get().fields;
      if (union)
        form
          .get()
          .getFieldProps(union)
          .onChange({ target: { type: "select-one", value } });
      return form.get().fields[0]?.value;
    };
    expect([choose("0"), choose("1"), choose("")]).toEqual([0, 1, undefined]);
  });

  it("names a way that is one value after that value", async () => {
    const form = await ask({ oneOf: [{ const: "pick_up" }, email] });
    expect(form.get().fields[0]?.options.map(({ label }) => label)).toEqual(["Pick up", "By"]);
  });

  it("may be drawn in itself without end", async () => {
    const tree = { $ref: "#/$defs/Tree" };
    const branch = { type: "object", properties: { left: tree }, required: ["left"] };
    const form = await ask({ ...tree, $defs: { Tree: { oneOf: [text, branch] } } });
    form.get().choose([], 1);
    form.get().choose(["left"], 1);
    form.get().choose(["left", "left"], 0);
    form.get().setValue(["left", "left"], "leaf");
    expect(form.get().item.payload).toEqual({ left: { left: "leaf" } });
  });
});

it("an object that must hold itself without end ends as JSON", async () => {
  const form = await ask({ type: "object", properties: { on: { $ref: "#" } }, required: ["on"] });
  const kinds: string[] = [];
  for (let [field] = form.get().fields; field; [field] = field.children) kinds.push(field.kind);
  expect(kinds.at(-1)).toBe("json");
  expect(kinds.length).toBeLessThanOrEqual(100);
});

describe("a map", () => {
  const map = { type: "object", additionalProperties: whole, properties: { fixed: text } };

  it("takes entries with keys of their own", async () => {
    const form = await ask({ type: "object", properties: { map }, required: ["map"] });
    form.get().add(["map"], "a.b");
    form.get().add(["map"], "__proto__");
    form.get().add(["map"], "a.b");
    form.get().add(["map"], "fixed");
    form.get().setValue(["map", "a.b"], "1");
    expect(form.get().commit()).toBe(false);
    expect(form.get().errors).toMatchObject([{ path: ["map", "__proto__"], keyword: "required" }]);
    form.get().setValue(["map", "__proto__"], "2");
    expect(form.get().values).toEqual(JSON.parse('{"map":{"a.b":1,"__proto__":2}}'));
    form.get().remove(["map", "__proto__"]);
    form.get().remove(["map", "fixed"]);
    expect(form.get().item.payload).toEqual({ map: { "a.b": 1 } });
    expect("a.b" in Object.prototype).toBe(false);
  });

  it("draws an entry by the pattern of its key, and a key that should not be there as JSON", async () => {
    const flags = {
      type: "object",
      patternProperties: { "^is": { type: "boolean" } },
      additionalProperties: false,
    };
    const form = await ask({ type: "object", properties: { flags } });
    form.get().add(["flags"], "isOn");
    form.get().add(["flags"], "other");
    expect(seen(form)).toEqual([
      [
        "flags",
        "map",
        [
          ["isOn", "boolean", undefined],
          ["other", "json", ""],
        ],
      ],
    ]);
  });
});

it("a tuple has all its first items, and more where it may", async () => {
  const pair = { type: "array", prefixItems: [text, whole], items: false };
  const open = { type: "array", prefixItems: [text], items: whole };
  const form = await ask({ type: "object", properties: { pair, open }, required: ["pair"] });
  expect(seen(form)).toEqual([
    [
      "pair",
      "tuple",
      [
        [0, "string", ""],
        [1, "integer", ""],
      ],
    ],
    ["open", "tuple", ""],
  ]);
  form.get().setValue(["pair", 0], "a");
  form.get().setValue(["pair", 1], "1");
  expect(form.get().fields[0]).toMatchObject({ canAdd: false });
  expect(form.get().fields[0]?.children.map(({ canRemove }) => canRemove)).toEqual([false, false]);
  form.get().add(["open"]);
  form.get().add(["open"]);
  form.get().setValue(["open", 0], "b");
  form.get().setValue(["open", 1], "2");
  expect(form.get().item.payload).toEqual({ pair: ["a", 1], open: ["b", 2] });
});

it("a tuple that may be left out is added with all its first items, and no more than it may have", async () => {
  const prefixItems = [text, whole];
  const form = await ask({
    type: "object",
    properties: {
      closed: { type: "array", prefixItems, items: false },
      exact: { type: "array", prefixItems, minItems: 2, maxItems: 2 },
      open: { type: "array", prefixItems },
    },
  });
  for (const key of ["closed", "exact", "open"]) form.get().add([key]);
  expect(form.get().fields.map(({ children }) => children.length)).toEqual([2, 2, 2]);
  expect(form.get().fields.map(({ canAdd }) => canAdd)).toEqual([false, false, true]);
});

it("a choice of a way that is taken back takes the text that was typed there with it", async () => {
  const form = await ask({ type: "object", properties: { limit: { anyOf: [whole, { type: "boolean" }] } } });
  form.get().choose(["limit"], 0);
  form.get().setValue(["limit"], "4x");
  form.get().choose(["limit"], undefined);
  expect(form.get().values).toEqual({});
  form.get().choose(["limit"], 0);
  expect(form.get().fields[0]?.children[0]?.value).toBe("4x");
});

it("several choices are a list in the order in which they were made", async () => {
  const form = await ask({
    type: "object",
    properties: { days: { type: "array", items: { enum: ["mo", "tu", 3] } } },
  });
  const toggle = (value: string, checked: boolean) => {
    const [days] = form.get().fields;
    if (days)
      form
        .get()
        .getFieldProps(days)
        .onChange({ target: { type: "checkbox", value, checked } });
  };
  expect(form.get().fields[0]?.value).toBeUndefined();
  for (const value of ["2", "0", "1"]) toggle(value, true);
  toggle("0", false);
  expect(form.get().item.payload).toEqual({ days: [3, "tu"] });
  toggle("2", false);
  toggle("1", false);
  expect(form.get().item.payload).toEqual({ days: [] });
});

it("null is one of several choices where the items may be null", async () => {
  const items = { anyOf: [{ enum: ["mo", "tu"] }, { type: "null" }] };
  const form = await ask({ type: "object", properties: { days: { type: "array", items } } });
  expect(form.get().fields[0]).toMatchObject({ kind: "multi-enum", options: { length: 3 } });
  form.get().answer({ days: [null, "tu"] });
  expect(form.get().fields[0]?.value).toEqual([null, "tu"]);
});

it("none of several choices is no answer where there must be some, and the list that it is elsewhere", async () => {
  const some = { type: "array", items: { enum: ["mo", "tu"] }, minItems: 1 };
  const form = await ask({ type: "object", properties: { some, any: { ...some, minItems: 0 } } });
  for (const checked of [true, false]) {
    for (const field of form.get().fields)
      form
        .get()
        .getFieldProps(field)
        .onChange({ target: { type: "checkbox", value: "0", checked } });
  }
  expect(form.get().item.payload).toEqual({ any: [] });
});

it("a text or a number is a number where it is one that is allowed, and a text in quotes", async () => {
  const amount = {
    anyOf: [
      { type: "number", minimum: 0 },
      { type: "string", pattern: "^-?\\d+(\\.\\d+)?$" },
    ],
  };
  const form = await ask({ type: "object", properties: { amount } });
  const entered = (value: string) => {
    form.get().setValue(["amount"], value);
    return Object(form.get().values).amount;
  };
  expect(["12.50", "-3", '"7"', "12345678901234567890", "abc"].map(entered)).toEqual([
    12.5,
    "-3",
    "7",
    "12345678901234567890",
    "abc",
  ]);
  expect(form.get().item.status).toBe("open");
  form.get().answer({ amount: "12" });
  expect(form.get().fields[0]?.value).toBe('"12"');
  expect(form.get().values).toEqual({ amount: "12" });
});

it("fields come and go with the values that ask for them", async () => {
  const form = await ask(
    JSON.parse(`{
      "type": "object",
      "properties": { "kind": { "enum": ["card", "cash"] }, "tip": { "type": "integer" } },
      "allOf": [
        { "if": { "properties": { "kind": { "const": "card" } }, "required": ["kind"] },
          "then": { "properties": { "number": { "type": "string" } }, "required": ["number"] },
          "else": { "properties": { "change": { "type": "boolean" } } } }
      ],
      "dependentRequired": { "tip": ["kind"] },
      "dependentSchemas": { "number": { "properties": { "name": { "type": "string" } } } }
    }`),
  );
  const keys = () => form.get().fields.map(({ key, required }) => (required ? `${key}!` : key));
  expect(keys()).toEqual(["kind", "tip", "change"]);
  form.get().setValue(["tip"], "1");
  expect(keys()).toEqual(["kind!", "tip", "change"]);
  form.get().setValue(["kind"], "card");
  expect(keys()).toEqual(["kind!", "tip", "number!"]);
  form.get().setValue(["number"], "42");
  expect(keys()).toEqual(["kind!", "tip", "number!", "name"]);
  form.get().setValue(["name"], "Ann");
  expect(form.get().item.payload).toEqual({ kind: "card", tip: 1, number: "42", name: "Ann" });
  form.get().setValue(["kind"], "cash");
  expect(form.get().item.payload).toEqual({ kind: "cash", tip: 1 });
});

it("a constant is sent as it is, but a yes is said by a person", async () => {
  const properties = { version: { const: 2 }, agreed: { const: true }, extra: { const: "x" } };
  const form = await ask({ type: "object", properties, required: ["version", "agreed"] });
  expect(seen(form)).toEqual([
    ["version", "const", 2],
    ["agreed", "enum", undefined],
    ["extra", "enum", undefined],
  ]);
  expect(form.get().commit()).toBe(false);
  form.get().setValue(["agreed"], true);
  expect(form.get().item.payload).toEqual({ version: 2, agreed: true });
});

it("an answer comes back as it was: what it left out is not put in again by a default", async () => {
  const properties = {
    note: { ...text, default: "none" },
    on: { type: "boolean", default: true },
    list: { type: "array", items: text, default: ["a"] },
    pick: { enum: [1, 2], default: 1 },
    kind: { const: "a", default: "a" },
  };
  const form = await ask({ type: "object", properties });
  expect(form.get().values).toEqual({ note: "none", on: true, list: ["a"], pick: 1, kind: "a" });
  for (const answer of [{}, { note: "" }, { on: false, list: [] }]) {
    form.get().answer(answer);
    expect(form.get().values).toEqual(answer);
  }
});
