/** A kept thread looks at its storage before it runs: what stops it then, stops it for good. */

import { createGate, scriptedAgent } from "@holdpoint/client/testing";
import { expect, it } from "vitest";
import { keptPages } from "../../../test/support/kept-pages.ts";
import { asks, succeeds } from "../../../test/support/scripted.ts";
import type { Thread } from "./run/thread-types.ts";
import type { RunEnd, RunOptions } from "./run/types.ts";
import type { StorageAdapter } from "./storage/adapter.ts";
import { memoryAdapter } from "./storage/memory.ts";
import { readRecord } from "./storage/record.ts";

const A = { id: "a", reason: "x" };
const TEXT = { messages: [{ content: "Go" }] };

/** A thread with a question that is answered and not sent yet. */
async function answered() {
  const { page } = keptPages();
  const { transport, inputs } = scriptedAgent(asks(A), succeeds);
  const thread = page(transport).thread("t1");
  await thread.send("Go");
  thread.approvals.answer("a", 1);
  return { page, thread, inputs };
}

const sendPast = (thread: Thread, options: RunOptions = {}) =>
  thread.send("Never mind", { ...options, pending: "decline" });

it.each<[string, (thread: Thread) => Promise<RunEnd>]>([
  [
    "stop()",
    (thread) => {
      const ended = sendPast(thread, { runId: "mine" });
      thread.stop();
      return ended;
    },
  ],
  [
    "its signal",
    (thread) => {
      const controller = new AbortController();
      const ended = sendPast(thread, { runId: "mine", signal: controller.signal });
      controller.abort();
      return ended;
    },
  ],
])(
  "a text that would decline what is pending, stopped by %s, neither declines nor is sent",
  async (_by, start) => {
    const { thread, inputs } = await answered();
    expect(await start(thread)).toEqual({ status: "stopped", runId: "mine" });
    expect(inputs).toHaveLength(1);
    expect(thread.get()).toMatchObject({ status: "interrupted", ...TEXT });
    expect(thread.get().messages).toHaveLength(1);
    expect(thread.approvals.get()).toMatchObject({
      phase: "open",
      items: [{ status: "answered", payload: 1 }],
    });
    expect((await thread.approvals.submit()).status).toBe("success");
    expect(inputs[1]?.resume).toEqual([{ interruptId: "a", status: "resolved", payload: 1 }]);
  },
);

it("a text that was on its way past the questions does not decline those of another record", async () => {
  const { thread, inputs } = await answered();
  const ended = sendPast(thread);
  thread.hydrate(
    readRecord({ version: 1, threadId: "t1", messages: [], interrupts: [{ id: "b", reason: "x" }] }),
  );
  expect((await ended).status).toBe("stopped");
  expect(inputs).toHaveLength(1);
  expect(thread.approvals.get().items).toMatchObject([{ id: "b", status: "open" }]);
});

it.each<[string, (thread: Thread) => Promise<RunEnd>]>([
  ["send", (thread) => thread.send("Go")],
  ["run", (thread) => thread.run()],
])("%s() that is stopped at once sends nothing", async (_name, start) => {
  const { page } = keptPages();
  const { transport, inputs } = scriptedAgent(succeeds, succeeds);
  const thread = page(transport).thread("t1");
  await thread.ready;
  const ended = start(thread);
  thread.stop();
  expect((await ended).status).toBe("stopped");
  expect(inputs).toEqual([]);
  expect(thread.get()).toMatchObject({ status: "idle", messages: [] });
  expect((await start(thread)).status).toBe("success");
});

it.each<[string, (thread: Thread) => Promise<RunEnd>]>([
  ["submit", ({ approvals }) => approvals.submit()],
  ["retry", ({ approvals }) => approvals.retry()],
])("%s() that is stopped while the thread is being restored sends nothing", async (name, start) => {
  const { page, texts } = keptPages();
  const first = page(scriptedAgent(asks(A)).transport).thread("t1");
  await first.send("Go");
  first.approvals.answer("a", 1);
  if (name === "retry") await first.approvals.submit();
  await expect.poll(() => [...texts.values()].join()).toContain('"payload":1');
  first.dispose();
  const { transport, inputs } = scriptedAgent(succeeds);
  const later = page(transport).thread("t1");
  const ended = start(later);
  later.stop();
  expect((await ended).status).toBe("stopped");
  expect(inputs).toEqual([]);
  expect(later.approvals.get()).toMatchObject({ phase: "open", items: [{ payload: 1 }] });
  expect((await start(later)).status).toBe("success");
  expect(inputs).toHaveLength(1);
});

it("a handle that is disposed of again leaves the one that was made since, and its last write", async () => {
  const memory = memoryAdapter();
  let slow: Promise<void> | undefined;
  const update: StorageAdapter["update"] = async (key, change) => {
    await slow;
    await memory.update(key, change);
  };
  const { page } = keptPages({ adapter: { ...memory, update } });
  const client = page(scriptedAgent(asks(A)).transport);
  const old = client.thread("t1");
  old.dispose();
  const thread = client.thread("t1");
  await thread.send("Go");
  old.dispose();
  expect(client.thread("t1")).toBe(thread);
  const { opened, open } = createGate();
  slow = opened;
  thread.approvals.answer("a", 1);
  thread.dispose();
  old.dispose();
  const later = client.thread("t1");
  setTimeout(open);
  await later.ready;
  expect(later.approvals.get().items).toMatchObject([{ payload: 1 }]);
});
