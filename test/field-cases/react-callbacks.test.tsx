// @vitest-environment jsdom
import { AgentProvider, type AgentRun, useAgentEvent, useAgentRun } from "@holdpoint/react";
import { act, render, waitFor } from "@testing-library/react";
import { type ReactElement, StrictMode, useEffect } from "react";
import { expect } from "vitest";
import { createClient } from "./support/client.ts";
import { fieldCase, type WireEvent } from "./support/field-case.ts";
import { channel, scripted } from "./support/scripted.ts";

type Handle = (handler: string, resource: string) => void;

/** Handles what happens with what it was rendered with last. */
function Watch({
  resource,
  handle,
  seen,
}: {
  resource: string;
  handle: Handle;
  seen: AgentRun[];
}): ReactElement {
  const run = useAgentRun({
    threadId: "t1",
    onInterrupt: () => handle("onInterrupt", resource),
    onFinish: () => handle("onFinish", resource),
    onError: () => handle("onError", resource),
  });
  useAgentEvent("TOOL_CALL_END", () => handle("onToolCall", resource), { threadId: "t1" });
  useEffect(() => {
    seen.push(run);
  });
  return <p>{run.status}</p>;
}

fieldCase<
  {
    steps: readonly { render?: { resource: string }; emit?: readonly WireEvent[] }[];
    handlers: readonly string[];
  },
  { handlerSees: string; handlerCallsPerEvent: number; resolveFunctionIdentityStable: boolean }
>("54-stale-callbacks", async ({ steps, handlers }, expected) => {
  const [one = "", two = ""] = steps.flatMap((step) => step.render?.resource ?? []);
  const emitted = steps.flatMap((step) => step.emit ?? []);
  const started = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
  const interrupts = [{ id: "sure", reason: "confirmation" }];
  const streams: readonly (readonly WireEvent[])[] = [
    emitted,
    [
      started,
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1", outcome: { type: "interrupt", interrupts } },
    ],
    [started, { type: "RUN_ERROR", message: "no" }],
  ];
  const calls: string[] = [];
  const handle: Handle = (handler, resource) => calls.push(`${handler} ${resource}`);

  for (const events of streams) {
    const stream = channel();
    const client = createClient({ transport: scripted(stream.script).transport });
    const thread = client.thread("t1");
    const seen: AgentRun[] = [];
    const tree = (resource: string) => (
      <StrictMode>
        <AgentProvider client={client}>
          <Watch resource={resource} handle={handle} seen={seen} />
        </AgentProvider>
      </StrictMode>
    );
    const { rerender, unmount } = render(tree(one));
    const ending = thread.run({ runId: "r1" });
    rerender(tree(two));
    stream.emit(...events);
    stream.end();
    const { status } = await ending;
    await waitFor(() => expect(document.querySelector("p")?.textContent).toBe(status));

    expect(expected.resolveFunctionIdentityStable).toBe(true);
    const { send, run, stop, submit, retry, dismiss } = seen[0] ?? {};
    expect(new Set(seen).size).toBeGreaterThan(1);
    for (const each of seen) {
      expect([each.send, each.run, each.stop]).toEqual([send, run, stop]);
      expect([each.submit, each.retry, each.dismiss]).toEqual([submit, retry, dismiss]);
    }
    const [form] = seen.at(-1)?.forms ?? [];
    if (status === "interrupted") {
      act(() => void form?.answer(true));
      const [answered] = seen.at(-1)?.forms ?? [];
      expect(answered).not.toBe(form);
      expect(answered?.item.status).toBe("answered");
      expect(answered?.answer).toBe(form?.answer);
      expect(answered?.decline).toBe(form?.decline);
    }
    unmount();
  }

  // Each of them once, in either mode of React, and with the later rendering's resource.
  expect(calls.sort()).toEqual(
    handlers
      .flatMap((handler) => Array.from({ length: expected.handlerCallsPerEvent }, () => handler))
      .map((handler) => `${handler} ${expected.handlerSees}`)
      .sort(),
  );
});
