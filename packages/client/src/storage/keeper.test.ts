import { createFakeBrowser } from "@holdpoint/client/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { StoredBatch } from "../approvals/batch.ts";
import type { ApprovalItem } from "../approvals/types.ts";
import { createEnvironment, type Environment } from "../lib/environment.ts";
import type { Warning } from "../lib/warning.ts";
import type { StorageAdapter } from "./adapter.ts";
import { createStorage, type StorageOptions } from "./create-storage.ts";
import { memoryAdapter } from "./memory.ts";
import type { ThreadRecord } from "./record.ts";
import type { Keeper, KeptThread, StorageConnection } from "./types.ts";

const KEY = "holdpoint/thread/t1";

const item = (id: string, status: ApprovalItem["status"] = "open"): ApprovalItem => ({
  id,
  batch: "b1",
  kind: "interrupt",
  interrupt: { id, reason: "confirmation" },
  toolCall: null,
  status,
  expired: false,
  expiresAt: null,
  errors: [],
  notice: null,
});

const batch = (over: Partial<StoredBatch> = {}): StoredBatch => ({
  batch: "b1",
  runId: "r1",
  phase: "open",
  started: false,
  sent: over.phase === "submitting" ? [{ interruptId: "i1", status: "cancelled" }] : null,
  error: null,
  items: [item("i1"), item("i2")],
  ...over,
});

const record = (over: Partial<ThreadRecord> = {}): ThreadRecord => ({
  version: 1,
  threadId: "t1",
  messages: [],
  state: {},
  decisions: [],
  usage: [],
  ...over,
});

interface Tab {
  readonly keeper: Keeper;
  readonly connection: StorageConnection;
  readonly thread: KeptThread & { value: ThreadRecord; restored: [ThreadRecord, string | undefined][] };
  readonly warnings: Warning[];
  /** What a person does: changes the thread, which is then published. */
  edit(change: Partial<ThreadRecord>): void;
}

const opened: StorageConnection[] = [];
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
});

/** Channels of one process, delivered at once. */
function channels(): Environment["channel"] {
  const all = new Set<BroadcastChannel>();
  return () => {
    const channel = new BroadcastChannelDouble(all);
    all.add(channel);
    return channel;
  };
}

class BroadcastChannelDouble extends EventTarget implements BroadcastChannel {
  readonly name = "double";
  onmessage: BroadcastChannel["onmessage"] = null;
  onmessageerror: BroadcastChannel["onmessageerror"] = null;
  readonly all: Set<BroadcastChannel>;
  constructor(all: Set<BroadcastChannel>) {
    super();
    this.all = all;
  }
  close(): void {
    this.all.delete(this);
  }
  postMessage(data: unknown): void {
    for (const other of this.all) {
      if (other !== this) other.onmessage?.call(other, new MessageEvent("message", { data }));
    }
  }
}

async function open(
  adapter: StorageAdapter,
  options: StorageOptions = {},
  replaced: Partial<Environment> = {},
): Promise<Tab> {
  const warnings: Warning[] = [];
  const environment = createEnvironment({
    schedule: (task) => {
      const timer = setTimeout(task);
      return () => clearTimeout(timer);
    },
    locks: null,
    channel: null,
    ...replaced,
  });
  const connection = createStorage(adapter, options).connect({
    environment,
    warn: (warning) => warnings.push(warning),
  });
  opened.push(connection);
  const thread: Tab["thread"] = {
    threadId: "t1",
    value: record(),
    restored: [],
    record: () => thread.value,
    restore(next, taken) {
      thread.value = next;
      thread.restored.push([next, taken?.code]);
    },
    publish() {},
  };
  const keeper = connection.keep(thread);
  await keeper.ready;
  return {
    keeper,
    connection,
    thread,
    warnings,
    edit(change) {
      thread.value = { ...thread.value, ...change };
      keeper.changed(false);
    },
  };
}

const stored = (texts: Map<string, string>): ThreadRecord | undefined => {
  const text = texts.get(KEY);
  return text === undefined ? undefined : JSON.parse(text).record;
};

