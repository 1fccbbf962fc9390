import { createTestClient, pause, say, scriptedAgent } from "@holdpoint/client/testing";
import { AgentProvider, type AgentProviderProps, ApprovalPanel, useAgentRun } from "@holdpoint/react";
import { render, screen, waitFor } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import axe from "axe-core";
import type { ReactElement } from "react";

function App(): ReactElement {
  const run = useAgentRun({ threadId: "t1" });
  return (
    <>
      <button type="button" onClick={() => run.send("Go")}>
        Ask
      </button>
      <ApprovalPanel run={run} />
    </>
  );
}

/** One question with these fields, on the page; `send` gives what the agent was sent for it. */
export async function ask(
  properties: object,
  required: readonly string[] = [],
  props: Partial<AgentProviderProps> = {},
): Promise<{ user: UserEvent; send: () => Promise<unknown> }> {
  const responseSchema = { type: "object", properties, required };
  const agent = scriptedAgent(
    [pause({ id: "q", reason: "details", message: "Who?", responseSchema })],
    [say("Done.")],
  );
  render(
    <AgentProvider client={createTestClient(agent)} {...props}>
      <App />
    </AgentProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await screen.findByRole("region", { name: "Your decision" });
  return {
    user,
    async send() {
      await user.click(screen.getByRole("button", { name: "Send 1 answer" }));
      await waitFor(() => {
        if (screen.queryByRole("region")) throw new Error("The panel is still there.");
      });
      return agent.inputs[1]?.resume?.[0]?.payload;
    },
  };
}

/** What axe-core finds on the page, but for colours, which jsdom does not know. */
export async function axeFaults(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: ["wcag2a", "wcag2aa"],
    rules: { "color-contrast": { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
