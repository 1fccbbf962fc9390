/** The example of a UI kit of its own: every kind of field, faults, progress, declining and sending. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../support/root.ts";
import { axeFaults } from "./support/axe.ts";
import { launchChromium } from "./support/chromium.ts";
import type { OwnServer } from "./support/listen.ts";
import { overflow, phone, schemes, shoot } from "./support/screens.ts";
import { startStaticServer } from "./support/static-server.ts";
import { watch } from "./support/watch.ts";

let browser: Browser;
let server: OwnServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchChromium(),
    startStaticServer(`${root}examples/mantine/dist`),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function look(page: Page, name: string): Promise<void> {
  await shoot({ page }, `mantine-${name}`);
  expect(await overflow({ page }), name).toEqual({ by: 0, what: [] });
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await axeFaults({ page }), `${name}, ${colorScheme}`).toEqual([]);
  }
}

/** Picks an option of a select, by its words. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

it.each([
  ["desk", { viewport: { width: 1280, height: 900 } }],
  ["phone", phone(390, 844)],
] as const)("Mantine draws the questions by the headless hooks: %s", async (_, options) => {
  const context = await browser.newContext({ ...options, locale: "en-US", reducedMotion: "reduce" });
  context.setDefaultTimeout(20_000);
  const watching = await watch(context);
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.getByRole("button", { name: "Book a room" }).click();
  await page.getByRole("heading", { name: "What is to be booked?" }).waitFor();
  await look(page, "asked");

  await page.getByRole("button", { name: "Send 2 answers" }).click();
  const title = page.getByLabel("Title");
  await page.getByText("This is required.").first().waitFor();
  expect(await title.getAttribute("aria-invalid")).toBe("true");
  const described = (await title.getAttribute("aria-describedby")) ?? "";
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe("This is required.");
  await look(page, "faults");

  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByText("1 of 2 answered").waitFor();
  await title.fill("Summer party");
  await pick(page, "Room", "Garden");
  await page.getByLabel("Seats").fill("24");
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.getByRole("checkbox", { name: "Screen" }).check();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ann");
  await page.getByRole("button", { name: "Add to Guests" }).click();
  await page.getByLabel("Guest name").fill("Bo");
  await pick(page, "Payment", "By invoice");
  await page.getByLabel("Company").fill("Holdpoint");
  await page.getByLabel("Anything else").fill('{"flowers": true}');
  await look(page, "filled");
  await page.getByRole("button", { name: "Send 2 answers" }).click();
  await page.getByText("Done, but for the 1 that you declined.").waitFor();
  expect(watching.faults()).toEqual([]);
  await context.close();
});
