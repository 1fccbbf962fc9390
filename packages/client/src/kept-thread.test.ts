import { createGate, fail, rawRun, scriptedAgent } from "@holdpoint/client/testing";
import { describe, expect, it, vi } from "vitest";
import { keptPages } from "../../../test/support/kept-pages.ts";
import { asks, client, started, succeeds } from "../../../test/support/scripted.ts";
import { definePolicy } from "./approvals/define-policy.ts";
import { defineTool } from "./run/define-tool.ts";
import { readRecord } from "./storage/record.ts";

const A = { id: "a", reason: "x", message: "Deploy?" };
const B = { id: "b", reason: "x" };
const C = { id: "c", reason: "x" };

describe("a thread that is kept", () => {
  it("comes back with what was answered and typed, still to be edited, and is sent whole", async () => {
    const { page, kept } = keptPages();
    const first = scriptedAgent(asks(A, B, C));
    const thread = page(first.transport, { actor: "ann" }).thread("t1", { state: { n: 1 } });
    await thread.send("Go");
    thread.approvals.answer("a", false, { metadata: { signed: "ann" } });
    thread.approvals.answer("b", null);
    thread.approvals.draft("c", { text: "half a th" });
    await vi.waitFor(() => expect(kept().batch.items[2]).toMatchObject({ draft: { text: "half a th" } }));

    const second = scriptedAgent(succeeds);
    const later = page(second.transport).thread("t1", { state: { seed: true } });
    expect(later.get().status).toBe("restoring");
    await later.ready;
    expect(later.get()).toMatchObject({
      status: "interrupted",
      state: { n: 1 },
      messages: [{ role: "user", content: "Go", origin: "app", phase: "complete" }],
      approvals: {
        phase: "open",
        started: true,
        counts: { total: 3, answered: 2, open: 1 },
        items: [
          { id: "a", status: "answered", payload: false, interrupt: A },
          { id: "b", status: "answered", payload: null },
          { id: "c", status: "open", draft: { text: "half a th" } },
        ],
      },
    });
    await expect(later.send("Something else")).rejects.toMatchObject({ code: "uncovered" });
    await expect(later.run()).rejects.toMatchObject({ code: "uncovered" });
    later.approvals.answer("a", true);
    later.approvals.answer("c", "a whole thought");
    expect((await later.approvals.submit()).status).toBe("success");
    expect(second.inputs).toHaveLength(1);
    expect(second.inputs[0]).toMatchObject({
      threadId: "t1",
      state: { n: 1 },
      messages: [{ role: "user", content: "Go" }],
      resume: [
        { interruptId: "a", status: "resolved", payload: true },
        { interruptId: "b", status: "resolved" },
        { interruptId: "c", status: "resolved", payload: "a whole thought" },
      ],
    });
    expect(second.inputs[0]?.messages[0]).not.toHaveProperty("origin");
    expect(later.decisions.get()).toHaveLength(3);
    await vi.waitFor(() => expect(kept().batch).toBeUndefined());
    expect(kept().decisions).toHaveLength(3);
  });

  it("waits with what is sent until it is restored", async () => {
    const { page } = keptPages();
    const first = page(scriptedAgent(asks(A)).transport).thread("t1");
    await first.send("Go");
    first.approvals.answer("a", true);
    await vi.waitFor(async () => {
      const second = scriptedAgent(succeeds);
      const later = page(second.transport).thread("t1");
      expect((await later.approvals.submit()).status).toBe("success");
      expect(second.inputs[0]?.resume).toHaveLength(1);
    });
  });

  it("that was killed while submitting comes back as unknown, with the same entries to repeat", async () => {
    const { page } = keptPages();
    const { opened } = createGate();
    const { transport, inputs } = scriptedAgent(
      asks(A),
      rawRun(async function* (input) {
        yield started(input);
        await opened;
      }),
    );
    const thread = page(transport).thread("t1");
    await thread.send("Go");
    thread.approvals.answer("a", 0);
    thread.approvals.submit();
    await vi.waitFor(() => expect(inputs).toHaveLength(2));

    const second = scriptedAgent(succeeds);
    const later = page(second.transport).thread("t1");
    await later.ready;
    expect(later.approvals.get()).toMatchObject({ phase: "unknown", items: [{ payload: 0 }] });
    expect(() => later.approvals.answer("a", 1)).toThrow(/retry\(\) or dismiss\(\)/);
    await expect(later.send("x")).rejects.toMatchObject({ code: "unconfirmed" });
    expect((await later.approvals.retry()).status).toBe("success");
    expect(second.inputs[0]?.resume).toEqual(inputs[1]?.resume);
    expect(second.inputs[0]?.runId).not.toBe(inputs[1]?.runId);
  });

  it("keeps why the agent refused the answers, on the item that it named", async () => {
    const { page, kept } = keptPages();
    const message = "a is out of range";
    const { transport } = scriptedAgent(asks(A, B), [fail(message)]);
    const thread = page(transport).thread("t1");
    await thread.send("Go");
    thread.approvals.answerAll(() => ({ payload: 1 }));
    await thread.approvals.submit();
    await vi.waitFor(() => expect(kept().batch).toMatchObject({ phase: "failed" }));
    const later = page(scriptedAgent(succeeds).transport).thread("t1");
    await later.ready;
    expect(later.approvals.get()).toMatchObject({
      phase: "failed",
      error: { name: "RunError", message },
      items: [{ errors: [{ keyword: "server", message }] }, { errors: [] }],
    });
    expect((await later.approvals.retry()).status).toBe("success");
  });

  it("keeps what a rule suggests, since rules are not asked again", async () => {
    const { page, kept, texts } = keptPages();
    const rule = definePolicy({
      name: "careful",
      dryRun: true,
      decide: ({ id }) => (id === "a" ? { decline: true } : { payload: { n: 1 } }),
    });
    const thread = page(scriptedAgent(asks(A, B)).transport, { policies: [rule] }).thread("t1");
    await thread.send("Go");
    await vi.waitFor(() => expect(kept().batch).toBeDefined());
    const later = page(scriptedAgent().transport).thread("t1");
    await later.ready;
    expect(later.approvals.get().items.map(({ proposal }) => proposal)).toEqual([
      { policy: "careful", reply: { decline: true } },
      { policy: "careful", reply: { payload: { n: 1 } } },
    ]);
    const key = "holdpoint/thread/t1";
    texts.set(key, (texts.get(key) ?? "").replace('"decline":true', '"decline":"no"'));
    const last = page(scriptedAgent().transport).thread("t1");
    await last.ready;
    expect(last.approvals.get().items.map((item) => "proposal" in item)).toEqual([false, true]);
  });

  it("does not take a send that failed on another page for a refusal by the agent", async () => {
    const { page, kept } = keptPages();
    const thread = page(scriptedAgent(asks(A)).transport).thread("t1");
    await thread.send("Go");
    thread.approvals.answer("a", 1);
    expect((await thread.approvals.submit()).status).toBe("unstarted");
    expect(thread.approvals.get()).toMatchObject({ phase: "open", error: { name: "TransportError" } });
    await vi.waitFor(() => expect(kept().batch).toMatchObject({ phase: "open", items: [{ payload: 1 }] }));
    const later = page(scriptedAgent(succeeds).transport).thread("t1");
    await later.ready;
    expect(later.approvals.get()).toMatchObject({ phase: "open", ready: true, error: null });
  });

  it("keeps what a call was where it changed after it was answered", async () => {
    const { page, kept } = keptPages();
    const { transport } = scriptedAgent(
      rawRun((input) => [
        started(input),
        { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "pay" },
        { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"n":5}' },
        { type: "TOOL_CALL_END", toolCallId: "c1" },
        {
          type: "RUN_FINISHED",
          threadId: input.threadId,
          runId: input.runId,
          outcome: { type: "interrupt", interrupts: [{ ...A, toolCallId: "c1" }] },
        },
      ]),
    );
    const thread = page(transport).thread("t1");
    await thread.send("Go");
    thread.approvals.answer("a", true);
    const changed = JSON.stringify(thread.get().messages).replace('\\"n\\":5', '\\"n\\":500');
    thread.setMessages(JSON.parse(changed));
    const item = {
      status: "open",
      notice: "arguments-changed",
      toolCall: { name: "pay", arguments: '{"n":500}' },
      toolCallBefore: { name: "pay", arguments: '{"n":5}' },
    };
    expect(thread.approvals.get().items).toMatchObject([item]);
    await vi.waitFor(() => expect(kept().batch.items[0]).toMatchObject({ notice: "arguments-changed" }));
    const later = page(scriptedAgent(succeeds).transport).thread("t1");
    await later.ready;
    expect(later.approvals.get().items).toMatchObject([item]);
  });

  it("executes no call again that an earlier page has executed", async () => {
    const { page, kept } = keptPages();
    const execute = vi.fn(() => "sent");
    const mail = defineTool({ name: "mail", description: "", needsApproval: true, execute });
    const calls = scriptedAgent(
      rawRun((input) => [
        started(input),
        { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "mail" },
        { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
        { type: "TOOL_CALL_END", toolCallId: "c1" },
        { type: "RUN_FINISHED", threadId: input.threadId, runId: input.runId },
      ]),
    );
    const thread = page(calls.transport, { tools: [mail] }).thread("t1");
    await thread.send("Go");
    thread.approvals.answer("c1", true);
    expect((await thread.approvals.submit()).status).toBe("unstarted");
    expect(execute).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(kept().messages.at(-1)).toMatchObject({ role: "tool", content: "sent" }));

    const second = scriptedAgent(succeeds);
    const later = page(second.transport, { tools: [mail] }).thread("t1");
    await later.ready;
    expect(later.approvals.get()).toMatchObject({ phase: "open", items: [{ id: "c1", status: "answered" }] });
    expect((await later.approvals.submit()).status).toBe("success");
    expect(execute).toHaveBeenCalledTimes(1);
    expect(second.inputs[0]?.messages.at(-1)).toMatchObject({ role: "tool", content: "sent" });
  });

  it("writes neither for what streams in nor for what shows again, but before and after a run", async () => {
    const { page, texts, kept } = keptPages();
    const set = vi.spyOn(texts, "set");
    const { transport } = scriptedAgent(
      rawRun(async function* (input) {
        yield started(input);
        yield { type: "TEXT_MESSAGE_START", messageId: "m" };
        for (let n = 0; n < 200; n++) {
          yield { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "x" };
          if (n % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
        }
        yield { type: "TEXT_MESSAGE_END", messageId: "m" };
        yield { type: "RUN_FINISHED", threadId: input.threadId, runId: input.runId };
      }),
    );
    const thread = page(transport).thread("t1");
    await thread.send("Go");
    await vi.waitFor(() => expect(kept().messages[1]).toMatchObject({ content: "x".repeat(200) }));
    expect(set.mock.calls.length).toBeLessThanOrEqual(3);
  });
});

describe("two pages of one thread", () => {
  it("send the answers once: the second is told, and shows what became of them", async () => {
    const { page, kept } = keptPages();
    const one = scriptedAgent(asks(A, B), succeeds);
    const two = scriptedAgent(succeeds);
    const first = page(one.transport).thread("t1");
    await first.send("Go");
    await vi.waitFor(() => expect(kept().batch).toBeDefined());
    const second = page(two.transport).thread("t1");
    await second.ready;
    for (const thread of [first, second]) thread.approvals.answerAll(() => ({ payload: true }));
    const ends = await Promise.allSettled([first.approvals.submit(), second.approvals.submit()]);
    expect(one.inputs.length - 1 + two.inputs.length).toBe(1);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [loser, reason] =
      ends[0].status === "rejected"
        ? [first, ends[0].reason]
        : [second, ends[1].status === "rejected" && ends[1].reason];
    expect(reason).toMatchObject({ code: "answered-elsewhere", interruptIds: ["a", "b"] });
    expect(loser.approvals.get()).toMatchObject({ error: { code: "answered-elsewhere" } });
    await expect(loser.approvals.submit()).rejects.toMatchObject({ code: "answered-elsewhere" });
    await expect(loser.approvals.retry()).rejects.toMatchObject({ code: "answered-elsewhere" });
    expect(() => loser.approvals.answer("a", 1)).toThrow();
  });

  it("do not take a thread that one of them has removed for one that it has answered", async () => {
    const { page, kept } = keptPages();
    const one = page(scriptedAgent(asks(A)).transport);
    await one.thread("t1").send("Go");
    await vi.waitFor(() => expect(kept().batch).toBeDefined());
    const { transport } = scriptedAgent(succeeds);
    const second = page(transport).thread("t1");
    await second.ready;
    expect(second.approvals.get().items).toHaveLength(1);
    const errors: unknown[] = [];
    second.approvals.subscribe(() => errors.push(second.approvals.get().error));
    await one.remove("t1");
    expect((await second.send("Hello")).status).toBe("success");
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.every((error) => error === null)).toBe(true);
  });

  it("ask the storage before a plain run, so that no question is passed by", async () => {
    const { page, kept } = keptPages();
    const two = scriptedAgent(succeeds, succeeds);
    const second = page(two.transport).thread("t1");
    await second.ready;
    const first = page(scriptedAgent(asks(A)).transport).thread("t1");
    await first.send("Go");
    await vi.waitFor(() => expect(kept().batch).toBeDefined());
    await expect(second.send("Hello")).rejects.toMatchObject({ code: "uncovered", interruptIds: ["a"] });
    expect(second.approvals.get().items).toHaveLength(1);
    expect((await second.send("Never mind", { pending: "decline" })).status).toBe("success");
    expect(two.inputs).toHaveLength(1);
    expect(two.inputs[0]?.resume).toEqual([{ interruptId: "a", status: "cancelled" }]);
  });
});

