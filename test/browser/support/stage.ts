import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type DemoPage, type StoryId, toDemoPage } from "./demo-page.ts";
import { type DemoServer, startDemoServer } from "./demo-server.ts";
import { type Post, startProxy, type TestProxy } from "./proxy.ts";
import { type Lack, takeAway } from "./take-away.ts";
import { type Watch, watch } from "./watch.ts";

/** A story that is open in a browser of its own, with the network in the test's hand. */
export interface Opened extends DemoPage {
  readonly watch: Watch;
  readonly proxy: TestProxy;
  /** What this browser has sent to the agents. */
  posts(): readonly Post[];
  /** The same story in another tab of this browser. */
  openTab(): Promise<Opened>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Where the demo keeps its threads; `web` unless given. */
  storage?: "web" | "indexeddb" | "memory";
  /** What the platform lacks. */
  without?: readonly Lack[];
}

export interface Stage {
  open(story: StoryId, options?: OpenOptions): Promise<Opened>;
  /** Kills the server of the agents and starts another on its port. */
  restartServer(): Promise<void>;
}

/** A server of agents in place of the demo's own. */
export interface AgentServer {
  readonly port: number;
  kill(): Promise<void>;
}

/**
 * One browser, one server and one proxy for the tests of a file; a page that complains fails its test.
 * `startAgents` starts another server for the requests to agents, on the port that it is given or on any.
 */
export function setStage(startAgents?: (port?: number) => Promise<AgentServer>): Stage {
  let browser: Browser;
  let server: DemoServer;
  let agents: AgentServer | undefined;
  let proxy: TestProxy;
  let contexts: BrowserContext[] = [];
  let watches: Watch[] = [];

  beforeAll(async () => {
    [browser, server, agents] = await Promise.all([launchChromium(), startDemoServer(), startAgents?.()]);
    proxy = await startProxy(server.port, agents?.port);
  });

  afterEach(async () => {
    const faults = watches.flatMap((one) => one.faults());
    const open = contexts;
    contexts = [];
    watches = [];
    proxy.setFate("pass");
    await Promise.all(open.map((context) => context.close()));
    expect(faults).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await agents?.kill();
    await server?.stop();
  });

  return {
    async open(story, { storage, without = [], ...options } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: "en-US",
        reducedMotion: "reduce",
        ...options,
      });
      contexts.push(context);
      context.setDefaultTimeout(20_000);
      const watching = await watch(context);
      watches.push(watching);
      await takeAway(context, without);
      const before = proxy.posts.length;
      const url = `${proxy.origin}/${storage ? `?storage=${storage}` : ""}#${story}`;

      async function openTab(): Promise<Opened> {
        const page = await context.newPage();
        await page.goto(url);
        return {
          ...toDemoPage(page),
          watch: watching,
          proxy,
          posts: () => proxy.posts.slice(before),
          openTab,
        };
      }
      return openTab();
    },
    async restartServer() {
      if (agents) {
        await agents.kill();
        agents = await startAgents?.(agents.port);
        return;
      }
      await server.kill();
      server = await startDemoServer(server.port);
    },
  };
}
