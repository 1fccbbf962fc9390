import { createTestClient, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it, vi } from "vitest";
import { asks, succeeds } from "../../../../test/support/scripted.ts";

const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1000).toISOString();

async function paused(options: { clockSkew?: number } = {}, ...deadlines: (string | undefined)[]) {
  const asked = deadlines.map((expiresAt, index) => ({
    id: `i${index}`,
    reason: "x",
    ...(expiresAt !== undefined && { expiresAt }),
  }));
  const { transport, inputs } = scriptedAgent(asks(...asked), succeeds);
  const agent = createTestClient(transport, options);
  const thread = agent.thread("t1");
  await thread.send("Go");
  const expired = () => thread.approvals.get().items.map((item) => item.expired);
  return { agent, thread, inputs, expired };
}

describe("deadlines", () => {
  it("pass by themselves, the nearest first, with one timer", async () => {
    const { agent, thread, expired } = await paused({}, at(60), at(30), undefined);
    const seen: unknown[] = [];
    thread.approvals.subscribe(() => seen.push(expired()));
    expect(thread.approvals.get().nextExpiry).toBe(Date.UTC(2030, 0, 1, 0, 0, 30));
    expect(agent.clock.timers()).toBe(1);
    agent.clock.advance(29_999);
    expect(expired()).toEqual([false, false, false]);
    agent.clock.advance(1);
    expect(expired()).toEqual([false, true, false]);
    expect(thread.approvals.get()).toMatchObject({
      counts: { expired: 1 },
      nextExpiry: Date.UTC(2030, 0, 1, 0, 1),
    });
    agent.clock.advance(30_000);
    expect(expired()).toEqual([true, true, false]);
    expect(seen).toEqual([
      [false, true, false],
      [true, true, false],
    ]);
    expect(agent.clock.timers()).toBe(0);
  });

  it("of years ahead fire no sooner", async () => {
    const { agent, thread, expired } = await paused({}, "2099-01-01T00:00:00Z");
    const changes = vi.fn();
    thread.approvals.subscribe(changes);
    agent.clock.advance(40 * 24 * 3_600_000);
    expect(expired()).toEqual([false]);
    agent.clock.advance(Date.parse("2099-01-01T00:00:00Z") - agent.clock.now());
    expect(expired()).toEqual([true]);
  });

  it("are the agent's: the clocks may be apart", async () => {
    const ahead = await paused({ clockSkew: 20_000 }, at(30));
    expect(ahead.agent.now()).toBe(ahead.agent.clock.now() + 20_000);
    ahead.agent.clock.advance(10_000);
    expect(ahead.expired()).toEqual([true]);
  });

  it("that cannot be read have not passed, and are warned about", async () => {
    const { agent, thread, expired } = await paused({}, "next tuesday");
    expect(expired()).toEqual([false]);
    expect(thread.approvals.get().items[0]?.expiresAt).toBeNull();
    expect(agent.warnings).toMatchObject([{ code: "expiry-unreadable" }]);
  });

  it("leave declining, and the other answers where they are", async () => {
    const { agent, thread, inputs } = await paused({}, at(30), undefined);
    thread.approvals.answer("i0", true);
    thread.approvals.answer("i1", true);
    agent.clock.advance(30_000);
    expect(thread.approvals.get().ready).toBe(false);
    await expect(thread.approvals.submit()).rejects.toMatchObject({ code: "expired", interruptIds: ["i0"] });
    expect(() => thread.approvals.answer("i0", true)).toThrow(/expired/);
    thread.approvals.decline("i0");
    await thread.approvals.submit();
    expect(inputs[1]?.resume).toEqual([
      { interruptId: "i0", status: "cancelled" },
      { interruptId: "i1", status: "resolved", payload: true },
    ]);
  });

  it("leave no timer behind a thread that is gone, or a batch that is answered", async () => {
    const { agent, thread } = await paused({}, at(30));
    thread.approvals.decline("i0");
    await thread.approvals.submit();
    expect(agent.clock.timers()).toBe(0);
    const other = await paused({}, at(30));
    expect(other.agent.clock.timers()).toBe(1);
    other.agent.dispose();
    expect(other.agent.clock.timers()).toBe(0);
  });
});
