import type { RunAgentInput, Thread } from "@holdpoint/client";
import {
  createTestClient,
  type Script,
  type ScriptedAgent,
  scriptedAgent,
  type TestClient,
  type TestClientOptions,
} from "@holdpoint/client/testing";
import { AgentProvider } from "@holdpoint/react";
import type { ReactElement, ReactNode } from "react";

/** An agent that plays to hooks, moment by moment where a test holds it, with frames that come when a test flushes them. */
export interface HookStage {
  readonly agent: ScriptedAgent;
  readonly client: TestClient;
  readonly thread: Thread;
  /** What was asked of the agent. */
  readonly inputs: readonly RunAgentInput[];
  wrapper(props: { children: ReactNode }): ReactElement;
}

export function hookStage(scripts: readonly Script[], options: TestClientOptions = {}): HookStage {
  const agent = scriptedAgent(...scripts);
  const client = createTestClient(agent, { frames: "manual", ...options });
  return {
    agent,
    client,
    thread: client.thread("t1"),
    inputs: agent.inputs,
    wrapper: ({ children }) => <AgentProvider client={client}>{children}</AgentProvider>,
  };
}
