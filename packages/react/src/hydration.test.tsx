import {
  type AgentClient,
  createAgentClient,
  createStorage,
  memoryAdapter,
  readRecord,
} from "@holdpoint/client";
import { scriptedAgent } from "@holdpoint/client/testing";
import { act } from "@testing-library/react";
import { hydrateRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { everyHook } from "../../../test/support/every-hook.tsx";
import { asks } from "../../../test/support/scripted.ts";

let root: Root | undefined;
let container: HTMLElement;
let complaints: MockInstance;

beforeEach(() => {
  complaints = vi.spyOn(console, "error");
  container = document.createElement("div");
  document.body.append(container);
});
afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  container.remove();
  vi.restoreAllMocks();
});

/** What a server draws, which has no document. */
async function drawOnServer(client: AgentClient): Promise<string> {
  vi.resetModules();
  vi.stubGlobal("document", undefined);
  const { drawEveryHook } = await import("../../../test/support/every-hook.tsx");
  const html = drawEveryHook(client);
  vi.unstubAllGlobals();
  return html;
}

/** Puts what a server has drawn on the page, and lets React take it over. */
async function takeOver(client: AgentClient, html: string): Promise<void> {
  container.innerHTML = html;
  const drawn = container.querySelector("pre");
  await act(async () => {
    root = hydrateRoot(container, everyHook(client), { onRecoverableError: (error) => console.error(error) });
  });
  expect(complaints).not.toHaveBeenCalled();
  // It was taken over and not drawn anew.
  expect(container.querySelector("pre")).toBe(drawn);
}

const question = { id: "q1", reason: "confirmation", message: "Sure?", expiresAt: "2999-01-01T00:00:00Z" };
const pageClient = (options: Partial<Parameters<typeof createAgentClient>[0]> = {}) =>
  createAgentClient({ transport: scriptedAgent(asks(question)).transport, ...options });
const seeds = { messages: [{ id: "m1", role: "user", content: "Before" }], state: { n: 1 } } as const;

function seeded(client: AgentClient): AgentClient {
  client.thread("t1", { ...seeds, messages: [...seeds.messages] });
  return client;
}

test("a page takes over what a server has drawn", async () => {
  const html = await drawOnServer(seeded(pageClient()));
  expect(html).toContain("Before");
  await takeOver(seeded(pageClient()), html);
});

test("also where the thread has moved on before: it is shown right after", async () => {
  const html = await drawOnServer(seeded(pageClient()));
  const client = seeded(pageClient());
  const thread = client.thread<{ n?: number }>("t1");
  await thread.run();
  thread.setState({ n: 2 });
  await takeOver(client, html);
  expect(container.querySelector("pre")?.textContent).toContain('"interrupt":"q1"');
  expect(container.querySelector("pre")?.textContent).toContain('"state":2');
  expect(container.textContent).toContain("Sure?");
});

test("also where a thread that is kept was restored before", async () => {
  const texts = new Map<string, string>();
  const kept = () =>
    pageClient({ storage: createStorage(memoryAdapter(texts)), environment: { locks: null, channel: null } });
  const earlier = kept();
  await earlier.thread("t1").run();
  earlier.dispose();
  expect([...texts.keys()]).not.toEqual([]);

  const html = await drawOnServer(pageClient({ storage: createStorage(memoryAdapter()) }));
  expect(html).toContain("restoring");
  const client = kept();
  await client.thread("t1").ready;
  await takeOver(client, html);
  expect(container.textContent).toContain("Sure?");
  client.dispose();
});

test("a record that both sides were given is what both show first", async () => {
  const source = seeded(pageClient());
  await source.thread("t1").run();
  const record = JSON.stringify(source.thread("t1").export());
  const given = () => {
    const client = pageClient();
    client.thread("t1").hydrate(readRecord(JSON.parse(record)));
    return client;
  };
  const html = await drawOnServer(given());
  expect(html).toContain("Sure?");
  await takeOver(given(), html);
});

test("the time that is left is told after, never in the first render", async () => {
  const html = await drawOnServer(pageClient());
  expect(html).toContain("countdown&quot;:null");
  await takeOver(pageClient(), html);
  expect(container.querySelector("pre")?.textContent).toContain('"countdown":0');
});
