import { type AgentClientOptions, defineTool, type Interrupt, type RunAgentInput } from "@holdpoint/client";
import { breakOff, callTool, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { expect, it, vi } from "vitest";
import { asks, succeeds } from "../../../../test/support/scripted.ts";
import { createInspectableClient } from "./inspectable-client.ts";
import { inspectionOf } from "./inspection.ts";
import { previewRequest, RUN_ID } from "./preview.ts";

const yesNo: Interrupt = { id: "yes-no", reason: "tool_approval" };
const name: Interrupt = { id: "name", reason: "name", responseSchema: { type: "string" } };

function make(scripts: readonly Script[], options: Partial<AgentClientOptions> = {}) {
  const { transport, inputs } = scriptedAgent(...scripts);
  const client = createInspectableClient({ transport, ...options });
  const thread = client.thread<unknown>("t", {
    state: { step: 1 },
    tools: [{ name: "seeded", description: "of the thread", parameters: { type: "object" } }],
    context: [{ description: "page", value: "home" }],
    forwardedProps: { tenant: 7 },
  });
  const { made } = inspectionOf(client);
  return { thread, inputs, look: () => made && previewRequest(thread, made, client.now) };
}

/** What was sent, with the id that a preview cannot know. */
const asSeen = (input: RunAgentInput | undefined) => input && { ...input, runId: RUN_ID };

const tool = defineTool({
  name: "pick",
  description: "Picks",
  parameters: { type: "object" },
  execute: () => "ok",
});

it.each<[string, Partial<AgentClientOptions>]>([
  ["as it is", {}],
  ["to an older agent", { peerProtocolVersion: "0.0.39", onWarning() {} }],
  ["with tools", { tools: [tool, { name: "plain", description: "", metadata: { a: 1 } }] }],
])("tells the very body of the next run, %s", async (_, options) => {
  const { thread, inputs, look } = make([succeeds, succeeds], options);
  await thread.send("Go");
  const seen = look();
  await thread.run();
  expect(seen?.input).toEqual(asSeen(inputs[1]));
  expect(JSON.stringify(seen?.input)).toBe(JSON.stringify(asSeen(inputs[1])));
  expect(seen?.open).toEqual([]);
});

it("tells what parts of the app offer meanwhile", async () => {
  const { thread, inputs, look } = make([succeeds, succeeds], { tools: [tool] });
  const end = thread.prepare((offer) => ({
    tools: [...offer.tools, { ...tool, name: "late" }],
    context: [...offer.context, { description: "part", value: "open" }],
  }));
  const during = look();
  await thread.run();
  expect(during?.input).toEqual(asSeen(inputs[0]));
  expect(during?.input.tools.map(({ name: each }) => each)).toEqual(["pick", "seeded", "late"]);
  end();
  const after = look();
  await thread.run();
  expect(after?.input).toEqual(asSeen(inputs[1]));
  expect(after?.input.tools.map(({ name: each }) => each)).toEqual(["pick", "seeded"]);
});

it("tells the answers as they will go out, those that are given so far", async () => {
  const { thread, inputs, look } = make([asks(yesNo, name), succeeds]);
  await thread.run();
  expect(look()).toMatchObject({ open: ["yes-no", "name"] });
  expect(look()?.input.resume).toBeUndefined();
  // Refused by reading the status alone, as the client sends it.
  thread.approvals.answer("yes-no", false);
  expect(look()).toMatchObject({
    open: ["name"],
    input: { resume: [{ interruptId: "yes-no", status: "cancelled", payload: false }] },
  });
  thread.approvals.answer("name", "Ann", { metadata: { seen: true } });
  const before = thread.get();
  const seen = look();
  expect(thread.get()).toBe(before);
  await thread.approvals.submit();
  expect(seen).toEqual({ input: asSeen(inputs[1]), open: [] });
});

it("tells what a retry sends after nobody knows what became of the answers", async () => {
  const { thread, inputs, look } = make([asks(name), [breakOff()], succeeds], {
    onWarning() {},
  });
  await thread.run();
  thread.approvals.decline("name");
  await thread.approvals.submit();
  expect(thread.approvals.get().phase).toBe("unknown");
  const seen = look();
  await thread.approvals.retry();
  expect(seen?.input).toEqual(asSeen(inputs[2]));
});

it("leaves out an answer whose deadline has passed", async () => {
  let now = 0;
  const dated = { ...name, expiresAt: new Date(1000).toISOString() };
  const { thread, look } = make([asks(dated, yesNo)], { environment: { clock: () => now } });
  await thread.run();
  thread.approvals.answer("name", "Ann");
  thread.approvals.decline("yes-no");
  now = 2000;
  expect(look()).toMatchObject({
    open: ["name"],
    input: { resume: [{ interruptId: "yes-no", status: "cancelled" }] },
  });
});

it("runs no tool and calls no transport of the app", async () => {
  const execute = vi.fn(() => "done");
  const careful = defineTool({ name: "wipe", description: "", needsApproval: true, execute });
  const { thread, inputs, look } = make([[callTool("wipe", {})]], { tools: [careful] });
  await thread.run();
  const [item] = thread.approvals.get().items;
  thread.approvals.answer(item?.id ?? "", true);
  const seen = look();
  expect(seen?.input.resume).toBeUndefined();
  expect(seen?.input.messages).toHaveLength(1);
  expect(execute).not.toHaveBeenCalled();
  expect(inputs).toHaveLength(1);
});
