import { expect, it } from "vitest";
import { axeFaults } from "./support/axe.ts";
import { phone, schemes } from "./support/screens.ts";
import { setStage } from "./support/stage.ts";
import { play } from "./support/stories.ts";

const stage = setStage();
const windows = { desk: { viewport: { width: 1440, height: 900 } }, phone: phone(390, 844) } as const;

it.each([
  ["deploy", "desk"],
  ["deploy", "phone"],
  ["board", "desk"],
  ["board", "phone"],
  ["offsite", "desk"],
  ["offsite", "phone"],
  ["release", "desk"],
  ["release", "phone"],
  ["forms", "desk"],
  ["forms", "phone"],
] as const)("axe objects to nothing in the story %s on a %s, light and dark", async (story, kind) => {
  // Axe is put into the page as text, which the page's own policy rightly refuses.
  const demo = await stage.open(story, { ...windows[kind], bypassCSP: true });
  await play(demo, story, async (state) => {
    for (const colorScheme of schemes) {
      await demo.page.emulateMedia({ colorScheme });
      expect(await axeFaults(demo), `${state}, ${colorScheme}`).toEqual([]);
    }
  });
});
