import {
  type AgentClient,
  type AgentClientOptions,
  type AgentEvent,
  createAgentClient,
  httpTransport,
  type RunAgentInput,
  type RunEnd,
  type Thread,
} from "@holdpoint/client";
import type { Agent } from "@holdpoint/client/agent";
import { expect, onTestFinished } from "vitest";
import { serve } from "../../support/serve-agent.ts";

/** A client of an address, which has nothing to warn of. */
export function clientOf(url: string, options: Partial<AgentClientOptions> = {}): AgentClient {
  const client = createAgentClient({
    transport: httpTransport({ url }),
    onWarning: (warning) => expect.unreachable(`warned: ${warning.message}`),
    ...options,
  });
  onTestFinished(() => client.dispose());
  return client;
}

/** One run of an agent over HTTP, and all that its client saw. */
export interface Talk {
  readonly client: AgentClient;
  readonly thread: Thread;
  readonly end: RunEnd;
  /** The events in the order in which they were applied. */
  readonly events: AgentEvent[];
}

/** Serves an agent, says something to it, and waits for the end. */
export async function talk<State>(agent: Agent<State>, text = "Go"): Promise<Talk> {
  const client = clientOf(await serve(agent));
  const thread = client.thread("t");
  const events: AgentEvent[] = [];
  thread.onEvent((event) => events.push(event));
  return { client, thread, end: await thread.send(text), events };
}

/** The events of one answer as they are on the wire. */
export async function framesOf(url: string, input: RunAgentInput): Promise<Record<string, unknown>[]> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  const frames = (await response.text()).split("\n\n");
  expect(frames.pop()).toBe("");
  return frames.map((frame) => JSON.parse(frame.slice("data: ".length)));
}
