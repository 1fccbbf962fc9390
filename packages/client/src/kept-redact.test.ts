/** What an app leaves out of what is kept is not lost to the page that knows it, and is never sent as something else. */

import { breakOff, createFakeBrowser, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { expect, it, vi } from "vitest";
import { keptPages } from "../../../test/support/kept-pages.ts";
import { asks, succeeds } from "../../../test/support/scripted.ts";
import type { StorageOptions } from "./storage/create-storage.ts";
import type { ThreadRecord } from "./storage/record.ts";

const A = { id: "a", reason: "x" };
const B = { id: "b", reason: "x" };
const PIN = { pin: "1234" };
const FULL = [
  { interruptId: "a", status: "resolved", payload: PIN },
  { interruptId: "b", status: "resolved", payload: "theirs" },
];

const withoutPayload = <T extends { payload?: unknown }>({ payload: _, ...part }: T) => part;

/** Leaves out every answer's payload, what was sent, all texts and the state. */
const redact = (record: ThreadRecord): ThreadRecord => ({
  ...record,
  state: {},
  messages: record.messages.map((message) =>
    message.role === "user" ? { ...message, content: "[redacted]" } : message,
  ),
  ...(record.batch && {
    batch: {
      ...record.batch,
      items: record.batch.items.map((item) => (item.id === "a" ? withoutPayload(item) : item)),
      sent: record.batch.sent?.map(withoutPayload) ?? null,
    },
  }),
});

/** A page that has answered the first of two questions, and one beside it. */
async function besides(storage: StorageOptions, scripts: Script[], before: Script[] = []) {
  const browser = createFakeBrowser();
  const { page, kept, texts } = keptPages({
    storage,
    environment() {
      const { locks, channel } = browser.open();
      return { locks, channel };
    },
  });
  const one = scriptedAgent(...before, asks(A, B), ...scripts);
  const first = page(one.transport).thread("t1", { state: { secret: 42 } });
  for (const _ of before) await first.send("An old story");
  await first.send("My card is 4000");
  first.approvals.answer("a", PIN);
  await vi.waitFor(() => expect(kept().batch.items[0].status).toBe("answered"));
  const two = scriptedAgent(succeeds);
  const second = page(two.transport).thread("t1");
  await second.ready;
  return { first, second, sent: one.inputs, sentBySecond: two.inputs, kept, texts };
}

it("the page that knows it goes on with it when another one writes", async () => {
  const { first, second, sent, kept, texts } = await besides({ redact }, [succeeds]);
  expect(second.approvals.get().items).toMatchObject([{ status: "open" }, { status: "open" }]);
  second.approvals.answer("b", "theirs");
  await expect.poll(() => first.approvals.get().items[1]?.payload).toBe("theirs");
  expect(first.get()).toMatchObject({ state: { secret: 42 }, messages: [{ content: "My card is 4000" }] });
  expect(first.approvals.get().items[0]).toMatchObject({ status: "answered", payload: PIN });
  // Again, by way of a record that it has not written itself.
  second.approvals.draft("b", "typed");
  await expect.poll(() => first.approvals.get().items[1]?.draft).toBe("typed");
  expect(first.approvals.get().items[0]).toMatchObject({ status: "answered", payload: PIN });
  expect([...texts.values()].join()).not.toMatch(/"1234"|is 4000|"secret"/);
  expect(kept().batch.items[1].draft).toBe("typed");
  expect((await first.approvals.submit()).status).toBe("success");
  expect(sent[1]).toMatchObject({
    messages: [{ content: "My card is 4000" }],
    state: { secret: 42 },
    resume: FULL,
  });
});

it("what is said in the other page counts all the same", async () => {
  const { first, second } = await besides({ redact }, []);
  second.approvals.decline("a");
  await expect.poll(() => first.approvals.get().items[0]?.status).toBe("declined");
  expect(first.approvals.get().items[0]).not.toHaveProperty("payload");
  second.setMessages([{ id: "n", role: "assistant", content: "Anew." }]);
  await expect.poll(() => first.get().messages).toMatchObject([{ content: "Anew." }]);
});

it("messages that are left out wholly stay where they are known", async () => {
  const { first, second, sent } = await besides(
    { redact: (record) => ({ ...record, messages: record.messages.filter(({ role }) => role !== "user") }) },
    [succeeds],
    [succeeds],
  );
  second.approvals.answer("b", "theirs");
  await expect.poll(() => first.approvals.get().items[1]?.payload).toBe("theirs");
  await first.approvals.submit();
  expect(sent[2]?.messages.map(({ content }) => content)).toEqual([
    "An old story",
    "Done.",
    "My card is 4000",
  ]);
});

it("so do those that were too long to be kept", async () => {
  const { first, second, sent } = await besides(
    { maxLength: 1_200 },
    [succeeds],
    [succeeds, succeeds, succeeds],
  );
  expect(second.get().messages.length).toBeLessThan(first.get().messages.length);
  second.approvals.answer("b", "theirs");
  await expect.poll(() => first.approvals.get().items[1]?.payload).toBe("theirs");
  await first.approvals.submit();
  expect(sent.at(-1)?.messages).toHaveLength(7);
});

const breaksOff: Script = [breakOff()];

it("answers that may have arrived are sent again whole by the page that knows them", async () => {
  const { first, second, sent } = await besides({ redact }, [breaksOff, succeeds]);
  second.approvals.answer("b", "theirs");
  await expect.poll(() => first.approvals.get().items[1]?.payload).toBe("theirs");
  expect((await first.approvals.submit()).status).toBe("truncated");
  // What is written before the end of the run has arrived there does not count.
  await expect
    .poll(() => {
      const [message] = second.get().messages;
      second.setMessages([...(message ? [message] : []), { id: "n", role: "assistant", content: "Note." }]);
      return first.get().messages;
    })
    .toMatchObject([{ content: "My card is 4000" }, { content: "Note." }]);
  expect(first.approvals.get().phase).toBe("unknown");
  expect((await first.approvals.retry()).status).toBe("success");
  expect(sent[2]?.resume).toEqual(FULL);
});

it("and not by one that does not: there they are to be given again", async () => {
  const { first, second, sentBySecond } = await besides({ redact }, [breaksOff]);
  second.approvals.answer("b", "theirs");
  await expect.poll(() => first.approvals.get().items[1]?.payload).toBe("theirs");
  expect((await first.approvals.submit()).status).toBe("truncated");
  await expect
    .poll(() => second.approvals.get())
    .toMatchObject({
      phase: "open",
      items: [{ status: "open" }, { payload: "theirs" }],
    });
  await expect(second.approvals.retry()).rejects.toMatchObject({ code: "invalid" });
  expect(sentBySecond).toEqual([]);
  second.approvals.answer("a", PIN);
  expect((await second.approvals.submit()).status).toBe("success");
  expect(sentBySecond[0]?.resume).toEqual(FULL);
});

it("a page that went while it was sending leaves them to be given again, too", async () => {
  const { page, kept } = keptPages({ storage: { redact } });
  const hangs: Script = () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) });
  const first = page(scriptedAgent(asks(A), hangs).transport).thread("t1");
  await first.send("Go");
  first.approvals.answer("a", PIN);
  first.approvals.submit();
  await vi.waitFor(() => expect(kept().batch.phase).toBe("submitting"));
  const { transport, inputs } = scriptedAgent(succeeds);
  const later = page(transport).thread("t1");
  await later.ready;
  expect(later.approvals.get()).toMatchObject({ phase: "open", items: [{ status: "open" }] });
  later.approvals.answer("a", PIN);
  await later.approvals.submit();
  expect(inputs[0]?.resume).toEqual([FULL[0]]);
});

it("what is answered as another page's edit shows is kept with it", async () => {
  const { first, second, kept } = await besides({}, []);
  first.approvals.subscribe(() => {
    const [, b] = first.approvals.get().items;
    if (b?.payload === "theirs" && b.draft === undefined) first.approvals.draft("b", "seen");
  });
  second.approvals.answer("b", "theirs");
  await expect.poll(() => kept().batch.items[1].draft).toBe("seen");
  await expect.poll(() => second.approvals.get().items[1]?.draft).toBe("seen");
});
