import { describe, expect, it } from "vitest";
import { expectOneThread, toInput } from "./support/bodies.ts";
import { eventually } from "./support/eventually.ts";
import { keptTexts } from "./support/kept.ts";
import { pressTogether } from "./support/press-together.ts";
import { type Opened, type OpenOptions, setStage } from "./support/stage.ts";
import {
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

/** What a tab does when a person comes back to it: a browser without a window has no tabs to change between. */
const comeBackTo = ({ page }: Opened): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

/** Without a channel, IndexedDB tells nobody: a tab then looks when a person comes back to it. */
async function tellsNobody({ storage, without }: OpenOptions, ...tabs: readonly Opened[]): Promise<void> {
  if (storage !== "indexeddb" || !without?.includes("channel")) return;
  for (const tab of tabs) await comeBackTo(tab);
}

const sendButtons = ({ panel }: Opened) => panel.getByRole("button", { name: /^(Send|Try again)/ });

describe.each([
  { storage: "web", without: [] },
  { storage: "web", without: ["locks"] },
  { storage: "web", without: ["channel"] },
  { storage: "web", without: ["locks", "channel"] },
  { storage: "indexeddb", without: [] },
  { storage: "indexeddb", without: ["locks"] },
  { storage: "indexeddb", without: ["channel"] },
  { storage: "indexeddb", without: ["locks", "channel"] },
] as const)("two tabs, threads in $storage, without $without", (options) => {
  /** The thread with its three questions in two tabs. */
  async function openTwo(): Promise<[Opened, Opened]> {
    const first = await stage.open("release", options);
    await pause(first, "release");
    await eventually(async () => Object.values(await keptTexts(first)).join()).toContain("choose-group");
    const second = await first.openTab();
    await second.panel.waitFor();
    return [first, second];
  }

  it("show the answers of both, and one request carries them", async () => {
    const [first, second] = await openTwo();
    await first.question(migration).getByRole("button", { name: "Yes", exact: true }).click();
    await eventually(async () => Object.values(await keptTexts(first)).join()).toContain('"payload":true');
    await tellsNobody(options, second);
    await second.question(migration).getByText("Yes", { exact: true }).first().waitFor();
    await second.radio("Staff").check();
    await second.field("Version").fill("2.4.0");
    await eventually(async () => Object.values(await keptTexts(first)).join()).toContain('"version":"2.4.0"');
    await tellsNobody(options, first);
    await eventually(() => first.radio("Staff").isChecked()).toBe(true);
    await eventually(() => first.field("Version").inputValue()).toBe("2.4.0");
    expect(first.posts()).toHaveLength(1);

    await first.button("Send 3 answers").click();
    await first.says("Released 2.4.0 to staff.");
    await first.comesTo("success");
    await eventually(async () => Object.values(await keptTexts(first)).join()).toContain("Released 2.4.0");
    await tellsNobody(options, second);
    await second.says("Released 2.4.0 to staff.");
    await eventually(() => sendButtons(second).count()).toBe(0);
    expect(first.posts()).toHaveLength(2);
    expect(toInput(first.posts()[1] ?? { body: "" }).resume).toEqual(releaseEntries);
  });

  it("keep both answers where both answer at the same moment", async () => {
    const [first, second] = await openTwo();
    await pressTogether(
      first.question(migration).getByRole("button", { name: "Yes", exact: true }),
      second.radio("Staff"),
    );
    await eventually(async () => Object.values(await keptTexts(first)).join()).toContain('"group":"Staff"');
    await tellsNobody(options, first, second, first);
    for (const tab of [first, second]) {
      await tab.question(migration).getByText("Yes", { exact: true }).first().waitFor();
      await eventually(() => tab.radio("Staff").isChecked()).toBe(true);
      await tab.panel.getByText("2 of 3 answered.", { exact: true }).waitFor();
    }
  });

  it("send once where both press Send at the same moment, and both come to its end", async () => {
    const [first, second] = await openTwo();
    await answerRelease(first);
    await eventually(async () => Object.values(await keptTexts(first)).join()).toContain('"group":"Staff"');
    await tellsNobody(options, second);
    await second.panel.getByText("All answered. Nothing has been sent yet.").waitFor();
    await pressTogether(first.button("Send 3 answers"), second.button("Send 3 answers"));

    await eventually(async () => Object.values(await keptTexts(first)).join()).toContain("Released 2.4.0");
    await tellsNobody(options, first, second);
    for (const tab of [first, second]) {
      await tab.says("Migrated the database.");
      await tab.says("Released 2.4.0 to staff.");
      await eventually(() => sendButtons(tab).count()).toBe(0);
      await eventually(() => tab.decisions.getByRole("listitem").count()).toBe(3);
    }
    const posts = first.posts();
    expect(posts).toHaveLength(2);
    expectOneThread(posts);
    expect(toInput(posts[1] ?? { body: "" }).resume).toEqual(releaseEntries);
    const ends = await Promise.all([first, second].map((tab) => tab.status.getAttribute("data-status")));
    // The one that sent says how its run ended; the other has run nothing.
    expect(ends.sort()).toEqual(["idle", "success"]);
  });

  it("come to not knowing where the one that sends is closed, and the other ends it", async () => {
    const [first, second] = await openTwo();
    await answerRelease(first);
    await eventually(async () => Object.values(await keptTexts(first)).join()).toContain('"group":"Staff"');
    loseNetwork(first, "hang");
    await first.button("Send 3 answers").click();
    await eventually(() => first.posts().length).toBe(2);
    await tellsNobody(options, second);
    await second.comesTo("running");
    expect(await sendButtons(second).count()).toBe(0);
    await first.page.close();
    second.proxy.setFate("pass");
    // Without locks nobody can tell that the tab is gone, until this one begins anew.
    if (options.without.some((lack) => lack === "locks")) await second.page.reload();
    await second.panel.getByText(unknown, { exact: true }).waitFor();
    if (options.without.some((lack) => lack === "locks")) await expectReleaseLines(second);
    await second.button("Send again").click();
    await second.says("Released 2.4.0 to staff.");
    await second.comesTo("success");
    const posts = second.posts();
    expect(posts.map(({ fate }) => fate)).toEqual(["pass", "hang", "pass"]);
    const [before = "", after = ""] = posts.slice(1).map((post) => toInput(post).runId);
    expect(posts[2]?.body).toBe(posts[1]?.body.replaceAll(before, after));
    expect(after).not.toBe(before);
  });
});

it("a thread that one tab starts over is gone in the other, which can begin it again", async () => {
  const first = await stage.open("release");
  await pause(first, "release");
  await answerRelease(first);
  const second = await first.openTab();
  await expectReleaseLines(second);
  await first.button("Start over").click();
  await eventually(() => second.panel.count()).toBe(0);
  await second.comesTo("idle");
  await eventually(() => keptTexts(first)).toEqual({});
  await pause(second, "release");
  await first.panel.waitFor();
  expect(toInput(first.posts()[1] ?? { body: "" }).messages).toHaveLength(1);
});
