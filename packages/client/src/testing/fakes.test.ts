import { describe, expect, it } from "vitest";
import {
  createFakeBrowser,
  createFakeClock,
  createFakeSchedule,
  createTestClient,
  pause,
  say,
  scriptedAgent,
} from "./index.ts";

describe("a fake clock", () => {
  it("rings each timer at its own time, also one that another has set, and none twice", () => {
    const clock = createFakeClock("2030-01-01T00:00:00Z");
    const rung: [string, number][] = [];
    const ring = (name: string) => () => rung.push([name, clock.now() - Date.UTC(2030, 0, 1)]);
    clock.timer(ring("b"), 20);
    clock.timer(ring("a"), 10);
    clock.timer(() => clock.timer(ring("c"), 5), 20);
    const cancel = clock.timer(ring("never"), 15);
    clock.timer(ring("later"), 100);
    cancel();
    clock.advance(25);
    expect(rung).toEqual([
      ["a", 10],
      ["b", 20],
      ["c", 25],
    ]);
    expect(clock.timers()).toBe(1);
    clock.advanceTo(new Date(Date.UTC(2030, 0, 1) + 99));
    expect(rung).toHaveLength(3);
    clock.advance(1);
    expect(rung.at(-1)).toEqual(["later", 100]);
    clock.advance(1000);
    expect(rung).toHaveLength(4);
  });

  it("does not go back, and knows what is no time", () => {
    const clock = createFakeClock(1000);
    expect(() => clock.advanceTo(999)).toThrow(/1970-01-01T00:00:01.000Z, which is later/);
    expect(() => clock.advance(-1)).toThrow(RangeError);
    expect(() => createFakeClock("soon")).toThrow("This is no time: soon");
    expect(clock.now()).toBe(1000);
  });
});

describe("a fake schedule", () => {
  it("shows by hand what it is told to, all of it, and not what was cancelled", () => {
    const { schedule, flush, pending } = createFakeSchedule("manual");
    const done: string[] = [];
    schedule(() => {
      done.push("a");
      schedule(() => done.push("b"));
    });
    schedule(() => done.push("never"))();
    expect([pending(), done]).toEqual([1, []]);
    expect(flush()).toBe(1);
    expect([pending(), done]).toEqual([1, ["a"]]);
    expect(flush()).toBe(1);
    expect(flush()).toBe(0);
    expect(done).toEqual(["a", "b"]);
  });

  it("shows at once what came together, and goes on after that", async () => {
    const { schedule } = createFakeSchedule();
    const done: string[] = [];
    schedule(() => done.push("a"));
    schedule(() => done.push("b"));
    expect(done).toEqual([]);
    await Promise.resolve();
    expect(done).toEqual(["a", "b"]);
    schedule(() => done.push("c"));
    await Promise.resolve();
    expect(done).toEqual(["a", "b", "c"]);
  });
});

describe("a test client", () => {
  const question = { id: "q", reason: "x", expiresAt: "2030-01-01T00:01:00Z" };

  it("has ids that count, keeps its warnings, and lets a deadline pass by its clock", async () => {
    const heard: string[] = [];
    const client = createTestClient(
      scriptedAgent([pause({ ...question, expiresAt: "soon" }, { ...question, id: "r" })]),
      {
        onWarning: ({ code }) => heard.push(code),
      },
    );
    const thread = client.thread("t1");
    expect(await thread.send("Go")).toMatchObject({ runId: "run-1" });
    expect(thread.get().messages).toMatchObject([{ id: "message-1" }]);
    expect(client.warnings).toMatchObject([{ code: "expiry-unreadable" }]);
    expect(heard).toEqual(["expiry-unreadable"]);
    expect(client.clock.timers()).toBe(1);
    client.clock.advance(59_999);
    expect(thread.approvals.get().counts.expired).toBe(0);
    client.clock.advance(1);
    expect(thread.approvals.get().counts.expired).toBe(1);
    expect(client.now()).toBe(Date.parse(question.expiresAt));
  });

  it("shows a token when its frame is flushed", async () => {
    const agent = scriptedAgent([say("ab", { pieces: 2 })]);
    const client = createTestClient(agent, { frames: "manual" });
    const thread = client.thread("t1");
    agent.hold();
    void thread.run();
    await agent.advance(2);
    expect(thread.get().messages).toEqual([]);
    expect(client.schedule.flush()).toBe(1);
    expect(thread.get().messages).toMatchObject([{ content: "a" }]);
    agent.release();
  });

  it("keeps threads in memory, in tabs that keep each other out", async () => {
    const agent = scriptedAgent([pause(question)], [say("Done.")]);
    const browser = createFakeBrowser();
    const client = createTestClient(agent, { storage: "memory", tab: browser.open() });
    await client.thread("t1").send("Go");
    await expect.poll(() => client.kept.get("holdpoint/thread/t1")).toContain('"id":"q"');
    client.dispose();
    expect(createTestClient(agent).kept.size).toBe(0);
  });

  it("has no network unless it is given one", async () => {
    const transport = async function* () {
      yield* [];
    };
    const client = createTestClient(async function* (_, { fetch }) {
      await fetch("https://example.com/agent");
      yield* transport();
    });
    const end = await client.thread("t1").run();
    expect(end.error?.message).toMatch(/no network, but https:\/\/example.com\/agent was asked for/);
  });
});
