import { createAgentClient } from "@holdpoint/client";
import { defineAgent, interrupt, localTransport } from "@holdpoint/client/agent";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { AgentProvider, useInterruptForm } from "./index.ts";

afterEach(cleanup);

const responseSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

function setUp(id: string, options?: { threadId?: string }) {
  const agent = defineAgent(async (ctx) => {
    if (!ctx.isResume)
      return interrupt(["a", "b"].map((each) => ({ id: each, reason: "n", responseSchema })));
    ctx.say("Done.");
    return undefined;
  });
  const client = createAgentClient({ transport: localTransport(agent) });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AgentProvider client={client}>{children}</AgentProvider>
  );
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders += 1;
      return useInterruptForm(id, options);
    },
    { wrapper },
  );
  return { client, result, renders: () => renders };
}

test("gives the form of a pending question, and null before and after", async () => {
  const { client, result } = setUp("b");
  expect(result.current).toBeNull();
  const thread = client.thread("t1");
  await act(() => thread.send("Go"));
  const field = result.current?.fields[0];
  expect(result.current?.id).toBe("b");
  act(() => field && result.current?.getFieldProps(field).onChange({ target: { value: "4" } }));
  expect(result.current?.values).toEqual({ n: 4 });
  expect(thread.approvals.get().items[1]).toMatchObject({ status: "answered", payload: { n: 4 } });
  thread.approvals.answer("a", { n: 1 });
  await act(() => thread.approvals.submit());
  expect(result.current).toBeNull();
});

test("renders only when its own form has changed", async () => {
  const { client, result, renders } = setUp("b");
  const thread = client.thread("t1");
  await act(() => thread.send("Go"));
  const before = renders();
  act(() => void thread.approvals.answer("a", { n: 1 }));
  expect(renders()).toBe(before);
  act(() => result.current?.setValue(["n"], "4"));
  expect(renders()).toBe(before + 1);
});

test("keeps to one thread where that is named", async () => {
  const { client, result } = setUp("a", { threadId: "t2" });
  await act(() => client.thread("t1").send("Go"));
  expect(result.current).toBeNull();
  await act(() => client.thread("t2").send("Go"));
  expect(result.current?.item.batch).toBe(client.thread("t2").approvals.get().batch);
});
