/** A component is edited while its agent is at work: what is on the page stays, and nothing is sent again. */
import { defineAgent, interrupt, success, toNodeHandler } from "@holdpoint/client/agent";
import { createGate, type Gate } from "@holdpoint/client/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { launchChromium } from "./support/chromium.ts";
import { eventually } from "./support/eventually.ts";
import { type HotApp, startHotApp } from "./support/hot-app.ts";

/** What the agent was asked, and by which of the app's own tools it may be answered. */
let asked: { text: string | undefined; tools: string[]; resumed: boolean }[] = [];
let gate: Gate;

const agent = defineAgent(async (ctx) => {
  asked.push({
    text: ctx.lastUserText,
    tools: ctx.input.tools.map(({ name }) => name),
    resumed: ctx.isResume,
  });
  if (ctx.isResume) {
    ctx.say("Done.");
    return success();
  }
  const message = ctx.message();
  message.delta("Half a");
  await gate.opened;
  message.delta(" sentence.");
  message.end();
  return interrupt([
    {
      id: "name",
      reason: "input_required",
      message: "Who?",
      responseSchema: {
        type: "object",
        properties: { name: { type: "string", title: "Name" }, age: { type: "integer", title: "Age" } },
        required: ["name", "age"],
      },
    },
  ]);
});

const main = `
import { createAgentClient, httpTransport } from "@holdpoint/client";
import { AgentProvider, ThreadProvider } from "@holdpoint/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Talk } from "./talk.tsx";
const client = createAgentClient({ transport: httpTransport({ url: "/agent" }) });
createRoot(document.getElementById("root")).render(
  <StrictMode>
    <AgentProvider client={client}>
      <ThreadProvider threadId="t1"><Talk /></ThreadProvider>
    </AgentProvider>
  </StrictMode>,
);
`;

/** A component with this heading. With another hook in it, React makes it anew. */
const talk = (heading: string, hooks = "", unmount = "") => `
import { ApprovalPanel, Composer, MessageList, RunStatus, useAgentRun, useAgentTool } from "@holdpoint/react";
import { useState } from "react";
export function Talk() {
  const [text, setText] = useState("");
  const run = useAgentRun({ startOnMount: "Go"${unmount} });
  useAgentTool({ name: "look", description: "Looks", execute: () => "${heading}" });
  ${hooks}
  return (
    <main>
      <h1>${heading}</h1>
      <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />
      <MessageList thread={run.thread} />
      <ApprovalPanel run={run} />
      <RunStatus run={run} />
      <Composer run={run} />
    </main>
  );
}
`;

const html = `<!doctype html><html lang="en"><head><title>Hot</title></head><body><div id="root"></div>
<script type="module" src="/main.tsx"></script></body></html>`;

let browser: Browser;
let app: HotApp;

beforeAll(async () => {
  browser = await launchChromium();
  app = await startHotApp(
    { "index.html": html, "main.tsx": main, "talk.tsx": talk("One") },
    toNodeHandler(agent),
  );
});
beforeEach(() => {
  asked = [];
  gate = createGate();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** A page that has not been loaded again since. */
async function openApp(text: string): Promise<Page> {
  app.write("talk.tsx", text);
  const page = await browser.newPage();
  await page.goto(app.origin);
  await page.getByText("Half a", { exact: true }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  return page;
}

async function edit(page: Page, text: string, heading: string): Promise<void> {
  app.write("talk.tsx", text);
  await page.getByRole("heading", { name: heading, exact: true }).waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, "isSame"))).toBe(true);
}

async function answer(page: Page): Promise<void> {
  await page.getByLabel("Age", { exact: true }).fill("42");
  await page.getByRole("button", { name: "Send 1 answer" }).click();
  await page.getByText("Done.", { exact: true }).waitFor();
}

it("an edit while it streams, and one while it asks: thread, drafts and focus stay, with one stream", async () => {
  const page = await openApp(talk("One", "", ", stopOnUnmount: true"));
  await page.getByLabel("Note").fill("My note");
  await edit(page, talk("Two", "", ", stopOnUnmount: true"), "Two");
  gate.open();
  await page.getByText("Half a sentence.", { exact: true }).waitFor();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Ann");
  await edit(page, talk("Three", "", ", stopOnUnmount: true"), "Three");
  expect(await name.inputValue()).toBe("Ann");
  expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.getByLabel("Note").inputValue()).toBe("My note");
  expect(asked).toHaveLength(1);

  await answer(page);
  expect(asked.map(({ resumed }) => resumed)).toEqual([false, true]);
  // An edit offers nothing twice.
  expect(asked[1]?.tools).toEqual(["look"]);
  await page.close();
});

it("an edit after which React makes the component anew: the thread and the drafts stay, and nothing starts again", async () => {
  const page = await openApp(talk("One"));
  await page.getByLabel("Note").fill("My note");
  await edit(page, talk("Two", "useState(1);"), "Two");
  // What the component itself had is gone, which says that it was made anew.
  expect(await page.getByLabel("Note").inputValue()).toBe("");
  gate.open();
  await page.getByText("Half a sentence.", { exact: true }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Ann");
  await edit(page, talk("Three", "useState(1); useState(2);"), "Three");
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ann");
  await answer(page);
  await edit(page, talk("Four", "useState(1); useState(2); useState(3);"), "Four");
  // Had it started again, this would be refused, or come after that.
  await page.getByLabel("Message to the agent").fill("More");
  await page.keyboard.press("Enter");
  await eventually(() => asked.map(({ text, resumed }) => (resumed ? "answers" : text))).toEqual([
    "Go",
    "answers",
    "More",
  ]);
  await page.close();
});
