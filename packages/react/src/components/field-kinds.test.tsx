import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ask, axeFaults } from "../../../../test/support/asked-form.tsx";

// Large forms, and axe-core looks at all of each.
vi.setConfig({ testTimeout: 20_000 });
afterEach(cleanup);

const button = (name: string) => screen.getByRole("button", { name });
const group = (name: string) => screen.getByRole("group", { name });
const radio = (name: string) => screen.getByRole("radio", { name });
const textbox = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });

/** The words that an element points to as its description. */
function described(element: HTMLElement): string {
  const ids = (element.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== "");
  return ids.map((id) => document.getElementById(id)?.textContent ?? `no #${id}`).join(" ");
}

const byMail = {
  title: "By email",
  type: "object",
  properties: { kind: { const: "email" }, address: { type: "string", format: "email" } },
  required: ["kind", "address"],
};
const byPhone = {
  title: "By phone",
  description: "We call you back.",
  type: "object",
  properties: { kind: { const: "phone" }, number: { type: "string" } },
  required: ["kind", "number"],
};

test("a union asks how to answer, then shows the fields of that way in the same group", async () => {
  const { user, send } = await ask({ contact: { oneOf: [byMail, byPhone] } }, ["contact"]);
  await user.click(button("Send 1 answer"));
  const ways = screen.getByRole("radiogroup", { name: "Contact" });
  expect(described(ways)).toBe("This is required.");
  await user.click(screen.getByRole("link", { name: "Contact: This is required." }));
  expect(document.activeElement).toBe(radio("By email"));
  await user.keyboard(" ");
  await user.type(within(group("Contact (required)")).getByRole("textbox", { name: "Address" }), "nowhere");
  await user.click(radio("By phone We call you back."));
  expect(screen.queryByRole("textbox", { name: "Address" })).toBeNull();
  expect(screen.getAllByRole("group", { name: /Contact|By/ })).toHaveLength(1);
  await user.type(textbox("Number"), "0228");
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ contact: { kind: "phone", number: "0228" } });
});

test("a union of plain values names the box by the way, and takes a choice back", async () => {
  const limit = {
    anyOf: [{ type: "integer" }, { type: "array", items: { type: "string" } }, { type: "boolean" }],
  };
  const { user, send } = await ask({ limit, other: limit }, ["other"]);
  const one = within(group("Limit"));
  await user.click(one.getByRole("radio", { name: "Whole number" }));
  await user.type(one.getByRole("textbox", { name: "Whole number" }), "4x");
  await user.tab();
  expect(described(one.getByRole("textbox"))).toBe("Enter a whole number.");
  await user.click(one.getByRole("radio", { name: "None" }));
  expect(one.queryByRole("textbox")).toBeNull();
  const other = within(group("Other (required)"));
  expect(other.queryByRole("radio", { name: "None" })).toBeNull();
  await user.click(other.getByRole("radio", { name: "Yes or no" }));
  await user.click(other.getByRole("radio", { name: "No" }));
  await user.click(other.getByRole("radio", { name: "List" }));
  expect(screen.queryAllByRole("group", { name: "List" })).toEqual([]);
  await user.click(other.getByRole("button", { name: "Add to Other" }));
  await user.keyboard("a");
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ other: ["a"] });
});

test("what may be null is answered by leaving it empty", async () => {
  const maybe = { anyOf: [byMail, byPhone, { type: "null" }] };
  const { send } = await ask({ contact: maybe, note: { type: ["string", "null"] } }, ["contact", "note"]);
  expect(screen.getByRole("radio", { name: "None" })).toHaveProperty("checked", true);
  expect(screen.queryByText("1 question is still open")).toBeNull();
  expect(await send()).toEqual({ contact: null, note: null });
});

