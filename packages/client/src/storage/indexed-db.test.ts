import "fake-indexeddb/auto";
import { scriptedAgent } from "@holdpoint/client/testing";
import { createStore, get, keys } from "idb-keyval";
import { expect, it, vi } from "vitest";
import { asks, client } from "../../../../test/support/scripted.ts";
import { indexedDbStorage } from "./indexed-db.ts";

it("keeps a thread, and leaves not even its key when it is removed", async () => {
  const store = createStore("kept", "threads");
  const agent = client(
    scriptedAgent(asks({ id: "a", reason: "input_required", message: "Why?" })).transport,
    {
      storage: indexedDbStorage({ database: "kept" }),
    },
  );
  await agent.thread("t1").send("Go");
  await vi.waitFor(async () => expect(await get("holdpoint/thread/t1", store)).toContain('"Why?"'));
  await agent.remove("t1");
  expect(await keys(store)).toEqual([]);
});
