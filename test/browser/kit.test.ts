import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { axeFaults } from "./support/axe.ts";
import { eventually } from "./support/eventually.ts";
import { focusComesTo, isFocused } from "./support/keyboard.ts";
import { overflow, phone, schemes, shoot, smallTargets } from "./support/screens.ts";
import { type Opened, type OpenOptions, setStage } from "./support/stage.ts";

const stage = setStage();

/** The page of the parts, by roles and names. */
interface Kit extends Opened {
  readonly dialog: Locator;
  readonly heading: Locator;
  readonly composer: Locator;
  readonly inbox: Locator;
  press(name: string | RegExp): Promise<void>;
}

async function openKit(options: OpenOptions = {}, query = ""): Promise<Kit> {
  const opened = await stage.open("deploy", options);
  const { page, proxy } = opened;
  await page.goto(`${proxy.origin}/kit.html${query}`);
  const dialog = page.getByRole("dialog");
  return {
    ...opened,
    dialog,
    heading: dialog.getByRole("heading", { level: 2 }).first(),
    composer: page.locator(".hp-composer textarea"),
    inbox: page.locator(".hp-inbox"),
    press: (name) => page.getByRole("button", { name, exact: typeof name === "string" }).click(),
  };
}

/** Writes to the agent, which then asks. */
async function ask({ composer, dialog, page }: Kit): Promise<void> {
  await composer.fill("Tidy up the customers");
  await page.keyboard.press("Enter");
  await dialog.waitFor();
}

const cardOf = ({ dialog }: Kit, at: number): Locator => dialog.locator(".hp-panel__cards > *").nth(at);

async function answerAll(kit: Kit): Promise<void> {
  await cardOf(kit, 0).getByRole("button", { name: "Approve" }).click();
  await cardOf(kit, 1).getByRole("radio", { name: "Yes" }).check();
  await cardOf(kit, 2).getByRole("button", { name: "No" }).click();
}

const isModal = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector("dialog")?.matches(":modal") ?? false);

it("the dialog takes the focus to its heading, keeps it inside, and gives it back, by Escape too", async () => {
  const kit = await openKit();
  await ask(kit);
  expect(await isModal(kit.page)).toBe(true);
  await focusComesTo(kit.heading);
  // What is behind it cannot be reached, by Tab or by a click.
  for (let pressed = 0; pressed < 30; pressed += 1) {
    await kit.page.keyboard.press("Tab");
    const where = await kit.page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement === body || activeElement?.closest("dialog") !== null;
    });
    expect(where).toBe(true);
  }
  const text = kit.dialog.getByLabel("Subject");
  await text.fill("Half a subj");
  await kit.page.keyboard.press("Escape");
  await eventually(() => isModal(kit.page)).toBe(false);
  await focusComesTo(kit.composer);

  await kit.press("Answer 3 questions");
  await focusComesTo(kit.heading);
  expect(await text.inputValue()).toBe("Half a subj");
  await kit.press("Answer later");
  // What opened it is there again, and has the focus.
  await focusComesTo(kit.page.getByRole("button", { name: "Answer 3 questions" }));
});

it("once the agent has taken the answers, the dialog closes and the focus is where it was", async () => {
  const kit = await openKit();
  await ask(kit);
  await answerAll(kit);
  await kit.press("Send 3 answers");
  await kit.page.getByText("Done as you said.").waitFor();
  expect(await isModal(kit.page)).toBe(false);
  await focusComesTo(kit.composer);
  const words = kit.page.locator(".hp-decision__word");
  expect(await words.allTextContents()).toEqual(["Approved", "Approved", "No"]);
});

it("what is announced while it is open stands inside of it, where it is heard", async () => {
  const kit = await openKit();
  await ask(kit);
  await cardOf(kit, 0).getByRole("button", { name: "Approve" }).click();
  await eventually(() => kit.dialog.locator(":scope > [role=status]").allTextContents()).toContain(
    "1 of 3 answered",
  );
});

it("the list of faults leads into a card that the app draws", async () => {
  const kit = await openKit();
  await ask(kit);
  // Not `disabled`, so that pressing it leads to what is missing; Playwright counts it as if it were.
  await kit.dialog.getByRole("button", { name: "Send 3 answers" }).click({ force: true });
  await kit.dialog.getByRole("link", { name: /^Delete 214 customers/ }).click();
  await focusComesTo(cardOf(kit, 0).getByRole("button", { name: "Approve" }));
});

