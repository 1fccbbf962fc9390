import type { RunAgentInput, Thread } from "@holdpoint/client";
import {
  type Script,
  scriptedAgent,
  type TestClient,
  type TestClientOptions,
} from "@holdpoint/client/testing";
import { AgentProvider, type AgentProviderProps, type AgentRun, useAgentRun } from "@holdpoint/react";
import { render } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { type ReactElement, type ReactNode, StrictMode } from "react";
import { client } from "./scripted.ts";

function Reader({ children }: { children: (run: AgentRun) => ReactNode }): ReactElement {
  return <>{children(useAgentRun({ threadId: "t1" }))}</>;
}

/** Everything of one thread, drawn in strict mode. */
export const runTree = (
  agent: AgentProviderProps["client"],
  children: (run: AgentRun) => ReactNode,
  props: Partial<AgentProviderProps> = {},
): ReactElement => (
  <StrictMode>
    <AgentProvider client={agent} {...props}>
      <Reader>{children}</Reader>
    </AgentProvider>
  </StrictMode>
);

/** A client whose agent plays these scripts, and what is drawn of its thread `t1`. */
export function showRun(
  scripts: readonly Script[],
  children: (run: AgentRun) => ReactNode,
  { options, ...props }: Partial<AgentProviderProps> & { options?: TestClientOptions } = {},
): {
  agent: TestClient;
  thread: Thread;
  inputs: readonly RunAgentInput[];
  user: UserEvent;
  container: HTMLElement;
} {
  const { transport, inputs } = scriptedAgent(...scripts);
  const agent = client(transport, options);
  const { container } = render(runTree(agent, children, props));
  return { agent, inputs, thread: agent.thread("t1"), user: userEvent.setup(), container };
}