describe("a thread that is kept", () => {
  it("is written once for all that changed in a frame, and read back whole", async () => {
    const texts = new Map<string, string>();
    const adapter = memoryAdapter(texts);
    const update = vi.spyOn(adapter, "update");
    const tab = await open(adapter);
    expect(texts.size).toBe(0);
    tab.edit({ state: { n: 1 } });
    tab.edit({ batch: batch({ items: [{ ...item("i1", "answered"), payload: false, draft: { a: "1" } }] }) });
    await vi.waitFor(() => expect(stored(texts)).toEqual(tab.thread.value));
    expect(update).toHaveBeenCalledTimes(1);

    const later = await open(adapter);
    expect(later.thread.restored).toEqual([[tab.thread.value, undefined]]);
    expect(later.warnings).toEqual([]);
    later.keeper.changed(false);
    await later.keeper.flush();
    expect(update).toHaveBeenCalledTimes(1);
  });

  it("is not written before it says anything", async () => {
    const texts = new Map<string, string>();
    const tab = await open(memoryAdapter(texts));
    tab.keeper.changed(false);
    await tab.keeper.flush();
    expect(texts.size).toBe(0);
  });

  it("restores a submit that nobody is waiting for as unknown", async () => {
    const texts = new Map<string, string>();
    const tab = await open(memoryAdapter(texts));
    tab.edit({ batch: batch({ phase: "submitting" }) });
    await tab.keeper.flush();
    const later = await open(memoryAdapter(texts));
    expect(later.thread.value.batch).toMatchObject({ phase: "unknown", sent: [{ interruptId: "i1" }] });
  });

  it("does not keep what fails because the page goes, unless the page comes back", async () => {
    const texts = new Map<string, string>();
    const tab = await open(memoryAdapter(texts));
    // The browser ends a request that is out before the page is gone, and before or after it says so.
    for (const isFirst of [true, false]) {
      tab.edit({ batch: batch({ phase: "submitting" }) });
      await tab.keeper.claim(() => false);
      tab.keeper.changed(true);
      if (isFirst) tab.edit({ batch: batch({ phase: "open" }) });
      tab.keeper.flush(true);
      if (!isFirst) tab.edit({ batch: batch({ phase: "open" }) });
      await tab.keeper.flush();
      expect(stored(texts)?.batch).toMatchObject({ phase: "submitting" });
      await tab.keeper.sync();
      tab.keeper.changed(false);
      await vi.waitFor(() => expect(stored(texts)?.batch).toMatchObject({ phase: "open" }));
    }
  });

  it.each([
    ["no JSON", "{"],
    ["another version", JSON.stringify({ revision: "1.a", record: { version: 9 } })],
    [
      "a broken item",
      JSON.stringify({ revision: "1.a", record: { ...record(), batch: { ...batch(), batch: 7 } } }),
    ],
    ["another thread", JSON.stringify({ revision: "1.a", record: record({ threadId: "t2" }) })],
    ["something foreign", JSON.stringify([1, 2])],
  ])("puts %s aside, with an error, and starts anew", async (_, text) => {
    const texts = new Map([[KEY, text]]);
    const tab = await open(memoryAdapter(texts));
    expect(tab.thread.restored).toEqual([[record(), undefined]]);
    expect(tab.warnings).toMatchObject([{ code: "record-unreadable", error: { name: "StorageError" } }]);
    expect(tab.warnings[0]?.message).toContain("holdpoint/broken/t1");
    expect(texts.get("holdpoint/broken/t1")).toBe(text);
    tab.edit({ state: { n: 1 } });
    await tab.keeper.flush();
    expect(stored(texts)).toMatchObject({ state: { n: 1 } });
  });

  it("goes on where the storage fails, and says so", async () => {
    const adapter = memoryAdapter();
    const tab = await open({ ...adapter, update: async () => Promise.reject(new Error("QuotaExceeded")) });
    tab.edit({ batch: batch() });
    await tab.keeper.flush();
    tab.keeper.changed(true);
    await tab.keeper.claim(() => false);
    expect(tab.warnings.map(({ code }) => code)).toContain("storage-failed");
    expect(tab.warnings[0]?.message).toContain("QuotaExceeded");
  });

  it("leaves out what the app does not want kept, and what is too long", async () => {
    const texts = new Map<string, string>();
    const tab = await open(memoryAdapter(texts), {
      maxLength: 1200,
      redact: (kept) => ({ ...kept, state: { secret: "***" } }),
    });
    const message = (id: string) =>
      ({ id, role: "user", content: "x".repeat(300), phase: "complete", origin: "app" }) as const;
    tab.edit({ state: { secret: "42" }, messages: ["m1", "m2", "m3"].map(message), batch: batch() });
    await tab.keeper.flush();
    expect(stored(texts)?.state).toEqual({ secret: "***" });
    expect(stored(texts)?.messages.map(({ id }) => id)).toEqual(["m3"]);
    expect(stored(texts)?.batch?.items).toHaveLength(2);
    expect(tab.warnings).toMatchObject([{ code: "record-trimmed" }]);
  });
});

