import { type AbstractAgent, type AgentConfig, type BaseEvent, HttpAgent } from "@ag-ui/client";
import { toAbstractAgent } from "@holdpoint/client/ag-ui";
import type { Agent, FetchHandlerOptions } from "@holdpoint/client/agent";
import { protobufFormat } from "@holdpoint/client/protobuf";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { serve } from "../../../support/serve-agent.ts";

/** How the official client reaches our agents. */
export interface Way {
  readonly name: string;
  open<State>(agent: Agent<State>, config: AgentConfig): Promise<AbstractAgent>;
}

/** Over HTTP, by one binding alone: it reads both, and asks for text unless it is told. */
const byHttp = (name: string, mediaType: string, options: FetchHandlerOptions): Way => ({
  name,
  open: async (agent, config) =>
    new HttpAgent({
      ...config,
      url: await serve(agent, options),
      async fetch(url, init) {
        const headers = { ...Object(init.headers), Accept: mediaType };
        const response = await fetch(url, { ...init, headers });
        expect(response.headers.get("content-type")).toBe(mediaType);
        return response;
      },
    }),
});

export const ways: readonly Way[] = [
  byHttp("server-sent events", "text/event-stream", {}),
  byHttp("protobuf", protobufFormat.mediaType, { formats: [protobufFormat] }),
  { name: "the bridge, in process", open: async (agent, config) => toAbstractAgent(agent, config) },
];

type OfficialInput = Parameters<AbstractAgent["run"]>[0];

/** The official client of one of our agents, its verifier on as always, and what passed through it. */
export interface Official {
  readonly agent: AbstractAgent;
  /** The events as they reach an application: verified, and chunks expanded. */
  readonly heard: BaseEvent[];
  readonly sent: OfficialInput[];
}

/** Opens an official client of an agent. */
export async function openOfficial<State>(
  agent: Agent<State>,
  way: Way,
  config: AgentConfig = {},
): Promise<Official> {
  const heard: BaseEvent[] = [];
  const sent: OfficialInput[] = [];
  const official = await way.open(agent, { threadId: "t", ...config });
  official.subscribe({ onEvent: ({ event }) => void heard.push(event) });
  official.use((input, next) => {
    sent.push(structuredClone(input));
    return next.run(input);
  });
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