test("a union of many ways is a select", async () => {
  const ways = ["a", "b", "c", "d", "e", "f"].map((name) => ({
    title: `Way ${name}`,
    description: `About ${name}.`,
    type: "object",
    properties: { [name]: { type: "string" } },
    required: [name],
  }));
  const { user, send } = await ask({ way: { oneOf: ways } }, ["way"]);
  await user.selectOptions(screen.getByRole("combobox", { name: "Way" }), "Way e");
  expect(group("Way (required)").textContent).toContain("About e.");
  await user.type(textbox("E"), "x");
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ way: { e: "x" } });
});

test("a map takes entries under names of the person's own", async () => {
  const limits = {
    type: "object",
    properties: { all: { type: "integer" } },
    additionalProperties: { type: "integer" },
  };
  const { user, send } = await ask({ limits, notes: limits }, ["limits"]);
  const name = textbox("Name of a new entry in Limits");
  await user.click(button("Add to Limits"));
  expect(described(name)).toBe("Enter a new name.");
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(await axeFaults()).toEqual([]);
  await user.type(name, "all{Enter}");
  expect(described(name)).toBe("Enter a new name.");
  await user.clear(name);
  await user.type(name, "eu{Enter}");
  expect(document.activeElement).toBe(textbox("eu"));
  expect(described(name)).toBe("");
  await user.keyboard("4");
  await user.type(name, "us{Enter}");
  await user.keyboard("5");
  expect(screen.queryByRole("button", { name: "Remove All" })).toBeNull();
  await user.click(button("Remove eu"));
  expect(document.activeElement).toBe(textbox("us"));
  await user.click(button("Add Notes"));
  await user.type(within(group("Notes")).getByRole("textbox", { name: "All" }), "1");
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ limits: { us: 5 }, notes: { all: 1 } });
});

test("a map of objects has one button that removes an entry, and may be empty on purpose", async () => {
  const shelf = { type: "object", properties: { row: { type: "string" } } };
  const shelves = { type: "object", additionalProperties: shelf };
  const { user, send } = await ask({ shelves, more: shelves }, ["shelves", "more"]);
  await user.click(button("Leave More empty"));
  expect(document.activeElement).toBe(textbox("Name of a new entry in More"));
  await user.type(textbox("Name of a new entry in Shelves"), "a{Enter}");
  expect(document.activeElement).toBe(textbox("Row"));
  await user.click(button("Remove a"));
  expect(group("Shelves (required)").textContent).toContain("Empty");
  expect(await send()).toEqual({ shelves: {}, more: {} });
});

test("a tuple has its own items, and others that can be moved and removed", async () => {
  const point = {
    type: "array",
    prefixItems: [{ type: "number" }, { type: "number" }],
    items: { type: "string" },
  };
  const { user, send } = await ask({ point, way: { ...point, items: false } }, ["point"]);
  const inside = within(group("Point (required)"));
  expect(inside.queryByRole("button", { name: /Remove|Move/ })).toBeNull();
  await user.type(textbox("Item 1"), "1.5");
  await user.type(textbox("Item 2"), "2");
  for (const word of ["a", "b"]) {
    await user.click(button("Add to Point"));
    await user.keyboard(word);
  }
  expect(button("Move Item 3 up")).toHaveProperty("disabled", true);
  await user.click(button("Move Item 4 up"));
  await user.click(button("Add Way"));
  expect(screen.queryByRole("button", { name: "Add to Way" })).toBeNull();
  await user.click(button("Remove Way"));
  expect(document.activeElement).toBe(button("Add Way"));
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ point: [1.5, 2, "b", "a"] });
});

