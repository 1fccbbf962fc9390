/** Pages that share a storage where nothing tells whether another one is still at it: no locks, as over plain HTTP. */

import { createFakeBrowser, createGate, rawRun, type Script, scriptedAgent } from "@holdpoint/client/testing";
import { expect, it } from "vitest";
import { keptPages } from "../../../test/support/kept-pages.ts";
import { asks, finished, started, succeeds } from "../../../test/support/scripted.ts";

const A = { id: "a", reason: "x" };

/** Pages of one place, which hear of each other's writes where they are told to. */
function place({ hears = true } = {}) {
  const browser = createFakeBrowser();
  const { page } = keptPages({
    environment: () => ({ locks: null, channel: hears ? browser.open().channel : null }),
  });
  return async (...scripts: Script[]) => {
    const { transport, inputs } = scriptedAgent(...scripts);
    const thread = page(transport).thread("t1");
    await thread.ready;
    return { thread, inputs };
  };
}

/** A page that is sending its answer, and pages beside it. */
async function sending(script: Script) {
  const open = place();
  const { thread } = await open(asks(A), script);
  await thread.send("Go");
  thread.approvals.answer("a", 1);
  return { submitted: thread.approvals.submit(), open };
}

it("a page that is opened before another one has kept how its run ended does not send the answers again", async () => {
  const { submitted, open } = await sending(succeeds);
  expect((await submitted).status).toBe("success");
  const { thread, inputs } = await open(succeeds);
  expect(thread.approvals.get().phase).toBe("unknown");
  await expect(thread.approvals.retry()).rejects.toMatchObject({ code: "answered-elsewhere" });
  expect(inputs).toEqual([]);
  expect(thread.approvals.get()).toMatchObject({ batch: null, error: { code: "answered-elsewhere" } });
  expect(thread.decisions.get()).toMatchObject([{ payload: 1, confirmation: "confirmed" }]);
});

it("a page hears from another one that is still at it, and sends nothing beside it", async () => {
  const { opened, open: end } = createGate();
  const { submitted, open } = await sending(
    rawRun(async function* (input) {
      yield started(input);
      await opened;
      yield finished(input);
    }),
  );
  const { thread, inputs } = await open(succeeds);
  expect(thread.approvals.get().phase).toBe("unknown");
  await expect(thread.approvals.retry()).rejects.toMatchObject({ code: "answered-elsewhere" });
  expect(inputs).toEqual([]);
  expect(thread.approvals.get().phase).toBe("submitting");
  end();
  expect((await submitted).status).toBe("success");
  await expect.poll(() => thread.decisions.get()).toMatchObject([{ payload: 1, confirmation: "confirmed" }]);
  expect(thread.approvals.get().batch).toBeNull();
});

it.each([true, false])(
  "a question that was asked elsewhere just now is not passed by, hearing of it: %s",
  async (hears) => {
    const open = place({ hears });
    const first = await open(asks(A), succeeds);
    const second = await open(succeeds);
    expect((await first.thread.send("Go")).status).toBe("interrupted");
    await expect(second.thread.send("Hello")).rejects.toMatchObject({ code: "busy" });
    expect(second.inputs).toEqual([]);
    for (const { thread } of [first, second])
      expect(thread.approvals.get()).toMatchObject({ phase: "open", items: [{ id: "a" }] });
    first.thread.approvals.answer("a", 1);
    expect((await first.thread.approvals.submit()).status).toBe("success");
  },
);

it("a page that hears of another one's run starts none beside it", async () => {
  const { opened, open: end } = createGate();
  const open = place();
  const first = await open(
    rawRun(async function* (input) {
      yield started(input);
      await opened;
      yield finished(input, { type: "interrupt", interrupts: [A] });
    }),
  );
  const second = await open(succeeds);
  const ended = first.thread.send("Go");
  await expect.poll(() => first.inputs.length).toBe(1);
  await expect(second.thread.run()).rejects.toMatchObject({ code: "busy" });
  expect(second.inputs).toEqual([]);
  end();
  expect((await ended).status).toBe("interrupted");
  await expect.poll(() => second.thread.approvals.get().items).toMatchObject([{ id: "a" }]);
});
