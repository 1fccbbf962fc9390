import { describe, expect, it } from "vitest";
import { overflow, phone, shoot, smallTargets } from "./support/screens.ts";
import { setStage } from "./support/stage.ts";
import { pause, play } from "./support/stories.ts";

const stage = setStage();
const nowhere = { by: 0, what: [] };

describe.each(["deploy", "board", "offsite", "release", "forms"] as const)("the story %s", (story) => {
  it("fits a desk in every state", async () => {
    const demo = await stage.open(story, { viewport: { width: 1440, height: 900 } });
    await play(demo, story, async (state) => {
      await shoot(demo, `${story}-${state}`);
      expect(await overflow(demo), state).toEqual(nowhere);
    });
  });

  it("fits a phone in every state, with room for a thumb", async () => {
    const demo = await stage.open(story, phone(390, 844));
    await play(demo, story, async (state) => {
      await shoot(demo, `${story}-${state}`);
      expect(await overflow(demo), state).toEqual(nowhere);
      expect(await smallTargets(demo), state).toEqual([]);
    });
  });

  it("fits the smallest phone while it is paused", async () => {
    const demo = await stage.open(story, phone(320, 640));
    await pause(demo, story);
    await shoot(demo, `${story}-paused`);
    expect(await overflow(demo)).toEqual(nowhere);
    expect(await smallTargets(demo)).toEqual([]);
  });
});