test("several of a list are checkboxes, and none is said on purpose", async () => {
  const days = {
    type: "array",
    uniqueItems: true,
    items: { anyOf: ["Mo", "Tu", "We"].map((title, at) => ({ const: at, title, description: `Day ${at}` })) },
  };
  const { user, send } = await ask({ days, others: days, free: days }, ["days", "others"]);
  await user.click(button("Send 1 answer"));
  expect(described(group("Days (required)"))).toBe("This is required.");
  await user.click(screen.getByRole("link", { name: "Days: This is required." }));
  expect(document.activeElement).toBe(
    within(group("Days (required)")).getByRole("checkbox", { name: "Mo Day 0" }),
  );
  await user.keyboard(" ");
  await user.tab();
  await user.tab();
  await user.keyboard(" ");
  await user.click(button("Leave Others empty"));
  expect(screen.queryByRole("button", { name: "Leave Days empty" })).toBeNull();
  expect(group("Others (required)").textContent).toContain("Empty");
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ days: [0, 2], others: [] });
});

test("many options are searched, and what is chosen stays in sight", async () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `Town ${at}`);
  const some = names.slice(0, 5_000);
  const { user, send } = await ask(
    { town: { enum: names }, towns: { type: "array", items: { enum: some } } },
    ["town"],
  );
  expect(screen.getAllByRole("checkbox")).toHaveLength(50);
  const search = screen.getByRole("searchbox", { name: "Search Towns" });
  fireEvent.change(search, { target: { value: "TOWN 499" } });
  await user.click(screen.getByRole("checkbox", { name: "Town 4991" }));
  fireEvent.change(search, { target: { value: "town 12" } });
  expect(screen.getByRole("checkbox", { name: "Town 4991" })).toHaveProperty("checked", true);
  expect(screen.getAllByRole("checkbox")).toHaveLength(51);

  const town = screen.getByRole<HTMLInputElement>("combobox", { name: "Town" });
  fireEvent.change(town, { target: { value: "town 77" } });
  fireEvent.blur(town);
  expect(town.list?.options).toHaveLength(50);
  expect(town.value).toBe("town 77");
  expect(described(town)).toBe("Choose one of the options.");
  fireEvent.change(town, { target: { value: "Town 77" } });
  expect(described(town)).toBe("");
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ town: "Town 77", towns: ["Town 4991"] });
});

test("what is only shown is text", async () => {
  const { user, send } = await ask({ version: { const: 2, title: "Version" }, name: { type: "string" } }, [
    "version",
  ]);
  expect(screen.getByText("Version").closest(".hp-field")?.textContent).toBe("Version(required)2");
  await user.type(textbox("Name"), "x");
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ version: 2, name: "x" });
});

test("a text or a number in one box, and a secret", async () => {
  const { user, send } = await ask({
    port: { type: ["string", "integer"] },
    token: { type: "string", writeOnly: true, maxLength: 500 },
    pass: { type: "string", format: "password" },
  });
  await user.type(textbox("Port"), "8080");
  for (const name of ["Token", "Pass"])
    expect(screen.getByLabelText(name)).toHaveProperty("type", "password");
  await user.type(screen.getByLabelText("Token"), "s3cret");
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ port: 8080, token: "s3cret" });
});

test("a box for JSON names the line and column of a mistake", async () => {
  const { user } = await ask({ data: {} }, ["data"]);
  fireEvent.change(textbox("Data"), { target: { value: '{\n "a" 1}' } });
  await user.click(button("Send 1 answer"));
  expect(described(textbox("Data"))).toMatch(/line 2, column 6/);
});

test("a fault is told in the words that an app has for its keyword", async () => {
  const messages = {
    fault: ({ keyword, params }: { keyword: string; params: object }) =>
      keyword === "minimum" ? `Mindestens ${Object(params).limit}.` : "Bitte ausfüllen.",
  };
  const { user } = await ask({ nights: { type: "integer", minimum: 2 } }, ["nights"], { messages });
  await user.click(button("Send 1 answer"));
  expect(described(textbox("Nights"))).toBe("Bitte ausfüllen.");
  await user.type(textbox("Nights"), "1");
  expect(described(textbox("Nights"))).toBe("Mindestens 2.");
  expect(screen.getByRole("link", { name: "Nights: Mindestens 2." })).toBeTruthy();
});