describe("a record", () => {
  it("is exported and hydrated, on any client", async () => {
    const thread = client(scriptedAgent(asks(A)).transport).thread("t1");
    await thread.send("Go");
    thread.approvals.answer("a", { n: 1 });
    const record = readRecord(JSON.parse(JSON.stringify(thread.export())));
    const { transport, inputs } = scriptedAgent(succeeds);
    const other = client(transport).thread("t1", { messages: [{ id: "x", role: "user", content: "gone" }] });
    other.hydrate(record);
    expect(other.get()).toMatchObject({ status: "interrupted", messages: [{ content: "Go" }] });
    await other.approvals.submit();
    expect(inputs[0]?.resume).toEqual([{ interruptId: "a", status: "resolved", payload: { n: 1 } }]);
  });

  it("keeps a state that is null", () => {
    const record = readRecord({ version: 1, threadId: "t1", messages: [], state: null });
    expect(record.state).toBeNull();
  });

  it("may come from a server that knows messages and interrupts alone", async () => {
    const record = readRecord({
      version: 1,
      threadId: "t1",
      messages: [{ id: "u1", role: "user", content: "go" }],
      interrupts: [{ ...A, expiresAt: "2099-01-01T00:00:00Z" }],
    });
    const { transport, inputs } = scriptedAgent(succeeds);
    const thread = client(transport).thread("t1");
    thread.hydrate(record);
    expect(thread.approvals.get()).toMatchObject({
      phase: "open",
      nextExpiry: Date.parse("2099-01-01T00:00:00Z"),
      items: [{ id: "a", status: "open", interrupt: { message: "Deploy?" } }],
    });
    thread.approvals.answer("a", true);
    await thread.approvals.submit();
    expect(inputs[0]).toMatchObject({ state: {}, resume: [{ interruptId: "a", payload: true }] });
  });

  it.each([
    ["no record", 7, /version none/],
    [
      "a version of the future",
      { version: 2, threadId: "t1", messages: [] },
      /version 2, and this client reads 1/,
    ],
    ["no messages", { version: 1, threadId: "t1" }, /at messages/],
    [
      "a broken message",
      { version: 1, threadId: "t1", messages: [{ id: 7, role: "user" }] },
      /at messages\[0\]/,
    ],
    [
      "an item without an id",
      {
        version: 1,
        threadId: "t1",
        messages: [],
        batch: { batch: "b", runId: "r", phase: "open", started: false, items: [{ kind: "interrupt" }] },
      },
      /at batch\.items\[0\]/,
    ],
    [
      "a phase that is none",
      {
        version: 1,
        threadId: "t1",
        messages: [],
        batch: { batch: "b", runId: "r", phase: "x", started: false, items: [] },
      },
      /at batch/,
    ],
  ])("that is %s is refused, with the place", (_, value, message) => {
    expect(() => readRecord(value)).toThrow(message);
    expect(() => readRecord(value)).toThrow(expect.objectContaining({ name: "StorageError" }));
  });
});

