import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ask, axeFaults } from "../../../../test/support/asked-form.tsx";

const person = {
  type: "object",
  title: "Guest",
  properties: { name: { type: "string" }, pets: { type: "array", items: { type: "string" } } },
  required: ["name"],
};
const address = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

afterEach(cleanup);

const button = (name: string) => screen.getByRole("button", { name });
const group = (name: string) => screen.getByRole("group", { name });

test("draws an object under its name, and one that may be left out where it is asked for", async () => {
  const { user, send } = await ask({ home: { ...address, description: "Where you live" }, work: address }, [
    "home",
  ]);
  await user.type(within(group("Home")).getByRole("textbox", { name: "City" }), "Bonn");
  expect(group("Home").textContent).toContain("Where you live");
  expect(screen.queryByRole("group", { name: "Work" })).toBeNull();
  button("Add Work").focus();
  await user.keyboard("{Enter}");
  const city = within(group("Work")).getByRole("textbox", { name: "City" });
  expect(document.activeElement).toBe(city);
  await user.keyboard("Oslo");
  await user.click(button("Remove Work"));
  expect(document.activeElement).toBe(button("Add Work"));
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ home: { city: "Bonn" } });
});

test("links the summary to the field inside, by the names of all that holds it", async () => {
  const { user } = await ask({ home: address, guests: { type: "array", items: person } }, ["home", "guests"]);
  await user.click(button("Send 1 answer"));
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Home, City: This is required.",
    "Guests: This is required.",
  ]);
  await user.click(screen.getByRole("link", { name: /^Home, City/ }));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "City" }));
  await user.click(screen.getByRole("link", { name: /^Guests/ }));
  expect(document.activeElement).toBe(button("Add to Guests"));
  await user.keyboard("{Enter}");
  expect(screen.getByRole("link", { name: "Guests, Guest 1, Name: This is required." })).toBeDefined();
  expect(await axeFaults()).toEqual([]);
});

test("adds, moves and removes the items of a list, and the focus stays with them", async () => {
  const { user, send } = await ask({ guests: { type: "array", items: person, maxItems: 3 } });
  for (const name of ["Ada", "Ben", "Cleo"]) {
    await user.click(button("Add to Guests"));
    await user.keyboard(name);
  }
  expect(button("Add to Guests")).toHaveProperty("disabled", true);
  const names = () =>
    screen.getAllByRole<HTMLInputElement>("textbox", { name: "Name" }).map(({ value }) => value);
  await user.click(within(group("Guest 3")).getByRole("button", { name: "Add to Pets" }));
  await user.keyboard("Cat");
  await user.click(button("Move Guest 3 up"));
  expect(names()).toEqual(["Ada", "Cleo", "Ben"]);
  expect(document.activeElement).toBe(button("Move Guest 2 up"));
  await user.keyboard("{Enter}");
  expect(names()).toEqual(["Cleo", "Ada", "Ben"]);
  expect(document.activeElement).toBe(button("Move Guest 1 down"));
  expect(button("Move Guest 1 up")).toHaveProperty("disabled", true);
  await user.click(button("Remove Guest 2"));
  expect(names()).toEqual(["Cleo", "Ben"]);
  expect(document.activeElement).toBe(screen.getAllByRole("textbox", { name: "Name" })[1]);
  expect(await axeFaults()).toEqual([]);
  expect(await send()).toEqual({ guests: [{ name: "Cleo", pets: ["Cat"] }, { name: "Ben" }] });
});

test("an item keeps its element and what only that knows, wherever it is moved", async () => {
  const town = { enum: Array.from({ length: 30 }, (_, at) => `Town ${at}`) };
  const { user } = await ask({ stops: { type: "array", items: { type: "object", properties: { town } } } });
  const boxes = () => screen.getAllByRole<HTMLInputElement>("combobox", { name: "Town" });
  await user.click(button("Add to Stops"));
  await user.keyboard("Town 4");
  await user.click(button("Add to Stops"));
  await user.keyboard("nowhere");
  const second = boxes()[1];
  await user.click(button("Move Item 2 up"));
  expect(boxes()[0]).toBe(second);
  expect(boxes().map(({ value }) => value)).toEqual(["nowhere", "Town 4"]);
  expect(document.activeElement).toBe(button("Move Item 1 down"));
  await user.click(button("Remove Item 2"));
  expect(boxes()).toEqual([second]);
  expect(await axeFaults()).toEqual([]);
});

test("leaves a required list empty on purpose only", async () => {
  const { user, send } = await ask({ tags: { type: "array", items: { type: "string" } } }, ["tags"]);
  await user.click(button("Send 1 answer"));
  expect(screen.getByRole("link", { name: "Tags: This is required." })).toBeDefined();
  await user.click(button("Leave Tags empty"));
  expect(document.activeElement).toBe(button("Add to Tags"));
  expect(group("Tags (required)").textContent).toContain("Empty");
  expect(await send()).toEqual({ tags: [] });
});
