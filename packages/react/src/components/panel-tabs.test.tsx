import { createStorage, type Interrupt, memoryAdapter, type Transport } from "@holdpoint/client";
import {
  createFakeBrowser,
  createGate,
  createTestClient,
  fail,
  type Script,
  scriptedAgent,
  until,
} from "@holdpoint/client/testing";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactElement, StrictMode } from "react";
import { afterEach, expect, test } from "vitest";
import { asks, succeeds } from "../../../../test/support/scripted.ts";
import { AgentProvider, ApprovalPanel, useAgentRun } from "../index.ts";

const deploy: Interrupt = { id: "deploy", reason: "tool_approval", message: "Deploy build 42?" };
const region: Interrupt = {
  id: "region",
  reason: "region",
  message: "Where to?",
  responseSchema: {
    type: "object",
    properties: { region: { enum: ["Bonn", "Oslo"], title: "Region" } },
    required: ["region"],
  },
};

const ends: (() => void)[] = [];
afterEach(() => {
  cleanup();
  for (const end of ends.splice(0)) end();
});

function App(): ReactElement {
  const run = useAgentRun({ threadId: "t1" });
  return (
    <>
      <p>{run.status}</p>
      <ApprovalPanel run={run} />
    </>
  );
}

/** Two tabs of one thread: this one, on the page, and the other. */
async function twoTabs(questions: readonly Interrupt[], ...scripts: Script[]) {
  const adapter = memoryAdapter();
  const browser = createFakeBrowser();
  const open = (transport: Transport) => {
    const made = createTestClient(transport, { storage: createStorage(adapter), tab: browser.open() });
    ends.push(made.dispose);
    return made;
  };
  const other = open(scriptedAgent(asks(...questions), ...scripts).transport).thread("t1");
  await other.send("Go");
  const { transport, inputs } = scriptedAgent(succeeds);
  const here = open(transport);
  const user = userEvent.setup();
  render(
    <StrictMode>
      <AgentProvider client={here}>
        <App />
      </AgentProvider>
    </StrictMode>,
  );
  return { other, thread: here.thread("t1"), inputs, user };
}

const card = (name: string) => within(screen.getByRole("article", { name }));

test("draws nothing while a thread is restored, and then all of it", async () => {
  await twoTabs([deploy]);
  expect(screen.getByText("restoring")).toBeDefined();
  expect(screen.queryByRole("region")).toBeNull();
  expect(screen.queryAllByRole("status").map(({ textContent }) => textContent)).toEqual([""]);
  await screen.findByRole("region", { name: "Your decision" });
  expect(screen.getByRole("status").textContent).toBe("The agent is waiting for 1 answer");
});

test("is locked while another tab sends, then folds into its answers until the next run", async () => {
  const gate = createGate();
  const { other, thread, user, inputs } = await twoTabs([deploy, region], [until(gate)]);
  await screen.findByRole("region");
  const approve = card("Deploy build 42?").getByRole("button", { name: "Approve" });
  approve.focus();
  other.approvals.answer("deploy", { approved: true });
  other.approvals.answer("region", { region: "Oslo" });
  const submitted = other.approvals.submit();
  await screen.findByText("Another tab is sending its answers.");
  expect(document.activeElement).toBe(screen.getByText("Another tab is sending its answers."));
  expect(screen.getByRole("status").textContent).toBe("Another tab is sending its answers");
  for (const name of ["Stop", "Send 2 answers", "Decline all"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  for (const button of screen.getAllByRole("button")) expect(button).toHaveProperty("disabled", true);

  gate.open();
  await submitted;
  await screen.findByText("Answered in another tab.");
  expect(document.activeElement).toBe(screen.getByText("Answered in another tab."));
  expect(screen.getByRole("status").textContent).toBe("Answered in another tab");
  expect(screen.queryByRole("button")).toBeNull();
  expect(card("Deploy build 42?").getByText("Approved")).toBeDefined();
  expect(card("Where to?").getByText("Region: Oslo")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  await user.tab();

  await act(() => thread.run());
  expect(inputs).toHaveLength(1);
  expect(screen.queryByText("Answered in another tab.")).toBeNull();
  expect(screen.queryByRole("region")).toBeNull();
});

test("says so where both tabs send at once, and not as a mistake of this one", async () => {
  const { other, user, inputs } = await twoTabs([deploy], succeeds);
  await screen.findByRole("region");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(other.approvals.get().ready).toBe(true));
  await act(async () => {
    const first = other.approvals.submit();
    screen.getByRole("button", { name: "Send 1 answer" }).click();
    await first;
  });
  await screen.findByText("Answered in another tab.");
  expect(card("Deploy build 42?").getByText("Approved")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByText(/^The agent received/)).toBeNull();
  expect(inputs).toHaveLength(0);
});

test("shows a refusal that another tab has got, and can mend it here", async () => {
  const { other, user, inputs } = await twoTabs([region], [fail("region: closed")]);
  await screen.findByRole("region");
  other.approvals.answer("region", { region: "Oslo" });
  await other.approvals.submit();
  await screen.findByText("The agent did not accept the answers:");
  expect(screen.getByRole("link", { name: "Region: region: closed" })).toBeDefined();
  await user.click(screen.getByRole("radio", { name: "Bonn" }));
  await user.click(screen.getByRole("button", { name: "Send 1 answer" }));
  await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
  expect(inputs[0]?.resume).toMatchObject([{ payload: { region: "Bonn" } }]);
});
