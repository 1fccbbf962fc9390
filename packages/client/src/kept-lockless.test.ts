/** Pages that share a storage where nothing tells whether another one is still at it: no locks, as over plain HTTP. */
import { expect, it } from "vitest";
import { createFakeBrowser } from "../../../test/support/fake-browser.ts";
import { keptPages } from "../../../test/support/kept-pages.ts";
import {
  asks,
  finished,
  gate,
  type Script,
  scripted,
  started,
  succeeds,
} from "../../../test/support/scripted.ts";

const A = { id: "a", reason: "x" };

/** A page that is sending its answer, and pages beside it. */
async function sending(script: Script) {
  const browser = createFakeBrowser();
  const { page } = keptPages({ environment: () => ({ locks: null, channel: browser.open().channel }) });
  const one = scripted(asks(A), script);
  const first = page(one.transport).thread("t1");
  await first.send("Go");
  first.approvals.answer("a", 1);
  const submitted = first.approvals.submit();
  const open = async (...scripts: Script[]) => {
    const { transport, inputs } = scripted(...scripts);
    const thread = page(transport).thread("t1");
    await thread.ready;
    return { thread, inputs };
  };
  return { submitted, open };
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
  const { opened, open: end } = gate();
  const { submitted, open } = await sending(async function* (input) {
    yield started(input);
    await opened;
    yield finished(input);
  });
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
