import { pause, say, scriptedAgent } from "@holdpoint/client/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { keptPages } from "../../../test/support/kept-pages.ts";
import { asks, client, succeeds } from "../../../test/support/scripted.ts";
import { definePolicy } from "./approvals/define-policy.ts";
import type { StorageAdapter } from "./storage/adapter.ts";
import type { StorageOptions } from "./storage/create-storage.ts";
import { memoryAdapter } from "./storage/memory.ts";
import { readRecord, type ThreadRecord } from "./storage/record.ts";

const A = { id: "a", reason: "x" };
const B = { id: "b", reason: "x" };
const KEY = "holdpoint/thread/t1";

afterEach(() => {
  vi.useRealTimers();
});

/** A place that fails, or hangs, as long as it is told to. */
function place(storage: StorageOptions = {}) {
  const texts = new Map<string, string>();
  const memory = memoryAdapter(texts);
  const trouble: { read?: () => Promise<never>; update?: (key: string) => Promise<never> | undefined } = {};
  const adapter: StorageAdapter = {
    ...memory,
    read: (key) => trouble.read?.() ?? memory.read(key),
    async update(key, change) {
      const failure = trouble.update?.(key);
      // As a place that is full does: what was to be written has been made by then.
      if (failure) change(texts.get(key));
      await (failure ?? memory.update(key, change));
    },
  };
  return { trouble, ...keptPages({ texts, adapter, storage }) };
}

