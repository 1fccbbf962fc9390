import { createGate, pause, scriptedAgent, until } from "@holdpoint/client/testing";
import { describe, expect, it, vi } from "vitest";
import { asks, client, succeeds } from "../../../../test/support/scripted.ts";
import { definePolicy } from "./define-policy.ts";

const A = { id: "a", reason: "deploy" };
const B = { id: "b", reason: "delete" };
const yes = { payload: { approved: true } };

const allow = (reason: string, over: { dryRun?: boolean; name?: string } = {}) =>
  definePolicy({
    name: `always ${reason}`,
    ...over,
    decide: ({ interrupt }) => (interrupt?.reason === reason ? yes : undefined),
  });

describe("a rule of the app", () => {
  it("answers a whole batch alone, which goes out at once, and is kept as its decision", async () => {
    const { transport, inputs } = scriptedAgent(asks(A, B), succeeds);
    const decline = definePolicy({ name: "never delete", decide: () => ({ decline: true }) });
    const thread = client(transport, { policies: [allow("deploy"), decline], actor: "ann" }).thread("t1");
    const phases: string[] = [];
    thread.approvals.subscribe(() => phases.push(thread.approvals.get().phase));
    expect(await thread.send("Go")).toMatchObject({ status: "success" });
    expect(inputs).toHaveLength(2);
    expect(inputs[1]?.resume).toEqual([
      { interruptId: "a", status: "resolved", payload: { approved: true } },
      { interruptId: "b", status: "cancelled" },
    ]);
    expect(phases.slice(0, 3)).toEqual(["open", "submitting", "accepted"]);
    expect(thread.decisions.get()).toMatchObject([
      { interruptId: "a", by: "policy", policy: "always deploy", actor: "ann" },
      { interruptId: "b", by: "policy", policy: "never delete" },
    ]);
  });

  it("leaves what it has no answer to, and nothing goes out before a person has answered that", async () => {
    const { transport, inputs } = scriptedAgent(asks(A, B), succeeds);
    const thread = client(transport, { policies: [allow("deploy")] }).thread("t1");
    expect((await thread.send("Go")).status).toBe("interrupted");
    expect(inputs).toHaveLength(1);
    expect(thread.approvals.get()).toMatchObject({
      started: false,
      counts: { answered: 1, open: 1 },
      items: [{ status: "answered", policy: "always deploy" }, { status: "open" }],
    });
    thread.approvals.answer("b", true);
    thread.approvals.answer("a", { approved: false });
    expect((await thread.approvals.submit()).status).toBe("success");
    expect(thread.decisions.get().map(({ by, policy }) => [by, policy])).toEqual([
      ["person", undefined],
      ["person", undefined],
    ]);
  });

  it("sends its answers once, though a person sends them while the stream that asked is still open", async () => {
    const tail = createGate();
    const { transport, inputs } = scriptedAgent([pause(A), until(tail)], succeeds, succeeds);
    const thread = client(transport, { policies: [allow("deploy")] }).thread("t1");
    const run = thread.send("Go");
    await vi.waitFor(() => expect(thread.approvals.get().ready).toBe(true));
    expect((await thread.approvals.submit()).status).toBe("success");
    tail.open();
    expect((await run).status).toBe("interrupted");
    expect(inputs).toHaveLength(2);
    expect(thread.decisions.get()).toHaveLength(1);
  });

  it("only shows what it would answer in a dry run", async () => {
    const { transport, inputs } = scriptedAgent(asks(A));
    const thread = client(transport, { policies: [allow("deploy", { dryRun: true })] }).thread("t1");
    await thread.send("Go");
    expect(inputs).toHaveLength(1);
    expect(thread.approvals.get().items).toMatchObject([
      { status: "open", proposal: { policy: "always deploy", reply: yes } },
    ]);
    thread.approvals.answer("a", true);
    expect(thread.approvals.get().items[0]).not.toHaveProperty("proposal");
  });

  it("never answers what is asked again", async () => {
    const { transport, inputs } = scriptedAgent(asks(A), asks(A), succeeds);
    const agent = client(transport, { policies: [allow("deploy")] });
    const thread = agent.thread("t1");
    expect((await thread.send("Go")).status).toBe("interrupted");
    expect(inputs).toHaveLength(2);
    expect(thread.approvals.get().items).toMatchObject([
      { status: "open", notice: "asked-again", draft: { approved: true } },
    ]);
    expect(agent.warnings.map(({ code }) => code)).toContain("asked-again");
  });

  it("stops after some rounds of an agent that asks for ever", async () => {
    const ids = Array.from({ length: 20 }, (_, at) => asks({ id: `a${at}`, reason: "deploy" }));
    const { transport, inputs } = scriptedAgent(...ids);
    const thread = client(transport, { policies: [allow("deploy")] }).thread("t1");
    expect((await thread.send("Go")).status).toBe("interrupted");
    expect(inputs).toHaveLength(9);
  });

  it("that throws, or gives what the schema refuses, has answered nothing", async () => {
    const typed = { ...A, responseSchema: { type: "object", required: ["approved", "note"] } };
    const { transport } = scriptedAgent(asks(typed, B));
    const throws = definePolicy({
      name: "broken",
      decide: () => {
        throw new Error("boom");
      },
    });
    const agent = client(transport, { policies: [allow("deploy"), throws] });
    const thread = agent.thread("t1");
    await thread.send("Go");
    expect(thread.approvals.get().items).toMatchObject([{ status: "open" }, { status: "open" }]);
    const said = agent.warnings.filter(({ code }) => code === "policy-failed").map(({ message }) => message);
    expect(said).toEqual([
      expect.stringContaining('"always deploy" gave no answer to "a"'),
      expect.stringContaining("boom"),
      expect.stringContaining("boom"),
    ]);
  });

  it("is asked once, and learns what was decided before", async () => {
    const { transport } = scriptedAgent(asks(A), succeeds, asks({ ...A, id: "a2" }), succeeds);
    const decide = vi.fn((_item, { decisions }) => (decisions.length > 0 ? yes : undefined));
    const thread = client(transport, { policies: [definePolicy({ name: "as before", decide })] }).thread(
      "t1",
    );
    await thread.send("Go");
    thread.approvals.answer("a", true);
    thread.approvals.clear("a");
    thread.approvals.answer("a", true);
    expect(decide).toHaveBeenCalledTimes(1);
    await thread.approvals.submit();
    expect((await thread.send("Again")).status).toBe("success");
    expect(decide).toHaveBeenCalledTimes(2);
    expect(decide.mock.calls[1]?.[1]).toMatchObject({ threadId: "t1" });
  });
});
