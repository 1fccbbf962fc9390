import type { AgentClient } from "@holdpoint/client";
import { createTestClient, say, scriptedAgent } from "@holdpoint/client/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { type ReactElement, StrictMode, Suspense } from "react";
import { afterEach, expect, test } from "vitest";
import { keptPages } from "../../../test/support/kept-pages.ts";
import { AgentProvider, useMessageIds, useSuspenseThread } from "./index.ts";

afterEach(cleanup);

function Conversation(): ReactElement {
  const thread = useSuspenseThread("t1");
  return <p>{`${useMessageIds({ thread }).length} messages, ${thread.status.get()}`}</p>;
}

const tree = (agent: AgentClient) => (
  <StrictMode>
    <AgentProvider client={agent}>
      <Suspense fallback={<p>Restoring</p>}>
        <Conversation />
      </Suspense>
    </AgentProvider>
  </StrictMode>
);

test("suspends while the thread is being restored, and then shows all of it", async () => {
  const { page } = keptPages();
  const earlier = page(
    scriptedAgent([say("One.", { id: "m1" }), say("Two.", { id: "m2" })]).transport,
  ).thread("t1");
  await earlier.run();
  earlier.dispose();

  render(tree(page(scriptedAgent().transport)));
  expect(screen.getByText("Restoring")).toBeDefined();
  expect(screen.queryByText(/messages/)).toBeNull();
  expect(await screen.findByText("2 messages, idle")).toBeDefined();
});

test("shows what it has where the place cannot be read", async () => {
  const { page } = keptPages({
    adapter: {
      read: () => Promise.reject(new Error("no disk")),
      update: () => Promise.resolve(),
      keys: () => Promise.resolve([]),
    },
  });
  render(tree(page(scriptedAgent().transport)));
  expect(await screen.findByText("0 messages, idle")).toBeDefined();
});

test("never waits where nothing is kept", () => {
  render(tree(createTestClient(scriptedAgent())));
  expect(screen.getByText("0 messages, idle")).toBeDefined();
});
