/** Pages that share a storage, with locks between them as browsers have them. */

import {
  breakOff,
  createFakeBrowser,
  createGate,
  rawRun,
  type Script,
  scriptedAgent,
} from "@holdpoint/client/testing";
import { expect, it, vi } from "vitest";
import { keptPages } from "../../../test/support/kept-pages.ts";
import { asks, finished, started, succeeds } from "../../../test/support/scripted.ts";
import { defineTool } from "./run/define-tool.ts";
import type { StorageAdapter } from "./storage/adapter.ts";
import { memoryAdapter } from "./storage/memory.ts";

function place(adapter: StorageAdapter = memoryAdapter()) {
  const browser = createFakeBrowser();
  const { page } = keptPages({
    adapter,
    environment() {
      const { locks, channel } = browser.open();
      return { locks, channel };
    },
  });
  return { page: (...made: Parameters<typeof page>) => page(...made).thread("t1") };
}

it("a thread that goes on by itself with its tools does not lock itself out", async () => {
  const tool = defineTool({ name: "look", description: "", execute: () => "seen" });
  const { transport, inputs } = scriptedAgent(
    rawRun((input) => [
      started(input),
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "look" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      finished(input),
    ]),
    succeeds,
  );
  expect(
    (
      await place()
        .page(transport, { tools: [tool] })
        .send("Go")
    ).status,
  ).toBe("success");
  expect(inputs).toHaveLength(2);
});

/** Two pages before the same question, which both have answered. */
async function answeredTwice(adapter?: StorageAdapter, script: Script = succeeds) {
  const { page } = place(adapter);
  const one = scriptedAgent(asks({ id: "a", reason: "x" }), script);
  const two = scriptedAgent(succeeds);
  const first = page(one.transport);
  const second = page(two.transport);
  await first.send("Go");
  await expect.poll(() => second.approvals.get().items.length).toBe(1);
  first.approvals.answer("a", 1);
  await expect.poll(() => second.approvals.get().counts.answered).toBe(1);
  return { first, second, requests: () => [one.inputs.length - 1, two.inputs.length] };
}

it("a page that stops a submit before it went out leaves it to the others", async () => {
  const { first, second, requests } = await answeredTwice();
  const stopped = first.approvals.submit();
  first.stop();
  expect((await stopped).status).toBe("stopped");
  first.approvals.draft("a", "kept with the next frame, as ever");
  await expect.poll(() => second.approvals.get().items[0]?.draft, { timeout: 500 }).toBeDefined();
  await expect.poll(() => second.approvals.submit().then(({ status }) => status, String)).toBe("success");
  expect(requests()).toEqual([0, 1]);
});

it("a page that cannot keep how its run ended lets others send all the same", async () => {
  const adapter = memoryAdapter();
  let isFull = false;
  let refused = 0;
  const update: StorageAdapter["update"] = async (key, change) => {
    if (!isFull) return adapter.update(key, change);
    refused += 1;
    throw new Error("QuotaExceeded");
  };
  const { first, second, requests } = await answeredTwice({ ...adapter, update }, () => {
    isFull = true;
    return rawRun([]);
  });
  expect((await first.approvals.submit()).status).toBe("unstarted");
  await expect.poll(() => refused).toBe(1);
  isFull = false;
  await expect.poll(() => second.approvals.get().phase).toBe("unknown");
  expect((await second.approvals.retry()).status).toBe("success");
  expect(requests()).toEqual([1, 1]);
});

it("a submit that is stopped ends as stopped, although another page was first", async () => {
  const { first, second, requests } = await answeredTwice();
  const sent = first.approvals.submit();
  const stopped = second.approvals.submit();
  second.stop();
  expect([(await sent).status, (await stopped).status]).toEqual(["success", "stopped"]);
  await expect.poll(() => second.approvals.get().items).toEqual([]);
  expect(requests()).toEqual([1, 0]);
});

