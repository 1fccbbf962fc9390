import { emit, pause, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { expect, it } from "vitest";
import { asks, client, objectsOf, succeeds } from "../../../../test/support/scripted.ts";
import { createAgentClient } from "../client.ts";
import { httpTransport } from "../transport/http.ts";

it("a 401 leaves the answers, and retry() sends the same ones with the headers of then", async () => {
  let token = "old";
  const requests: { authorization: string | null; body: string }[] = [];
  const scripts: (Script | 401)[] = [asks({ id: "a", reason: "x" }), 401, succeeds];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const body = String(init?.body);
    requests.push({ authorization: new Headers(init?.headers).get("authorization"), body });
    const script = scripts[requests.length - 1];
    if (script === 401 || script === undefined) return new Response("expired", { status: 401 });
    let text = "";
    for await (const event of objectsOf(script, JSON.parse(body)))
      text += `data: ${JSON.stringify(event)}\n\n`;
    return new Response(text, { headers: { "content-type": "text/event-stream" } });
  };
  const agent = createAgentClient({
    transport: httpTransport({ url: "/agent", headers: () => ({ authorization: token }), fetch }),
  });
  const thread = agent.thread("t1");
  await thread.send("Go");
  thread.approvals.answer("a", { n: 1 }, { metadata: { signed: "ann" } });
  const end = await thread.approvals.submit();
  expect(end).toMatchObject({ status: "unstarted", error: { status: 401, excerpt: "expired" } });
  expect(thread.approvals.get()).toMatchObject({ phase: "open", ready: true, error: { status: 401 } });

  token = "new";
  expect((await thread.approvals.retry()).status).toBe("success");
  expect(requests.map(({ authorization }) => authorization)).toEqual(["old", "old", "new"]);
  const [, refused, sent] = requests.map(({ body }) => JSON.parse(body));
  expect(JSON.stringify(sent.resume)).toBe(JSON.stringify(refused.resume));
  expect(sent.runId).not.toBe(refused.runId);
  expect({ ...sent, runId: "" }).toEqual({ ...refused, runId: "" });
});

it("a question that a subagent asks is answered like any other, and says who asks", async () => {
  const { transport, inputs } = scriptedAgent(
    [
      emit(
        { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "researcher" },
        {
          type: "SUBAGENT_FINISHED",
          subagentRunId: "s1",
          outcome: { type: "suspended", interruptIds: ["deep"] },
        },
      ),
      pause({ id: "deep", reason: "x", subagentRunId: "s1" }, { id: "top", reason: "x" }),
    ],
    succeeds,
  );
  const thread = client(transport).thread("t1");
  await thread.send("Go");
  expect(thread.subagents.get()).toMatchObject([{ id: "s1", name: "researcher", interruptIds: ["deep"] }]);
  expect(thread.approvals.get().items).toMatchObject([
    { id: "deep", interrupt: { subagentRunId: "s1" } },
    { id: "top" },
  ]);
  thread.approvals.answer("deep", "yes");
  await expect(thread.approvals.submit()).rejects.toMatchObject({ code: "uncovered", interruptIds: ["top"] });
  thread.approvals.decline("top");
  await thread.approvals.submit();
  expect(inputs[1]?.resume).toEqual([
    { interruptId: "deep", status: "resolved", payload: "yes" },
    { interruptId: "top", status: "cancelled" },
  ]);
});