describe("the inbox", () => {
  it("lists every thread that waits, open here or only kept", async () => {
    const { page, kept } = keptPages();
    const soon = { ...A, expiresAt: "2090-01-01T00:00:00Z" };
    const elsewhere = page(scriptedAgent(asks(soon)).transport).thread("kept");
    await elsewhere.send("Go");
    await vi.waitFor(() => expect(kept("kept").batch).toBeDefined());

    const { transport } = scriptedAgent(asks(B, C), succeeds);
    const here = page(transport);
    const changes = vi.fn();
    here.inbox.subscribe(changes);
    const thread = here.thread("open");
    await thread.send("Go");
    await vi.waitFor(() =>
      expect(here.inbox.get().map(({ threadId }) => threadId)).toEqual(["kept", "open"]),
    );
    const entry = (id: string) => here.inbox.get().find(({ threadId }) => threadId === id);
    expect(entry("kept")?.approvals).toMatchObject({
      counts: { open: 1 },
      nextExpiry: Date.parse(soon.expiresAt),
      items: [{ interrupt: { message: "Deploy?" } }],
    });
    expect(here.inbox.get()).toBe(here.inbox.get());
    thread.approvals.answerAll(() => ({ payload: 1 }));
    await vi.waitFor(() => expect(entry("open")?.approvals.counts).toMatchObject({ answered: 2, open: 0 }));
    await thread.approvals.submit();
    await vi.waitFor(() => expect(here.inbox.get().map(({ threadId }) => threadId)).toEqual(["kept"]));
    expect(changes).toHaveBeenCalled();
    expect(here.thread("kept").get().approvals.batch).toBeNull();
    await here.thread("kept").ready;
    expect(entry("kept")?.approvals.items).toHaveLength(1);
  });

  it("holds deadlines against the agents' clock, of kept threads too", async () => {
    const { page, kept } = keptPages();
    const clock = () => Date.parse("2030-01-01T12:00:00Z");
    const soon = { ...A, expiresAt: "2030-01-01T12:05:00Z" };
    const environment = { locks: null, channel: null, clock };
    await page(scriptedAgent(asks(soon)).transport, { environment })
      .thread("kept")
      .send("Go");
    await vi.waitFor(() => expect(kept("kept").batch).toBeDefined());
    const ahead = page(scriptedAgent().transport, { environment, clockSkew: 600_000 });
    await vi.waitFor(() =>
      expect(ahead.inbox.get()).toMatchObject([{ threadId: "kept", approvals: { counts: { expired: 1 } } }]),
    );
    expect(ahead.now()).toBe(clock() + 600_000);
  });

  it("lists what is in memory where nothing is kept", async () => {
    const agent = client(scriptedAgent(asks(A)).transport);
    expect(agent.inbox.get()).toEqual([]);
    await agent.thread("t1").send("Go");
    expect(agent.inbox.get()).toMatchObject([{ threadId: "t1", approvals: { counts: { open: 1 } } }]);
    await agent.remove("t1");
    expect(agent.inbox.get()).toEqual([]);
  });
});

