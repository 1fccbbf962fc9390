/** Pages of other origins at an agent of the kit, as a real browser judges them. */
import { createServer, type RequestListener, type Server } from "node:http";
import { defineAgent, toNodeHandler } from "@holdpoint/client/agent";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { launchChromium } from "./support/chromium.ts";

const servers: Server[] = [];
let browser: Browser;

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

const servePage = (): Promise<string> =>
  listen((_, response) => response.setHeader("content-type", "text/html").end("<title>A page</title>"));

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** What a page can read of the answer to such a request; a network error is all that it gets where it may not. */
async function askFrom(page: string, url: string, headers: Record<string, string>, body: string) {
  const opened = await browser.newPage();
  try {
    await opened.goto(page);
    return await opened.evaluate(
      async ({ url, headers, body }) => {
        try {
          // Without a type of its own the browser sends a blob without any, to whomever.
          const sent = headers["content-type"] === undefined ? new Blob([body]) : body;
          const response = await fetch(url, { method: "POST", headers, body: sent });
          return { status: response.status, text: await response.text() };
        } catch (error) {
          return { error: String(error) };
        }
      },
      { url, headers, body },
    );
  } finally {
    await opened.close();
  }
}

const input = JSON.stringify({ threadId: "t", runId: "r", messages: [], tools: [], context: [] });
const json = { "content-type": "application/json", authorization: "Bearer x" };

it("an allowed page reads the run and the refusals, another one reads nothing and starts no run", async () => {
  const [allowed, other] = await Promise.all([servePage(), servePage()]);
  const run = vi.fn(async () => {});
  const agent = defineAgent(async (ctx) => {
    await run();
    ctx.say("Hello.");
  });
  const url = await listen(toNodeHandler(agent, { cors: { origins: [allowed] } }));

  expect(await askFrom(allowed, url, json, input)).toMatchObject({
    status: 200,
    text: expect.stringContaining("RUN_FINISHED"),
  });
  expect(run).toHaveBeenCalledTimes(1);
  for (const [status, headers, body] of [
    [400, json, "{"],
    [406, { ...json, accept: "text/html" }, input],
    [415, { "content-type": "text/plain" }, input],
  ] as const) {
    const answer = await askFrom(allowed, url, headers, body);
    expect(answer).toMatchObject({ status, text: expect.stringContaining('"code":') });
  }

  for (const headers of [json, { "content-type": "text/plain" }, {}]) {
    expect(await askFrom(other, url, headers, input)).toEqual({
      error: expect.stringContaining("Failed to fetch"),
    });
  }
  expect(run).toHaveBeenCalledTimes(1);
});
