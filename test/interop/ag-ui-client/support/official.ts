import { createServer } from "node:http";
import { type BaseEvent, HttpAgent, type HttpAgentConfig } from "@ag-ui/client";
import { type Agent, toNodeHandler } from "@holdpoint/client/agent";
import { afterEach, beforeEach, expect, onTestFinished, vi } from "vitest";

/** How the events travel: what the official client asks for, and what it must then get. */
export interface Binding {
  readonly name: string;
  readonly mediaType: string;
  readonly options: Parameters<typeof toNodeHandler>[1];
}

export const bindings: readonly Binding[] = [
  { name: "server-sent events", mediaType: "text/event-stream", options: {} },
];

/** An agent on a port of loopback, until the test is over. */
export async function serve<State>(agent: Agent<State>, options: Binding["options"] = {}): Promise<string> {
  const server = createServer(toNodeHandler(agent, options));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return `http://127.0.0.1:${address.port}/`;
}

type OfficialInput = Parameters<HttpAgent["run"]>[0];

/** The official client of one of our agents, its verifier on as always, and all that it heard. */
export interface Official {
  readonly agent: HttpAgent;
  /** The events as they reach an application: verified, and chunks expanded. */
  readonly heard: BaseEvent[];
  /** The bodies that it sent. */
  readonly sent: OfficialInput[];
}

/** Serves an agent and opens an official client of it. */
export async function openOfficial<State>(
  agent: Agent<State>,
  { mediaType, options }: Binding,
  config: Partial<HttpAgentConfig> = {},
): Promise<Official> {
  const heard: BaseEvent[] = [];
  const sent: OfficialInput[] = [];
  const official = new HttpAgent({
    url: await serve(agent, options),
    threadId: "t",
    fetch: async (url, init) => {
      sent.push(JSON.parse(String(init.body)));
      // It reads both bindings, and asks for text whatever its headers say.
      const response = await fetch(url, { ...init, headers: { ...Object(init.headers), Accept: mediaType } });
      if (response.ok) expect(response.headers.get("content-type")).toBe(mediaType);
      return response;
    },
    ...config,
  });
  official.subscribe({ onEvent: ({ event }) => void heard.push(event) });
  return { agent: official, heard, sent };
}

/**
 * It tells on the console what it strips, translates or cannot take, and whatever it throws: nothing of what
 * our agents send may be among that, but that they speak a newer version than it does, and what a test expects.
 */
export function hearNoComplaints(...expected: readonly RegExp[]): { readonly errors: unknown[] } {
  const allowed = [/The producer speaks protocol 1\.1/, ...expected];
  const errors: unknown[] = [];
  let warnings: unknown[] = [];
  beforeEach(() => {
    warnings = [];
    errors.length = 0;
    vi.spyOn(console, "warn").mockImplementation((...words) => void warnings.push(words.join(" ")));
    vi.spyOn(console, "error").mockImplementation((...words) => void errors.push(words.at(-1)));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    expect(warnings.filter((words) => !allowed.some((one) => one.test(`${words}`)))).toEqual([]);
  });
  return { errors };
}