describe("two tabs", () => {
  it("show each other's drafts and answers, those of one item by who edited it", async () => {
    const adapter = memoryAdapter();
    const channel = channels();
    const one = await open(adapter, {}, { channel });
    one.edit({ batch: batch() });
    await one.keeper.flush();
    const two = await open(adapter, {}, { channel });
    // Both edit before either hears of the other.
    one.thread.value = record({ batch: batch({ items: [{ ...item("i1"), draft: "one" }, item("i2")] }) });
    two.thread.value = record({ batch: batch({ items: [item("i1"), { ...item("i2"), draft: "two" }] }) });
    one.keeper.changed(false);
    two.keeper.changed(false);
    const both = [
      { id: "i1", draft: "one" },
      { id: "i2", draft: "two" },
    ];
    await vi.waitFor(() => {
      expect(two.thread.value.batch?.items).toMatchObject(both);
      expect(one.thread.value.batch?.items).toMatchObject(both);
    });
  });

  it("edit the same item in turns, also after a submit that was stopped", async () => {
    const adapter = memoryAdapter();
    const one = await open(adapter);
    one.edit({ batch: batch() });
    await one.keeper.flush();
    one.edit({ batch: batch({ items: [item("i1", "answered"), item("i2")] }) });
    one.keeper.changed(true);
    await one.keeper.claim(() => false);
    one.keeper.changed(false);
    await one.keeper.flush();
    const two = await open(adapter);
    two.edit({ batch: batch({ items: [item("i1", "declined"), item("i2")] }) });
    await two.keeper.flush();
    await one.keeper.sync();
    expect(one.thread.value.batch?.items[0]?.status).toBe("declined");
  });

  it("keep what was edited here while something else was being written", async () => {
    const adapter = memoryAdapter();
    let slow: Promise<void> | undefined;
    const update: StorageAdapter["update"] = async (key, change) => {
      await adapter.update(key, change);
      await slow;
    };
    const one = await open({ ...adapter, update });
    one.edit({ batch: batch() });
    await one.keeper.flush();
    const two = await open(adapter);
    let write = () => {};
    slow = new Promise((resolve) => {
      write = resolve;
    });
    one.edit({ state: { n: 1 } });
    const writing = one.keeper.flush();
    await vi.waitFor(async () => expect(await adapter.read(KEY)).toContain('"n":1'));
    one.edit({ batch: batch({ items: [item("i1", "answered"), item("i2")] }) });
    write();
    await writing;
    await two.keeper.sync();
    two.edit({ batch: batch({ items: [item("i1"), { ...item("i2"), draft: "two" }] }) });
    await two.keeper.flush();
    await one.keeper.sync();
    expect(one.thread.value.batch?.items).toMatchObject([{ status: "answered" }, { draft: "two" }]);
  });

  it("keep what both wrote at the same moment, over a storage where the last one wins", async () => {
    const texts = new Map<string, string>();
    const adapter = { ...memoryAdapter(texts), settleTime: 1000 };
    const asked = await open(adapter);
    asked.edit({ batch: batch() });
    await asked.keeper.flush();
    const one = await open(adapter);
    const two = await open(adapter);
    const before = texts.get(KEY) ?? "";
    one.edit({ batch: batch({ items: [{ ...item("i1"), draft: "one" }, item("i2")] }) });
    await one.keeper.flush();
    // The second tab does not see that yet.
    texts.set(KEY, before);
    two.edit({ batch: batch({ items: [item("i1"), { ...item("i2"), draft: "two" }] }) });
    await two.keeper.flush();
    const both = [{ draft: "one" }, { draft: "two" }];
    await one.keeper.sync();
    expect(one.thread.value.batch?.items).toMatchObject(both);
    await two.keeper.sync();
    expect(two.thread.value.batch?.items).toMatchObject(both);
    expect(stored(texts)?.batch?.items).toMatchObject(both);
    // They agree: nobody writes any more.
    const agreed = texts.get(KEY);
    for (const tab of [one, two]) await tab.keeper.sync();
    expect(texts.get(KEY)).toBe(agreed);
  });

  it("never brings back a batch that another one has closed", async () => {
    const texts = new Map<string, string>();
    const adapter = memoryAdapter(texts);
    const one = await open(adapter);
    one.edit({ batch: batch() });
    await one.keeper.flush();
    const two = await open(adapter);
    const { batch: _, ...closed } = one.thread.value;
    one.thread.value = closed;
    one.keeper.changed(false);
    await one.keeper.flush();
    two.edit({ batch: batch({ items: [{ ...item("i1"), draft: "late" }, item("i2")] }) });
    await two.keeper.flush();
    expect(two.thread.value.batch).toBeUndefined();
    expect(two.thread.restored.at(-1)?.[1]).toBe("answered-elsewhere");
    expect(stored(texts)?.batch).toBeUndefined();
  });

  it("say that another one has answered until the next run or questions", async () => {
    const adapter = memoryAdapter();
    const one = await open(adapter);
    one.edit({ batch: batch() });
    await one.keeper.flush();
    const two = await open(adapter);
    const { batch: _, ...closed } = one.thread.value;
    one.thread.value = closed;
    one.keeper.changed(false);
    await one.keeper.flush();
    await two.keeper.sync();
    one.edit({ state: { n: 2 } });
    await one.keeper.flush();
    await two.keeper.sync();
    one.edit({ batch: batch({ batch: "b2" }) });
    await one.keeper.flush();
    await two.keeper.sync();
    expect(two.thread.restored.map(([, code]) => code)).toEqual([
      undefined,
      "answered-elsewhere",
      "answered-elsewhere",
      undefined,
    ]);
  });

  it.each([
    ["an atomic storage", undefined],
    ["one whose tabs see writes later", 5],
  ])("send one batch once, over %s", async (_, settleTime) => {
    const shared = { ...memoryAdapter(), ...(settleTime !== undefined && { settleTime }) };
    const one = await open(shared);
    one.edit({ batch: batch() });
    await one.keeper.flush();
    const two = await open(shared);
    for (const tab of [one, two]) {
      tab.edit({ batch: batch({ phase: "submitting", started: true }) });
      tab.keeper.changed(true);
    }
    const claims = await Promise.allSettled([one.keeper.claim(() => false), two.keeper.claim(() => false)]);
    expect(claims.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = claims.find((claim) => claim.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "answered-elsewhere", interruptIds: ["i1", "i2"] });
  });

  it("keep what a run has left over what another one wrote without having seen it", async () => {
    const adapter = memoryAdapter();
    const one = await open(adapter);
    one.edit({ batch: batch({ phase: "open" }) });
    await one.keeper.flush();
    const before = (await adapter.read(KEY)) ?? "";
    one.edit({ batch: batch({ phase: "submitting" }) });
    one.keeper.changed(true);
    await one.keeper.claim(() => false);
    // A tab that has not seen the claim writes what it has known before.
    await adapter.update(KEY, () => before.replace(/"revision":"[^"]*"/, '"revision":"2.other"'));
    one.edit({ batch: batch({ batch: "b2" }) });
    one.keeper.changed(false);
    await one.keeper.sync();
    expect(one.thread.value.batch?.batch).toBe("b2");
    await one.keeper.flush();
    expect(await adapter.read(KEY)).toContain('"b2"');
  });

  it("claim anew for a run that starts while the last one is being written", async () => {
    const adapter = memoryAdapter();
    let slow: Promise<void> | undefined;
    const update: StorageAdapter["update"] = async (key, change) => {
      await adapter.update(key, change);
      await slow;
    };
    const one = await open({ ...adapter, update });
    one.edit({ batch: batch({ phase: "submitting" }) });
    one.keeper.changed(true);
    await one.keeper.claim(() => false);
    const two = await open(adapter);
    let write = () => {};
    slow = new Promise((resolve) => {
      write = resolve;
    });
    one.edit({ batch: batch({ phase: "failed" }) });
    await vi.waitFor(async () => expect(await adapter.read(KEY)).toContain("failed"));
    one.edit({ batch: batch({ phase: "submitting" }) });
    one.keeper.changed(true);
    write();
    two.edit({ batch: batch({ phase: "submitting" }) });
    two.keeper.changed(true);
    await two.keeper.claim(() => false);
    await one.keeper.flush();
    await expect(one.keeper.claim(() => false)).rejects.toMatchObject({ code: "answered-elsewhere" });
  });

  it("claim nothing for a run that was stopped before", async () => {
    const adapter = memoryAdapter();
    const one = await open(adapter);
    one.edit({ batch: batch() });
    await one.keeper.flush();
    const update = vi.spyOn(adapter, "update");
    one.keeper.changed(true);
    let isOver = false;
    const claimed = one.keeper.claim(() => isOver);
    isOver = true;
    one.keeper.changed(false);
    await claimed;
    await one.keeper.flush();
    expect(update).not.toHaveBeenCalled();
  });

  it("forgets the thread that another one has removed", async () => {
    const texts = new Map<string, string>();
    const adapter = memoryAdapter(texts);
    const channel = channels();
    const one = await open(adapter, {}, { channel });
    one.edit({ batch: batch(), state: { n: 1 } });
    await one.keeper.flush();
    const two = await open(adapter, {}, { channel });
    one.keeper.close();
    await one.connection.clear();
    await vi.waitFor(() => expect(two.thread.value).toEqual(record()));
    two.keeper.changed(false);
    await two.keeper.flush();
    expect([...texts.keys()]).toEqual([]);
  });

  it("take the end of the one that sent for unknown only where they have seen its last write", async () => {
    const browser = createFakeBrowser();
    const adapter = memoryAdapter();
    const one = await open(adapter, {}, { locks: browser.open().locks });
    one.edit({ batch: batch({ phase: "submitting" }) });
    one.keeper.changed(true);
    await one.keeper.claim(() => false);
    let old: string | undefined;
    const read = async (key: string) => old ?? adapter.read(key);
    const two = await open({ ...adapter, read, settleTime: 20 }, {}, { locks: browser.open().locks });
    old = await adapter.read(KEY);
    one.edit({ batch: batch({ phase: "failed" }) });
    await one.keeper.flush();
    await new Promise((resolve) => setImmediate(resolve));
    old = undefined;
    await vi.waitFor(() => expect(two.thread.value.batch?.phase).toBe("failed"));
    expect(two.thread.restored.map(([{ batch: shown }]) => shown?.phase)).toEqual(["submitting", "failed"]);
  });

  it("wait for the one that sends, where locks tell, and call its end unknown when it is gone", async () => {
    const adapter = memoryAdapter();
    const holders: (() => void)[] = [];
    let held = false;
    const locks: Environment["locks"] = {
      query: async () => ({}),
      async request(_name: string, ...rest: unknown[]) {
        const run = rest.at(-1);
        const [options] = rest;
        if (typeof run !== "function") throw new TypeError("no callback");
        const ifAvailable = typeof options === "object" && options !== null && "ifAvailable" in options;
        if (held && ifAvailable) return run(null);
        if (held) await new Promise<void>((resolve) => holders.push(resolve));
        held = true;
        const result = await run({ name: _name, mode: "exclusive" });
        held = false;
        for (const next of holders.splice(0)) next();
        return result;
      },
    };
    const one = await open(adapter, {}, { locks });
    one.edit({ batch: batch({ phase: "submitting" }) });
    one.keeper.changed(true);
    await one.keeper.claim(() => false);
    const two = await open(adapter, {}, { locks });
    expect(two.thread.value.batch?.phase).toBe("submitting");
    // The first one is killed: its lock goes, its record stays as it was.
    held = false;
    for (const next of holders.splice(0)) next();
    await vi.waitFor(() => expect(two.thread.value.batch?.phase).toBe("unknown"));
  });
});

describe("the list of what is pending", () => {
  it("is read when asked for, names every thread that waits, and follows what is written", async () => {
    const texts = new Map<string, string>();
    const adapter = memoryAdapter(texts);
    const one = await open(adapter);
    one.edit({
      batch: batch({
        items: [
          {
            ...item("i1", "answered"),
            interrupt: { id: "i1", reason: "x", message: "Sure?" },
            payload: true,
          },
          item("i2"),
        ],
      }),
    });
    await one.keeper.flush();
    const two = await open(adapter);
    const changes = vi.fn();
    two.connection.pending.subscribe(changes);
    await vi.waitFor(() => expect(two.connection.pending.get()).toHaveLength(1));
    expect(two.connection.pending.get()[0]).toMatchObject({
      threadId: "t1",
      approvals: {
        batch: "b1",
        phase: "open",
        counts: { total: 2, answered: 1, open: 1 },
        items: [
          { id: "i1", interrupt: { message: "Sure?" }, status: "answered" },
          { id: "i2", interrupt: { reason: "confirmation" }, status: "open" },
        ],
      },
    });
    expect(two.connection.pending.get()).toBe(two.connection.pending.get());
    await two.connection.remove("t1");
    expect(two.connection.pending.get()).toEqual([]);
    expect(changes).toHaveBeenCalledTimes(2);
  });
});