it("a submit stays one although the page was about to show what another one had written", async () => {
  const adapter = memoryAdapter();
  let slow: Promise<void> | undefined;
  const read = async (key: string) => {
    await slow;
    return adapter.read(key);
  };
  const { first, second } = await answeredTwice({ ...adapter, read }, [breakOff()]);
  const { opened, open } = createGate();
  slow = opened;
  second.approvals.draft("a", "typed");
  await vi.waitFor(async () => expect(await adapter.read("holdpoint/thread/t1")).toContain("typed"));
  const end = first.approvals.submit();
  open();
  expect((await end).status).toBe("truncated");
  expect(first.approvals.get()).toMatchObject({ phase: "unknown", items: [{ payload: 1 }] });
});

it("a run that is about to start passes by no question that another page was just asked", async () => {
  const texts = new Map<string, string>();
  const first = place(memoryAdapter(texts)).page(scriptedAgent(asks({ id: "a", reason: "x" })).transport);
  await first.send("Go");
  await expect.poll(() => texts.get("holdpoint/thread/t1")).toContain('"reason":"x"');
  const asking = texts.get("holdpoint/thread/t1");
  // The other page has asked and written after this one has looked, and before it claims.
  const late = memoryAdapter();
  const { transport, inputs } = scriptedAgent(succeeds);
  const second = place({
    ...late,
    async update(key, change) {
      if ((await late.read(key)) === undefined && asking) await late.update(key, () => asking);
      return late.update(key, change);
    },
  }).page(transport);
  await second.ready;
  await expect(second.send("Hello")).rejects.toMatchObject({ code: "busy" });
  expect(second.get()).toMatchObject({ status: "interrupted", approvals: { items: [{ id: "a" }] } });
  expect(inputs).toHaveLength(0);
});

it("a page that was refused says so although it cannot read why, and can be used again", async () => {
  const { first, second, requests } = await answeredTwice(failing(memoryAdapter()));
  const [sent, refused] = await Promise.allSettled([first.approvals.submit(), second.approvals.submit()]);
  expect(sent).toMatchObject({ value: { status: "success" } });
  expect(refused).toMatchObject({ reason: { code: "answered-elsewhere" } });
  expect(second.get()).toMatchObject({ status: "idle" });
  expect(requests()).toEqual([1, 0]);
});

/** A storage that cannot be read while a submit is in it. */
function failing(adapter: StorageAdapter): StorageAdapter {
  return {
    ...adapter,
    async read(key) {
      const text = await adapter.read(key);
      if (text?.includes("submitting")) throw new Error("No disk.");
      return text;
    },
  };
}

it("the end of an old stream says nothing of answers that another page has out", async () => {
  const { page } = place();
  const tail = createGate();
  const out = createGate();
  const one = scriptedAgent(
    rawRun(async function* (input) {
      yield started(input);
      yield finished(input, { type: "interrupt", interrupts: [{ id: "a", reason: "x" }] });
      await tail.opened;
      yield { type: "RUN_ERROR", message: "Too late." };
    }),
    succeeds,
  );
  const two = scriptedAgent(
    rawRun(async function* (input) {
      yield started(input);
      await out.opened;
      yield finished(input);
    }),
  );
  const first = page(one.transport);
  const second = page(two.transport);
  const asked = first.send("Go");
  await expect.poll(() => second.approvals.get().items.length).toBe(1);
  second.approvals.answer("a", 1);
  const sent = second.approvals.submit();
  await expect.poll(() => first.approvals.get().phase).toBe("submitting");
  tail.open();
  await asked;
  expect(first.approvals.get()).toMatchObject({ phase: "submitting", error: { code: "answered-elsewhere" } });
  await expect(first.approvals.retry()).rejects.toMatchObject({ code: "answered-elsewhere" });
  out.open();
  expect((await sent).status).toBe("success");
  expect([one.inputs.length, two.inputs.length]).toEqual([1, 1]);
});