describe("forgetting", () => {
  it("leaves nothing of a thread, or of all, and nothing comes back", async () => {
    const { page, texts, kept } = keptPages();
    let frames: (() => void)[] = [];
    const schedule = (task: () => void) => {
      frames.push(task);
      return () => {
        frames = frames.filter((each) => each !== task);
      };
    };
    const environment = { locks: null, channel: null, schedule };
    const agent = page(scriptedAgent(asks(A), asks(B)).transport, { environment });
    const one = agent.thread("one");
    const two = agent.thread("two");
    await one.send("Go");
    await two.send("Go");
    await vi.waitFor(() => expect(kept("one").batch && kept("two").batch).toBeDefined());
    one.approvals.answer("a", 1);
    await agent.remove("one");
    expect([...texts.keys()]).toEqual(["holdpoint/thread/two"]);
    expect(agent.thread("one")).not.toBe(one);
    two.approvals.draft("b", "typed");
    await agent.clear();
    expect([...texts.keys()]).toEqual([]);
    for (const frame of frames) frame();
    await agent.clear();
    expect([...texts.keys()]).toEqual([]);
  });

  it("is over before a new handle of the thread reads anything", async () => {
    const { page, kept } = keptPages();
    const agent = page(scriptedAgent(asks(A)).transport);
    await agent.thread("t1").send("Go");
    await vi.waitFor(() => expect(kept().batch).toBeDefined());
    const removed = agent.remove("t1");
    const again = agent.thread("t1");
    await again.ready;
    expect(again.get()).toMatchObject({ status: "idle", messages: [] });
    await removed;
    expect(kept()).toBeUndefined();
  });

  it("keeps what is kept when the client is disposed, the last keystroke too", async () => {
    const { page, kept } = keptPages();
    const agent = page(scriptedAgent(asks(A)).transport);
    const thread = agent.thread("t1");
    await thread.send("Go");
    thread.approvals.draft("a", "the last wor");
    agent.dispose();
    await vi.waitFor(() => expect(kept().batch.items[0]).toMatchObject({ draft: "the last wor" }));
  });
});
