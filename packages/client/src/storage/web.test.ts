import { expect, it, vi } from "vitest";
import { createEnvironment } from "../lib/environment.ts";
import type { ThreadRecord } from "./record.ts";
import { webStorage } from "./web.ts";

function area(texts = new Map<string, string>()): Storage {
  return {
    get length() {
      return texts.size;
    },
    key: (at) => [...texts.keys()][at] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
    clear: () => texts.clear(),
  };
}

const record = (n: number): ThreadRecord => ({
  version: 1,
  threadId: "t1",
  messages: [],
  state: { n },
  decisions: [],
  usage: [],
});

async function open(place: Storage) {
  const environment = createEnvironment({ locks: null, channel: null });
  const connection = webStorage({ area: place }).connect({ environment, warn: () => {} });
  const thread = {
    threadId: "t1",
    shown: record(0),
    record: () => thread.shown,
    restore(next: ThreadRecord) {
      thread.shown = next;
    },
    publish() {},
  };
  const keeper = connection.keep(thread);
  await keeper.ready;
  return { keeper, thread };
}

it("a write that is refused writes nothing, not even what is there", async () => {
  const place = area();
  const [one, two] = [await open(place), await open(place)];
  one.thread.shown = record(1);
  await one.keeper.flush();
  const write = vi.spyOn(place, "setItem");
  two.thread.shown = record(2);
  await two.keeper.flush();
  expect(two.thread.shown.state).toEqual({ n: 1 });
  expect(write).not.toHaveBeenCalled();
});
