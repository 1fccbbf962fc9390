import { describe, expect, it } from "vitest";
import { expectOneThread, toInput, userTexts } from "./support/bodies.ts";
import { eventually } from "./support/eventually.ts";
import { keptTexts } from "./support/kept.ts";
import { type Opened, setStage } from "./support/stage.ts";
import {
  answerOffsite,
  answerRelease,
  expectReleaseLines,
  loseNetwork,
  migration,
  pause,
  releaseEntries,
} from "./support/stories.ts";

const stage = setStage();
const unknown =
  "We can't tell whether the agent received your answers. If it did, sending again may repeat the action.";

/** Waits until the place holds a text, since not every place can be written while a page goes. */
const isKept = (demo: Opened, text: string): Promise<void> =>
  eventually(async () => Object.values(await keptTexts(demo)).join()).toContain(text);

describe.each(["web", "indexeddb"] as const)("kept in %s", (storage) => {
  it("two of three answers and a half-typed text come back, and one request carries all three", async () => {
    const demo = await stage.open("release", { storage });
    await pause(demo, "release");
    await demo.question(migration).getByRole("button", { name: "Yes", exact: true }).click();
    await demo.radio("Staff").check();
    await demo.field("Version").fill("2.4");
    await demo.field("Release notes").fill("Half a sen");
    if (storage === "indexeddb") await isKept(demo, "Half a sen");
    await demo.page.reload();

    await demo.comesTo("interrupted");
    await demo.says("Three decisions are yours before this release goes out.");
    await demo.question(migration).getByText("Yes", { exact: true }).waitFor();
    const group = demo.question("Who gets it first?");
    await group.getByText("Rollout group: Staff", { exact: true }).waitFor();
    expect(await demo.field("Version").inputValue()).toBe("2.4");
    expect(await demo.field("Release notes").inputValue()).toBe("Half a sen");
    await demo.panel.getByText("2 of 3 answered.", { exact: true }).waitFor();
    await demo.button("Send 3 answers").click({ force: true });
    await demo.faults.waitFor();
    expect(demo.posts()).toHaveLength(1);

    // What was answered can still be changed.
    await group.getByRole("button", { name: "Change" }).click();
    expect(await demo.radio("Staff").isChecked()).toBe(true);
    await demo.radio("Everyone").check();
    await demo.question(migration).getByRole("button", { name: "Change" }).click();
    await demo.question(migration).getByRole("button", { name: "No", exact: true }).click();
    await demo.field("Version").fill("2.4.0");
    await demo.button("Send 3 answers").click();
    await demo.says("Left the database as it is.");
    await demo.says("Released 2.4.0 to everyone.");
    await demo.comesTo("success");
    const posts = demo.posts();
    expect(posts).toHaveLength(2);
    expectOneThread(posts);
    expect(posts.map(userTexts)).toEqual([["Prepare the release"], ["Prepare the release"]]);
    expect(posts.map((post) => toInput(post).resume)).toEqual([
      undefined,
      [
        { interruptId: "run-migration", status: "resolved", payload: false },
        {
          interruptId: "name-version",
          status: "resolved",
          payload: { version: "2.4.0", notes: "Half a sen" },
        },
        { interruptId: "choose-group", status: "resolved", payload: { group: "Everyone" } },
      ],
    ]);

    await isKept(demo, "Released 2.4.0 to everyone.");
    await demo.page.reload();
    await demo.says("Released 2.4.0 to everyone.");
    await eventually(() => demo.decisions.getByRole("listitem").count()).toBe(3);
    await demo.decisions.getByText("No", { exact: true }).waitFor();
    expect(await demo.panel.count()).toBe(0);
  });

  it("nothing goes past the questions that came back", async () => {
    const demo = await stage.open("release", { storage });
    await pause(demo, "release");
    await isKept(demo, "choose-group");
    await demo.page.reload();
    await demo.panel.waitFor();
    const start = demo.button("Prepare the release");
    expect(await start.getAttribute("aria-disabled")).toBe("true");
    await start.click({ force: true });
    const message = demo.field("Message to the agent");
    await message.fill("Never mind");
    await message.press("Enter");
    await demo.button("Send").click({ force: true });
    await demo.page.getByRole("alert").getByText("The agent is waiting for 3 answers.").waitFor();
    expect(await demo.requestCount()).toBe(0);

    await answerRelease(demo);
    await demo.button("Send 3 answers").click();
    await demo.says("Released 2.4.0 to staff.");
    expect(demo.posts()).toHaveLength(2);
    await demo.button("Send").click();
    await eventually(() => demo.posts().length).toBe(3);
    expect(userTexts(demo.posts()[2] ?? { body: "" })).toEqual(["Prepare the release", "Never mind"]);
  });

  it("starting over leaves nothing, and nothing comes back", async () => {
    const demo = await stage.open("release", { storage });
    await pause(demo, "release");
    await answerRelease(demo);
    await isKept(demo, "2.4.0");
    await demo.button("Start over").click();
    await eventually(() => demo.panel.count()).toBe(0);
    await demo.comesTo("idle");
    await eventually(() => keptTexts(demo)).toEqual({});
    await demo.page.reload();
    await demo.comesTo("idle");
    expect(await demo.panel.count()).toBe(0);
    expect(await keptTexts(demo)).toEqual({});

    await pause(demo, "release");
    expect(await demo.field("Version").inputValue()).toBe("");
    const [, second] = demo.posts().map(toInput);
    expect(second?.messages).toHaveLength(1);
    expect(second?.resume).toBeUndefined();
  });

  describe.each(["reload", "close"] as const)("a page that goes by %s while it sends", (way) => {
    async function lose(): Promise<Opened> {
      const demo = await stage.open("release", { storage });
      await pause(demo, "release");
      await answerRelease(demo);
      loseNetwork(demo, "hang");
      await demo.button("Send 3 answers").click();
      await eventually(() => demo.posts().length).toBe(2);
      let later = demo;
      if (way === "reload") {
        await demo.page.reload();
      } else {
        await demo.page.close();
        later = await demo.openTab();
      }
      demo.proxy.setFate("pass");
      await later.panel.getByText(unknown, { exact: true }).waitFor();
      await later.comesTo("unknown");
      await expectReleaseLines(later);
      const change = later.panel.getByRole("button", { name: "Change" });
      expect(await change.count()).toBe(3);
      expect(await change.first().isDisabled()).toBe(true);
      expect(await later.panel.getByRole("button", { name: /^Send \d/ }).count()).toBe(0);
      return later;
    }

    it("comes back not knowing, and sends the very same again", async () => {
      const demo = await lose();
      await demo.button("Send again").click();
      await demo.says("Released 2.4.0 to staff.");
      await demo.comesTo("success");
      const posts = demo.posts();
      expect(posts.map(({ fate }) => fate)).toEqual(["pass", "hang", "pass"]);
      const [, lost, arrived] = posts;
      const [before = "", after = ""] = posts.slice(1).map((post) => toInput(post).runId);
      expect(arrived?.body).toBe(lost?.body.replaceAll(before, after));
      expect(after).not.toBe(before);
      expect(toInput(posts[2] ?? { body: "" }).resume).toEqual(releaseEntries);
      expectOneThread(posts);
    });

    it("comes back not knowing, and can be left", async () => {
      const demo = await lose();
      await demo.button("Leave it").click();
      await demo.button("Yes, leave it").click();
      await eventually(() => demo.panel.count()).toBe(0);
      expect(await demo.decisions.getByText("Yes", { exact: true }).count()).toBe(1);
      expect(await demo.decisions.getByText("Answered", { exact: true }).count()).toBe(2);
      expect(await demo.decisions.getByText(/^Unconfirmed: /).count()).toBe(3);
      expect(demo.posts()).toHaveLength(2);
      await isKept(demo, "unconfirmed");
      await demo.page.reload();
      await eventually(() => demo.decisions.getByRole("listitem").count()).toBe(3);
      expect(await demo.panel.count()).toBe(0);
      await pause(demo, "release");
      expect(toInput(demo.posts()[2] ?? { body: "" }).resume).toBeUndefined();
    });
  });
});