it("an edited call shows what changed, and goes out as it was edited", async () => {
  const kit = await openKit();
  await ask(kit);
  await kit.dialog.getByLabel("Subject").fill("Friday");
  const diff = cardOf(kit, 1).getByRole("group", { name: "What was changed" });
  await diff.getByText("subject: Friday").waitFor();
  expect(await diff.locator("del").allTextContents()).toEqual([
    "Removed: subject: Customers without an order",
  ]);
  await answerAll(kit);
  await kit.press("Send 3 answers");
  await kit.page.getByText("Done as you said.").waitFor();
  await kit.page.locator(".hp-decision summary").click();
  await kit.page.locator(".hp-decision").getByText("Friday").waitFor();
});

it("the threads that wait lead to one another, each with its own dialog", async () => {
  const kit = await openKit();
  await ask(kit);
  await kit.page.keyboard.press("Escape");
  await eventually(() => kit.inbox.getByRole("listitem").count()).toBe(2);
  await kit.inbox.getByRole("button", { name: /^Refund/ }).click();
  await kit.dialog.getByText("How much is to be refunded?").waitFor();
  await focusComesTo(kit.heading);
  await kit.dialog.getByLabel("Amount (EUR)").fill("20");
  await kit.press("Send 1 answer");
  await eventually(() => kit.inbox.getByRole("listitem").count()).toBe(1);
});

/** Goes through what the parts can show, and stops at each to let the caller look. */
async function tour(kit: Kit, look: (name: string) => Promise<void>): Promise<void> {
  await look("idle");
  await ask(kit);
  await look("dialog");
  await kit.dialog.locator(".hp-form textarea").fill("Hello,\n\nThey are removed on Friday.\n\nThe desk");
  await kit.dialog.locator(".hp-diff").scrollIntoViewIfNeeded();
  await look("review");
  await kit.page.keyboard.press("Escape");
  await kit.composer.fill("Next week instead");
  await kit.page.locator(".hp-composer__blocked .hp-link").click();
  await kit.page.locator(".hp-preview").waitFor();
  await look("preview");
  await kit.page.keyboard.press("Escape");
  await kit.page.locator(".hp-reopen button").click();
  for (const at of [0, 2]) await cardOf(kit, at).getByRole("button").first().click();
  await cardOf(kit, 1).getByRole("radio").first().check();
  await kit.page.keyboard.press("Escape");
  await kit.page.getByRole("combobox").selectOption("cut");
  await kit.page.locator(".hp-reopen button").click();
  await kit.dialog.locator(".hp-send .hp-button").click();
  await eventually(() => kit.page.locator(".hp-status").getAttribute("data-status")).toBe("unknown");
  await kit.page.keyboard.press("Escape");
  await look("unknown");
  await kit.page.locator(".hp-status .hp-link").click();
  await kit.page.locator(".hp-status .hp-button").first().click();
  await kit.page.locator(".hp-decision summary").click();
  await look("decisions");
}

it.each([
  ["desk", { viewport: { width: 1440, height: 900 } }, ""],
  ["phone", phone(390, 844), ""],
  ["smallest phone, German", phone(320, 640), "?lang=de"],
  // Twice as large is half as wide.
  [
    "desk at 200%, right to left",
    { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
    "?dir=rtl",
  ],
] as const)("fits a %s, light and dark, and axe objects to nothing", async (name, options, query) => {
  const kit = await openKit({ ...options, bypassCSP: true }, query);
  await tour(kit, async (state) => {
    await shoot(kit, `kit-${state}`);
    expect(await overflow(kit), state).toEqual({ by: 0, what: [] });
    if (name.includes("phone")) expect(await smallTargets(kit), state).toEqual([]);
    for (const colorScheme of schemes) {
      await kit.page.emulateMedia({ colorScheme });
      expect(await axeFaults(kit), `${state}, ${colorScheme}`).toEqual([]);
    }
  });
});

it("in forced colours what is chosen, and what changed, does not hang on colour", async () => {
  const kit = await openKit({ forcedColors: "active" });
  await ask(kit);
  await kit.dialog.getByLabel("Subject").fill("Friday");
  const signs = await kit.dialog
    .locator(".hp-diff__line[data-change]")
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line, "::before").content));
  expect(signs).toEqual([expect.stringContaining("\u2212"), expect.stringContaining("+")]);
  expect(await isFocused(kit.dialog.getByLabel("Subject"))).toBe(true);
});
