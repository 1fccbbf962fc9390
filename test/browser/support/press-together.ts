import type { Locator } from "playwright-core";

/** How long the pages have to get ready for it, in milliseconds. */
const NOTICE_MS = 300;

/** Presses buttons of several tabs at the same moment, by the clock that they share. */
export async function pressTogether(...buttons: readonly Locator[]): Promise<void> {
  for (const button of buttons) await button.waitFor();
  const at = Date.now() + NOTICE_MS;
  await Promise.all(
    buttons.map((button) =>
      button.evaluate((element, moment) => {
        // A timer would give each of them time to hear of the other.
        while (Date.now() < moment);
        if (element instanceof HTMLElement) element.click();
      }, at),
    ),
  );
}