it("keeps nothing where it is told to keep it in memory", async () => {
  const demo = await stage.open("release", { storage: "memory" });
  await pause(demo, "release");
  await answerRelease(demo);
  expect(await keptTexts(demo)).toEqual({});
  await demo.page.reload();
  await demo.comesTo("idle");
  expect(await demo.panel.count()).toBe(0);
});

it("tells how many questions wait in each story, also after a reload", async () => {
  const demo = await stage.open("release");
  const link = (name: string) => demo.stories.getByRole("link", { name, exact: true });
  await link("Release").waitFor();
  await pause(demo, "release");
  await link("Release 3 questions wait").waitFor();
  // The panel speaks for the story that is looked at.
  expect((await demo.stories.getByRole("status").allTextContents()).join("")).toBe("");
  await link("Offsite").click();
  await pause(demo, "offsite");
  await link("Offsite 2 questions wait").waitFor();
  await link("Deploy").click();
  await demo.page.reload();
  await link("Offsite 2 questions wait").waitFor();
  await link("Release 3 questions wait").waitFor();
  await link("Deploy").waitFor();

  await link("Offsite 2 questions wait").click();
  await answerOffsite(demo);
  await demo.button("Send 2 answers").click();
  await demo.says("Booked.");
  await link("Offsite").waitFor();

  // What comes up where nobody looks is announced.
  const other = await demo.openTab();
  await other.stories.getByRole("link", { name: "Board" }).click();
  await pause(other, "board");
  await link("Task board 1 question waits").waitFor();
  await demo.stories.getByRole("status").getByText("Task board: 1 question waits.").waitFor();
});
