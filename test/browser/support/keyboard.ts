import type { Locator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";

export const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/** Presses Tab, or another key, until the focus is there: what a person without a mouse does. */
export async function walkTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached ${target}.`);
}

/** The focus comes there by itself. */
export const focusComesTo = (target: Locator): Promise<void> =>
  eventually(() => isFocused(target)).toBe(true);
