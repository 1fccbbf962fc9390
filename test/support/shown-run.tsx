import type { AgentClient, AgentClientOptions } from "@holdpoint/client";
import { AgentProvider, type AgentProviderProps, type AgentRun, useAgentRun } from "@holdpoint/react";
import { render } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { type ReactElement, type ReactNode, StrictMode } from "react";
import { client, type Script, scripted } from "./scripted.ts";

function Reader({ children }: { children: (run: AgentRun) => ReactNode }): ReactElement {
  return <>{children(useAgentRun({ threadId: "t1" }))}</>;
}

/** Everything of one thread, drawn in strict mode. */
export const runTree = (
  agent: AgentClient,
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
  { options, ...props }: Partial<AgentProviderProps> & { options?: Partial<AgentClientOptions> } = {},
): Pick<ReturnType<typeof scripted>, "inputs"> & {
  agent: ReturnType<typeof client>;
  thread: ReturnType<AgentClient["thread"]>;
  user: UserEvent;
  container: HTMLElement;
} {
  const { transport, inputs } = scripted(...scripts);
  const agent = client(transport, options);
  const { container } = render(runTree(agent, children, props));
  return { agent, inputs, thread: agent.thread("t1"), user: userEvent.setup(), container };
}
