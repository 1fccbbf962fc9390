/** A page takes over what a server has drawn, of another zone and language, under a strict policy. */
import { createAgentClient } from "@holdpoint/client";
import { defineAgent, interrupt, localTransport, success, toNodeHandler } from "@holdpoint/client/agent";
import type { Browser } from "playwright-core";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { drawnDesk, questions } from "./pages/drawn-desk.tsx";
import { bundlePage, type PageFiles } from "./support/bundle-page.ts";
import { launchChromium } from "./support/chromium.ts";
import { startOwnServer } from "./support/own-server.ts";
import { watch } from "./support/watch.ts";

/** Asks for leave to ask, then asks all, and then is done. */
const agent = defineAgent(async (ctx) => {
  if (ctx.resumeFor("trip")) {
    ctx.say("Noted.");
    return success();
  }
  if (!ctx.isResume) return interrupt([{ id: "early", reason: "confirmation", message: "May I ask?" }]);
  const messageId = "why";
  ctx.emit({ type: "REASONING_START", messageId });
  ctx.emit({ type: "REASONING_MESSAGE_START", messageId, role: "reasoning" });
  ctx.emit({ type: "REASONING_MESSAGE_CONTENT", messageId, delta: "Because." });
  ctx.emit({ type: "REASONING_MESSAGE_END", messageId });
  ctx.emit({ type: "REASONING_END", messageId });
  ctx.emit({ type: "ACTIVITY_SNAPSHOT", messageId: "plan", activityType: "PLAN", content: { steps: ["a"] } });
  ctx.emit({ type: "SUBAGENT_STARTED", subagentRunId: "sub", name: "Counter" });
  ctx.emit({ type: "TEXT_MESSAGE_START", messageId: "counted", role: "assistant", subagentRunId: "sub" });
  ctx.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "counted", delta: "Counted.", subagentRunId: "sub" });
  ctx.emit({ type: "TEXT_MESSAGE_END", messageId: "counted", subagentRunId: "sub" });
  ctx.emit({ type: "SUBAGENT_FINISHED", subagentRunId: "sub" });
  const mail = ctx.toolCall("send_mail", { id: "mail" });
  mail.args({ to: "team@example.com", subject: "Friday" });
  mail.end();
  return interrupt([...questions]);
});

/** What a server has of a thread that waits: one question answered, another begun. */
async function waitingRecord(): Promise<string> {
  const client = createAgentClient({ transport: localTransport(agent), actor: "Ann Berg" });
  const thread = client.thread("desk");
  await thread.send("Go");
  thread.approvals.answer("early", true);
  await thread.approvals.submit();
  thread.approvals.answer("far", true);
  // Not all that is asked for, so that it is kept as what was begun.
  thread.approvals.answer("trip", { city: "Utrecht" });
  return JSON.stringify(thread.export());
}

let browser: Browser;
let files: PageFiles;

beforeAll(async () => {
  [browser, files] = await Promise.all([launchChromium(), bundlePage("taken-over.tsx", "development")]);
});

afterAll(() => browser?.close());

it.each([
  ["one zone and language", "12:00 PM", { timezoneId: "UTC", locale: "en-US" }],
  ["another zone and language", "21:00", { timezoneId: "Asia/Tokyo", locale: "de-DE" }],
])(
  "panel, messages, inbox, decisions and composer are taken over without a word: %s",
  async (_, noon, options) => {
    const record = await waitingRecord();
    const onServer = createAgentClient({ transport: localTransport(agent) });
    onServer.thread("desk").hydrate(JSON.parse(record));
    const drawn = renderToString(drawnDesk(onServer));
    const isDrawn = (words: string) => drawn.includes(words);
    expect(
      ["Waiting for you", "by Ann Berg", "Counted.", "Where to?", "In time?", "Message to"].every(isDrawn),
    ).toBe(true);
    const server = await startOwnServer(files, { drawn, record, agent: toNodeHandler(agent) });
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    const watching = await watch(context);
    const page = await context.newPage();
    await page.goto(server.origin);
    await page.getByRole("timer").first().waitFor();
    // But for the times, which are told in the reader's own zone.
    const lost = await page.evaluate(() => globalThis.lost?.() ?? []);
    expect(lost.filter((html) => !html.startsWith("<time "))).toEqual([]);
    expect(await page.locator("time").textContent()).toBe(
      await page.evaluate(() => {
        const at = document.querySelector("time")?.dateTime ?? "";
        return new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
      }),
    );
    await page.getByText(`This question expired at ${noon}.`).waitFor();

    // What is there works as what a page has drawn itself.
    expect(await page.getByLabel("City").inputValue()).toBe("Utrecht");
    await page.getByLabel("City").fill("Delft");
    await page.getByRole("button", { name: "Decline all" }).click();
    await page.getByRole("button", { name: "Send 4 answers" }).click();
    await page.getByText("Noted.").waitFor();
    expect(watching.faults()).toEqual([]);
    await context.close();
    await server.close();
  },
);
