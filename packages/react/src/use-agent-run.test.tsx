import { createAgentClient, type Interrupt, isApprovalError, type RunAgentInput } from "@holdpoint/client";
import { defineAgent, interrupt, localTransport } from "@holdpoint/client/agent";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { AgentProvider, useAgentClient, useAgentRun } from "./index.ts";

const questions: readonly Interrupt[] = [
  { id: "deploy", reason: "tool_approval", message: "Deploy?" },
  {
    id: "amount",
    reason: "amount",
    responseSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  },
];

afterEach(cleanup);

function setUp() {
  const inputs: RunAgentInput[] = [];
  const agent = localTransport(
    defineAgent(async (ctx) => {
      if (!ctx.isResume) return interrupt(questions);
      ctx.say("Done.");
      return undefined;
    }),
  );
  const client = createAgentClient({
    transport: (input, options) => {
      inputs.push(input);
      return agent(input, options);
    },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AgentProvider client={client}>{children}</AgentProvider>
  );
  let renders = 0;
  const { result, rerender } = renderHook(
    ({ threadId }) => {
      renders += 1;
      return useAgentRun({ threadId });
    },
    { wrapper, initialProps: { threadId: "t1" } },
  );
  return { inputs, client, result, rerender, renders: () => renders };
}

test("an app can answer by run.forms alone, in one request", async () => {
  const { inputs, result } = setUp();
  const { send, submit } = result.current;
  await act(() => send("Go"));
  expect(result.current.status).toBe("interrupted");
  expect(result.current.isBusy).toBe(false);
  expect(result.current.forms.map((form) => form.id)).toEqual(["deploy", "amount"]);

  act(() => {
    result.current.forms[0]?.actions.find((action) => action.id === "approve")?.run();
  });
  const form = result.current.forms[1];
  const field = form?.fields[0];
  if (!form || !field) throw new Error("No field was drawn.");
  act(() => form.getFieldProps(field).onChange("3"));
  let end: unknown;
  await act(async () => {
    end = await submit();
  });
  expect(end).toMatchObject({ status: "success" });
  expect(inputs).toHaveLength(2);
  expect(inputs[1]?.resume).toEqual([
    { interruptId: "deploy", status: "resolved", payload: { approved: true } },
    { interruptId: "amount", status: "resolved", payload: { n: 3 } },
  ]);
  expect(result.current.forms).toEqual([]);
  expect(result.current.messages.at(-1)).toMatchObject({ role: "assistant", content: "Done." });
  expect(result.current.decisions).toHaveLength(2);
});

test("misuse while a run is out is no error any more once that run has ended", async () => {
  const { result } = setUp();
  await act(async () => {
    const first = result.current.send("Go");
    await result.current.send("Go");
    await first;
  });
  expect(result.current.status).toBe("interrupted");
  expect(result.current.error).toBeUndefined();
});

test("misuse shows as run.error until the next action, and nothing rejects", async () => {
  const { inputs, result } = setUp();
  await act(() => result.current.send("Go"));
  let end: unknown = "pending";
  await act(async () => {
    end = await result.current.send("Again");
  });
  expect(end).toBeUndefined();
  expect(isApprovalError(result.current.error)).toBe(true);
  expect(result.current.error).toMatchObject({ code: "uncovered" });

  await act(() => result.current.submit());
  expect(result.current.error).toMatchObject({ code: "uncovered" });
  expect(result.current.forms[1]?.fields[0]?.errors).not.toEqual([]);
  expect(inputs).toHaveLength(1);

  act(() => result.current.dismiss());
  expect(result.current.error).toMatchObject({ code: "nothing-pending" });

  await act(() => result.current.send("Never mind", { pending: "decline" }));
  expect(result.current.error).toBeUndefined();
  expect(inputs).toHaveLength(2);
});

test("the actions keep their identity, and belong to the thread that is shown", async () => {
  const { result, rerender } = setUp();
  const { send, submit, stop } = result.current;
  await act(() => send("Go"));
  await act(() => send("Again"));
  expect(result.current.error).toBeDefined();
  expect(result.current.send).toBe(send);
  expect(result.current.submit).toBe(submit);
  expect(result.current.stop).toBe(stop);

  rerender({ threadId: "t2" });
  expect(result.current.error).toBeUndefined();
  expect(result.current.forms).toEqual([]);
  expect(result.current.send).not.toBe(send);
  rerender({ threadId: "t1" });
  expect(result.current.forms).toHaveLength(2);
});

test("renders once per publish", async () => {
  const { client, renders } = setUp();
  const before = renders();
  let publishes = 0;
  client.thread("t1").subscribe(() => {
    publishes += 1;
  });
  await act(() => client.thread("t1").send("Go"));
  await waitFor(() => expect(client.thread("t1").get().status).toBe("interrupted"));
  expect(renders() - before).toBeLessThanOrEqual(publishes);
});

test("a hook outside of a provider says what to do", () => {
  expect(() => renderHook(() => useAgentClient())).toThrow(/AgentProvider/);
});
