import type { BrowserContextOptions } from "playwright-core";
import { root } from "../../support/root.ts";
import type { Opened } from "./stage.ts";

export const schemes = ["light", "dark"] as const;

/** A window that is touched, which is more than a narrow one. */
export const phone = (width: number, height: number): BrowserContextOptions => ({
  viewport: { width, height },
  isMobile: true,
  hasTouch: true,
});

/** Photographs a state in both colour schemes: what is on the screen, and on a phone the whole page too. */
export async function shoot({ page }: Pick<Opened, "page">, name: string): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const path = `${root}screenshots/${name}-${width}-${colorScheme}`;
    await page.screenshot({ path: `${path}.png`, animations: "disabled" });
    if (width >= 1000) continue;
    // Not `fullPage`, for which Playwright takes the touch screen away.
    const before = await page.evaluate(() => ({
      top: scrollY,
      whole: document.documentElement.scrollHeight,
    }));
    await page.setViewportSize({ width, height: Math.max(height, before.whole) });
    await page.screenshot({ path: `${path}-page.png`, animations: "disabled" });
    await page.setViewportSize({ width, height });
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), before.top);
  }
}

/** By how much the page is wider than its window, and what sticks out. */
export const overflow = ({ page }: Pick<Opened, "page">): Promise<{ by: number; what: string[] }> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const by = scrollWidth - clientWidth;
    const out = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return { by, what: by > 0 ? out.map(({ tagName, className }) => `${tagName} ${className}`) : [] };
  });

/** What can be pressed but is lower than 44 pixels; in a row of choices the label is what is pressed. */
export const smallTargets = ({ page }: Pick<Opened, "page">): Promise<string[]> =>
  page.evaluate(() => {
    const pressable =
      "a, button, select, summary, textarea, label:has(input), input:not([type=radio], [type=checkbox])";
    const isSmall = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility() && width > 1 && height < 44;
    };
    return [...document.querySelectorAll(pressable)]
      .filter(isSmall)
      .map(
        (element) => `${element.tagName} "${element.textContent}": ${element.getBoundingClientRect().height}`,
      );
  });
