import type { Interrupt } from "@holdpoint/client";
import { scriptedAgent } from "@holdpoint/client/testing";
import { act, cleanup } from "@testing-library/react";
import type { ReactElement } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { everyPart } from "../../../../test/support/every-part.tsx";
import { asks, client } from "../../../../test/support/scripted.ts";
import { runTree } from "../../../../test/support/shown-run.tsx";
import { type AgentRun, ApprovalDialog } from "../index.ts";

let root: Root | undefined;

afterEach(() => {
  act(() => root?.unmount());
  cleanup();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const question: Interrupt = {
  id: "q",
  reason: "confirmation",
  message: "Sure?",
  expiresAt: "2100-01-01T00:00:00Z",
};

const all = (run: AgentRun): ReactElement => everyPart(run, <ApprovalDialog run={run} />);

test("all parts render on a server, with questions pending, and a browser takes them over without a word", async () => {
  // Only where a dialog is opened does jsdom lack something.
  HTMLDialogElement.prototype.showModal = vi.fn<() => void>();
  HTMLDialogElement.prototype.close = vi.fn<() => void>();
  const agent = client(scriptedAgent(asks(question)).transport);
  await agent.thread("t1").send("Go");
  // By this a server is known from a page that takes over what one has drawn.
  vi.stubGlobal("document", undefined);
  const html = renderToString(runTree(agent, all));
  vi.unstubAllGlobals();
  for (const words of ["Waiting for you", "What was changed", "Sure?", "Paused.", "Message to the agent"]) {
    expect(html).toContain(words);
  }
  expect(html).not.toContain("<dialog open");

  const complaints = vi.spyOn(console, "error");
  const onRecoverableError = vi.fn<(error: unknown) => void>();
  const page = document.createElement("div");
  page.innerHTML = html;
  document.body.append(page);
  const taking = client(scriptedAgent().transport);
  taking.thread("t1").hydrate(agent.thread("t1").export());
  await act(async () => {
    root = hydrateRoot(page, runTree(taking, all), { onRecoverableError });
  });
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(complaints).not.toHaveBeenCalled();
  expect(HTMLDialogElement.prototype.showModal).toHaveBeenCalled();
  expect(page.querySelector("[role=timer]")?.textContent).toMatch(/^Time left: [\d,]+ days/);
});