const fails = () => Promise.reject(new Error("QuotaExceededError"));
/** Lets what is queued for the storage be done. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("a storage that does not write", () => {
  it("from the first time on leaves the thread as it is, with a warning", async () => {
    const { page, trouble } = place();
    trouble.update = fails;
    const { transport, inputs } = scriptedAgent(asks(A), succeeds);
    const made = page(transport);
    const thread = made.thread("t1");
    await thread.send("Go");
    await vi.waitFor(() => expect(made.warnings.map(({ code }) => code)).toContain("storage-failed"));
    await settled();
    expect(thread.get()).toMatchObject({ status: "interrupted", messages: [{ content: "Go" }] });
    const before = made.warnings.length;
    thread.approvals.answer("a", 1);
    await vi.waitFor(() => expect(made.warnings.length).toBeGreaterThan(before));
    await settled();
    expect((await thread.approvals.submit()).status).toBe("success");
    expect(inputs[1]?.resume).toEqual([{ interruptId: "a", status: "resolved", payload: 1 }]);
    expect(thread.decisions.get()).toHaveLength(1);
  });

  it("at the end of a run, keeps the question and its answer", async () => {
    const { page, trouble, kept } = place();
    const { transport } = scriptedAgent(() => {
      trouble.update = fails;
      return [pause(A, B)];
    }, succeeds);
    const made = page(transport);
    const thread = made.thread("t1");
    await thread.send("Go");
    await vi.waitFor(() => expect(made.warnings).not.toEqual([]));
    thread.approvals.answer("a", 1);
    await settled();
    delete trouble.update;
    thread.approvals.draft("b", "typed");
    await vi.waitFor(() =>
      expect(kept().batch.items).toMatchObject([{ status: "answered", payload: 1 }, { draft: "typed" }]),
    );
    expect(thread.approvals.get().items).toMatchObject([{ payload: 1 }, { draft: "typed" }]);
  });

  it("once, has it written by the next that comes, such as the end of the handle", async () => {
    const { page, trouble, kept } = place();
    const made = page(scriptedAgent(asks(A)).transport);
    const thread = made.thread("t1");
    await thread.send("Go");
    await vi.waitFor(() => expect(kept().batch.items).toHaveLength(1));
    trouble.update = fails;
    thread.approvals.answer("a", 1);
    await vi.waitFor(() => expect(made.warnings).not.toEqual([]));
    delete trouble.update;
    thread.dispose();
    await vi.waitFor(() => expect(kept().batch.items[0].status).toBe("answered"));
  });

  it("what has been accepted, leaves it accepted", async () => {
    const { page, trouble } = place();
    const { transport } = scriptedAgent(asks(A), () => {
      trouble.update = fails;
      return [say("Done.")];
    });
    const made = page(transport);
    const thread = made.thread("t1");
    await thread.send("Go");
    thread.approvals.answer("a", 1);
    await thread.approvals.submit();
    await vi.waitFor(() => expect(made.warnings).not.toEqual([]));
    delete trouble.update;
    thread.setState({ n: 1 });
    await settled();
    await settled();
    expect(thread.approvals.get().phase).toBe("accepted");
    expect(thread.decisions.get()).toHaveLength(1);
  });

  it("but has written what it said it had not, is believed neither to be another tab", async () => {
    const { page, adapter, trouble, kept } = place();
    const made = page(scriptedAgent(asks(A)).transport);
    const thread = made.thread("t1");
    await thread.send("Go");
    await vi.waitFor(() => expect(kept().batch.items).toHaveLength(1));
    const { update } = adapter;
    let isLying = true;
    vi.spyOn(adapter, "update").mockImplementation(async (key, change) => {
      await update(key, change);
      if (isLying) throw new Error("Too late.");
    });
    thread.approvals.answer("a", 1);
    await vi.waitFor(() => expect(kept().batch.items[0].status).toBe("answered"));
    isLying = false;
    thread.approvals.clear("a");
    await vi.waitFor(() => expect(kept().batch.items[0].status).toBe("open"));
    expect(thread.approvals.get().items[0]?.status).toBe("open");
    expect(trouble).toEqual({});
  });
});

it("a storage that hangs is given up on, with a warning, and does not write later", async () => {
  vi.useFakeTimers();
  const { page, trouble, kept } = place();
  const { transport, inputs } = scriptedAgent(asks(A), succeeds);
  const made = page(transport);
  const thread = made.thread("t1");
  trouble.read = () => new Promise(() => {});
  trouble.update = () => new Promise(() => {});
  const ended = thread.send("Go");
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await ended).status).toBe("interrupted");
  expect(inputs).toHaveLength(1);
  expect(made.warnings.map(({ message }) => message).join()).toContain("has not answered for 10 seconds");
  expect(kept()).toBeUndefined();
});

describe("a storage that does not read", () => {
  it("at first leaves a thread that can be used, and shows it when it does", async () => {
    const { page, trouble, kept } = place();
    const first = page(scriptedAgent(asks(A)).transport).thread("t1");
    await first.send("Go");
    await vi.waitFor(() => expect(kept().batch.items).toHaveLength(1));
    first.dispose();
    trouble.read = fails;
    const { transport, inputs } = scriptedAgent(succeeds);
    const thread = page(transport).thread("t1");
    await thread.ready;
    expect(thread.get().status).toBe("idle");
    // Nothing is sent past the question that is there, or written over it.
    await expect(thread.send("Next")).rejects.toMatchObject({ name: "ApprovalError" });
    expect(inputs).toEqual([]);
    expect(thread.approvals.get().items).toMatchObject([{ id: "a" }]);
    expect(kept().batch.items).toMatchObject([{ id: "a" }]);
  });

  it("an unreadable record aside leaves it where it is", async () => {
    const { page, trouble, texts } = place();
    const text = '{"revision":"3.x","after":"","record":{"version":2}}';
    texts.set(KEY, text);
    trouble.update = (key) => (key.includes("broken") ? fails() : undefined);
    const thread = page(scriptedAgent(succeeds).transport).thread("t1");
    await thread.ready;
    await expect(thread.send("Next")).rejects.toMatchObject({ name: "ApprovalError" });
    expect(texts.get(KEY)).toBe(text);
  });
});

describe("what is kept", () => {
  it("is read with a clock whose skew is not whole", async () => {
    const { page, kept } = place();
    const thread = page(scriptedAgent(asks(A), asks(B)).transport, { clockSkew: 12.5 }).thread("t1");
    await thread.send("Go");
    thread.approvals.answer("a", 1);
    await thread.approvals.submit();
    thread.approvals.answer("b", "typed by a person");
    await vi.waitFor(() => expect(kept().batch.items[0].payload).toBe("typed by a person"));
    const later = page(scriptedAgent(succeeds).transport);
    await later.thread("t1").ready;
    expect(later.warnings).toEqual([]);
    expect(later.thread("t1").get()).toMatchObject({
      decisions: [{ interruptId: "a" }],
      approvals: { items: [{ payload: "typed by a person" }] },
    });
  });

  it("without the payload of an answer is to be answered again", async () => {
    const redact = (record: ThreadRecord): ThreadRecord => ({
      ...record,
      ...(record.batch && {
        batch: { ...record.batch, items: record.batch.items.map(({ payload: _, ...item }) => item) },
      }),
    });
    const { page, kept } = place({ redact });
    const thread = page(scriptedAgent(asks(A)).transport).thread("t1");
    await thread.send("Go");
    thread.approvals.answer("a", { pin: "1234" });
    await vi.waitFor(() => expect(kept().batch.items[0].status).toBe("answered"));
    const later = page(scriptedAgent(succeeds).transport).thread("t1");
    await later.ready;
    expect(later.approvals.get()).toMatchObject({ ready: false, items: [{ status: "open" }] });
  });

  it("without what was sent is still there to be sent, whatever became of it", () => {
    const item = { id: "a", kind: "interrupt", interrupt: A, status: "answered", payload: 1 };
    const read = readRecord({
      version: 1,
      threadId: "t1",
      messages: [],
      batch: { batch: "b", runId: "r", phase: "unknown", started: true, items: [item] },
    });
    expect(read.batch).toMatchObject({ phase: "open", sent: null, items: [{ payload: 1 }] });
  });

  it("of a dry run is what the rule answered, as judged", async () => {
    const policy = definePolicy({ name: "p", dryRun: true, decide: () => ({ payload: 10n }) });
    const { page, kept } = place();
    const made = page(scriptedAgent(asks(A)).transport, { policies: [policy] });
    await made.thread("t1").send("Go");
    expect(made.warnings).toMatchObject([{ code: "policy-failed" }]);
    made.thread("t1").approvals.draft("a", "typed");
    await vi.waitFor(() => expect(kept().batch.items[0].draft).toBe("typed"));
  });
});

describe("a message of the app's own that is none", () => {
  const outOfPlace: unknown[] = [
    { id: "m1", role: "assistant", content: null, name: "as others have it" },
    { id: "m2", role: "user", content: null },
    { id: "m3", role: "user" },
    { id: "m4", role: "nobody", content: "x" },
  ];

  it("does not cost the answers beside it", async () => {
    const { page, kept } = place();
    const thread = page(scriptedAgent(asks(A)).transport).thread("t1");
    await thread.send("Go");
    // What the compiler would have refused.
    thread.setMessages(JSON.parse(JSON.stringify([...outOfPlace, ...thread.get().messages])));
    thread.approvals.answer("a", 1);
    await vi.waitFor(() => expect(kept().batch.items[0].payload).toBe(1));
    const { transport, inputs } = scriptedAgent(succeeds);
    const later = page(transport);
    const restored = later.thread("t1");
    await restored.ready;
    expect(restored.get()).toMatchObject({
      messages: [{ id: "m1" }, { content: "Go" }],
      approvals: { items: [{ status: "answered", payload: 1 }] },
    });
    expect(restored.get().messages[0]).not.toHaveProperty("content");
    const codes = later.warnings.map(({ code }) => code);
    expect(codes.filter((code) => code === "message-unreadable")).toHaveLength(3);
    expect((await restored.approvals.submit()).status).toBe("success");
    expect(inputs[0]?.resume).toMatchObject([{ payload: 1 }]);
  });

  it("is refused where it comes from outside", () => {
    for (const message of outOfPlace)
      expect(() => readRecord({ version: 1, threadId: "t1", messages: [message] })).toThrow("messages[0]");
  });
});

describe("a record that the app brings", () => {
  const server = readRecord({
    version: 1,
    threadId: "t1",
    messages: [{ id: "m", role: "user", content: "Theirs" }],
    interrupts: [{ id: "srv", reason: "x" }],
    runId: "r",
  });

  it.each([
    ["over one that is kept", true],
    ["where none is", false],
  ])("before the thread is restored stays, %s", async (_name, isKept) => {
    const { page, kept } = place();
    if (isKept) {
      await page(scriptedAgent(asks(A)).transport)
        .thread("t1")
        .send("Mine");
      await vi.waitFor(() => expect(kept().batch.items).toMatchObject([{ id: "a" }]));
    }
    const thread = page(scriptedAgent(succeeds).transport).thread("t1");
    thread.hydrate(server);
    thread.approvals.answer("srv", "x");
    await thread.ready;
    expect(thread.approvals.get().items).toMatchObject([{ id: "srv", payload: "x" }]);
    await vi.waitFor(() => expect(kept().batch.items).toMatchObject([{ id: "srv", payload: "x" }]));
  });

  it("with a submit that was out is one with an unknown end", async () => {
    const item = { id: "a", kind: "interrupt", interrupt: A, status: "answered", payload: 1 };
    const sent = [{ interruptId: "a", status: "resolved", payload: 1 }];
    const batch = { batch: "b", runId: "r", phase: "submitting", started: true, items: [item], sent };
    const { transport, inputs } = scriptedAgent(succeeds);
    const thread = client(transport).thread("t1");
    thread.hydrate(readRecord({ version: 1, threadId: "t1", messages: [], batch }));
    expect(thread.approvals.get().phase).toBe("unknown");
    await thread.approvals.retry();
    expect(inputs[0]?.resume).toEqual(sent);
  });
});

describe("clear()", () => {
  it("leaves nothing to a handle that is opened at once", async () => {
    const { page, texts } = place();
    const made = page(scriptedAgent(asks(A), succeeds).transport);
    await made.thread("t1").send("Go");
    await vi.waitFor(() => expect(texts.size).toBe(1));
    // Also of a thread that no handle of this page is open for.
    await page(scriptedAgent(asks(A)).transport)
      .thread("t2")
      .send("Go");
    await vi.waitFor(() => expect(texts.size).toBe(2));
    const cleared = made.clear();
    const [one, two] = [made.thread("t1"), made.thread("t2")];
    await Promise.all([cleared, one.ready, two.ready]);
    expect([one.get().messages, two.get().messages]).toEqual([[], []]);
    expect(texts.size).toBe(0);
  });

  it("leaves what others keep under a key that begins the same", async () => {
    const { page, texts } = place();
    texts.set("holdpoint/ann/thread/t1", "hers");
    texts.set("holdpoint/settings", "the app's");
    texts.set("holdpoint/broken/t0", "ours");
    const made = page(scriptedAgent(asks(A)).transport);
    await made.thread("t1").send("Go");
    await made.clear();
    expect([...texts.keys()]).toEqual(["holdpoint/ann/thread/t1", "holdpoint/settings"]);
  });
});

it("what is said about an answer is copied, as the answer is", async () => {
  const { transport, inputs } = scriptedAgent(asks(A), succeeds);
  const thread = client(transport).thread("t1");
  await thread.send("Go");
  const metadata = { signed: "ann" };
  thread.approvals.answer("a", 1, { metadata });
  metadata.signed = "bob";
  await thread.approvals.submit();
  expect(inputs[1]?.resume).toMatchObject([{ metadata: { signed: "ann" } }]);
});
