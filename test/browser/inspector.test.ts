import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { axeFaults } from "./support/axe.ts";
import { eventually } from "./support/eventually.ts";
import { overflow, phone, schemes, shoot, smallTargets } from "./support/screens.ts";
import { type Opened, setStage } from "./support/stage.ts";
import { pause } from "./support/stories.ts";

const stage = setStage();
const tabs = ["Events", "State", "Approvals", "Requests", "Warnings", "Replay"] as const;
const nowhere = { by: 0, what: [] };

/** A board that was set up, and a question about it. */
async function openPaused(options: Parameters<typeof stage.open>[1] = {}): Promise<Opened> {
  const demo = await stage.open("board", options);
  await demo.button("Reset the tasks").click();
  await demo.comesTo("success");
  await pause(demo, "board");
  return demo;
}

it("keeps a recording, reads it back, and plays it without a request or a change of the live thread", async () => {
  const demo = await openPaused();
  const panel = await demo.inspect("Replay");
  await panel.getByText(/holds the whole conversation/).waitFor();
  const [download] = await Promise.all([
    demo.page.waitForEvent("download"),
    panel.getByRole("button", { name: "Download 2 runs as JSONL" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("board.jsonl");
  const text = await readFile(await download.path(), "utf8");
  const lines: { input?: unknown }[] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.flatMap(({ input }) => (input ? [JSON.stringify(input)] : []))).toEqual(
    demo.posts().map(({ body }) => body),
  );

  const file = panel.getByLabel("Choose a recording");
  const upload = (name: string, content: string) =>
    file.setInputFiles({ name, mimeType: "application/x-ndjson", buffer: Buffer.from(content) });
  await upload("broken.jsonl", `${text}{oops`);
  await panel
    .getByText(`The file was not imported. Line ${lines.length + 1} of the recording is not JSON.`)
    .waitFor();
  await upload("kept.jsonl", text);
  await panel.getByText(/^kept\.jsonl: 2 runs, \d+ events\.$/).waitFor();
  await panel.getByLabel(/^Speed/).fill("2");
  await panel.getByRole("button", { name: "Play", exact: true }).click();
  await demo.inspector.getByText("You are looking at a replay. It is over.").waitFor();
  const replayed = await demo.inspect("State");
  await replayed.getByText("interrupted", { exact: true }).waitFor();
  await replayed.getByText("Clearing the board cannot be undone, so I ask first.").waitFor();

  // The live thread has gone on meanwhile, by itself.
  await demo.radio("Yes").check();
  await demo.button("Send 1 answer").click();
  await demo.comesTo("success");
  expect(demo.posts()).toHaveLength(3);
  await replayed.getByText("interrupted", { exact: true }).waitFor();
  await demo.inspector.getByRole("button", { name: "Back to the live thread" }).click();
  await (await demo.inspect("State")).getByText("success", { exact: true }).waitFor();
  expect(await demo.lastBody()).toBe(demo.posts()[2]?.body);
});

it("tells the body of the next request before it is sent", async () => {
  const demo = await openPaused();
  const panel = await demo.inspect("Requests");
  const next = panel.getByRole("region", { name: "Body of the next request" });
  await panel.getByText("It cannot go out yet. Not answered: confirm-clear.").waitFor();
  await demo.radio("No").check();
  await panel.getByText(/^If the thread ran/).waitFor();
  const seen = await next.textContent();
  await demo.button("Send 1 answer").click();
  await demo.comesTo("success");
  const sent = demo.posts()[2]?.body ?? "";
  expect(seen).toBe(sent.replace(/"runId":"[^"]*"/, '"runId":"(made when sent)"'));
});

it("is worked by the keyboard alone, and keeps to the end unless somebody reads", async () => {
  const demo = await openPaused();
  const { page } = demo;
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await (await demo.inspect("Events")).getByRole("combobox").focus();
  await page.keyboard.press("Tab");
  expect(await focused()).toContain("RUN_FINISHED");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toContain("STATE_SNAPSHOT");
  await page.keyboard.press("Enter");
  await demo.inspector.getByRole("region", { name: "As it came" }).waitFor();
  const list = demo.inspector.getByRole("list").first();
  const fromEnd = () =>
    list.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  expect(await fromEnd()).toBeGreaterThan(24);
  await page.keyboard.press("End");
  await demo.radio("Yes").check();
  await demo.button("Send 1 answer").click();
  await demo.comesTo("success");
  await eventually(fromEnd).toBeLessThan(24);

  await demo.inspector.getByRole("tab", { selected: true }).focus();
  for (const name of [...tabs.slice(1), tabs[0]]) {
    await page.keyboard.press("ArrowRight");
    expect(await focused()).toMatch(new RegExp(`^${name}`));
    expect(await demo.inspector.getByRole("tab", { selected: true }).textContent()).toMatch(
      new RegExp(`^${name}`),
    );
  }
});

const desk = { viewport: { width: 1440, height: 900 } };

/** Looks at each tab in turn, with an event unfolded. */
async function eachTab(demo: Opened, look: (tab: string) => Promise<void>): Promise<void> {
  for (const tab of tabs) {
    const panel = await demo.inspect(tab);
    if (tab === "Events") {
      await panel
        .getByRole("button", { name: /STATE_SNAPSHOT/ })
        .first()
        .click();
    }
    await look(tab);
  }
}

it.each([
  ["desk", desk],
  ["phone", phone(390, 844)],
] as const)("fits a %s in each of its tabs", async (kind, options) => {
  const demo = await openPaused(options);
  await eachTab(demo, async (tab) => {
    await shoot(demo, `inspector-${tab.toLowerCase()}`);
    expect(await overflow(demo), tab).toEqual(nowhere);
    if (kind === "phone") expect(await smallTargets(demo), tab).toEqual([]);
  });
});

it("fits the smallest phone", async () => {
  const demo = await openPaused(phone(320, 640));
  await eachTab(demo, async (tab) => {
    expect(await overflow(demo), tab).toEqual(nowhere);
    expect(await smallTargets(demo), tab).toEqual([]);
  });
});

it.each([
  ["desk", desk],
  ["phone", phone(390, 844)],
] as const)("axe objects to nothing on a %s, light, dark and in forced colours", async (_, options) => {
  const demo = await openPaused({ ...options, bypassCSP: true });
  await eachTab(demo, async (tab) => {
    for (const colorScheme of schemes) {
      await demo.page.emulateMedia({ colorScheme });
      expect(await axeFaults(demo), `${tab}, ${colorScheme}`).toEqual([]);
    }
    await demo.page.emulateMedia({ forcedColors: "active" });
    expect(await axeFaults(demo), `${tab}, forced colours`).toEqual([]);
    await demo.page.emulateMedia({ forcedColors: "none" });
  });
});
