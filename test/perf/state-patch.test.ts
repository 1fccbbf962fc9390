/**
 * A patch copies the containers on its path, each as wide as it is, and nothing beside them. So the size
 * of a document does not matter, the width of what is touched does: one patch at the top of a flat document
 * of 20,000 keys costs one copy of it (about 5 ms, a thousand times a small one), which no gate against a
 * small document could hold. It is held against that copy, and a burst in one delta against one operation.
 */
import type { Thread } from "@holdpoint/client";
import { expect, test } from "vitest";
import { compare, figure, processorTime, type Work } from "./support/measure.ts";
import { runThread, threadOver } from "./support/ours.ts";
import { inRun } from "./support/streams.ts";

const BESIDE_GATE = 1.5;
const COPY_GATE = 1.5;
const BURST_GATE = 3;
const WIDE = 20_000;

const keys = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at]));
const beside = (count: number) => ({ documents: keys(count), progress: { done: 0 } });
const progress = (count: number): object[][] =>
  Array.from({ length: count }, (_, at) => [{ op: "replace", path: "/progress/done", value: at }]);
const flat = (count: number): object[][] =>
  Array.from({ length: count }, (_, at) => [{ op: "replace", path: `/key${at}`, value: -at }]);

/** The time that these patches took, of a thread that starts from this state. */
function patching(state: unknown, patches: object[][], spoil: (thread: Thread) => void = () => {}): Work {
  const deltas = patches.map((delta) => ({ type: "STATE_DELTA", delta }));
  const [start, end] = inRun([]);
  return async () => {
    let took = 0;
    const thread = threadOver(
      async function* () {
        yield [start];
        const before = processorTime();
        yield deltas;
        took = processorTime() - before;
        yield [end];
      },
      { state },
    );
    spoil(thread);
    await runThread(thread);
    return took;
  };
}

/** A reader that takes a copy of the whole state at each event. */
const copyAll = (thread: Thread): void => {
  thread.onEvent(() => structuredClone(thread.state.get()));
};

/** The least that a patch at the top of a flat document can cost here: a copy of it. */
const copying =
  (document: Record<string, number>, count: number): Work =>
  async () => {
    const before = processorTime();
    let copy = document;
    for (let at = 0; at < count; at++) copy = { ...copy, key0: at };
    const took = processorTime() - before;
    return copy.key0 === count - 1 ? took : Number.NaN;
  };

test("the size of the document beside the patched path costs nothing", async () => {
  const result = await compare(patching(beside(WIDE), progress(2000)), patching(beside(20), progress(2000)));
  console.info(`${figure("a patch beside 20,000 keys against beside 20", result)}; gate ${BESIDE_GATE}x`);
  expect(result.ratio).toBeLessThanOrEqual(BESIDE_GATE);
});

test("the gate falls for a reader that copies the state at each event", async () => {
  const result = await compare(
    patching(beside(WIDE), progress(20), copyAll),
    patching(beside(20), progress(20), copyAll),
    3,
  );
  console.info(figure("deliberate regression, the state copied at each event", result));
  expect(result.ratio).toBeGreaterThan(BESIDE_GATE);
});

test("a patch at the top of a flat document costs one copy of it", async () => {
  const result = await compare(patching(keys(WIDE), flat(20)), copying(keys(WIDE), 20));
  console.info(`${figure("a patch at the top of 20,000 keys against a copy", result)}; gate ${COPY_GATE}x`);
  expect(result.ratio).toBeLessThanOrEqual(COPY_GATE);
});

test("the gate falls for a second copy", async () => {
  const result = await compare(patching(keys(WIDE), flat(20), copyAll), copying(keys(WIDE), 20), 3);
  console.info(figure("deliberate regression, one more copy a patch", result));
  expect(result.ratio).toBeGreaterThan(COPY_GATE);
});

test("a burst of operations in one delta copies once", async () => {
  const burst = flat(2000);
  const twenty = Array.from({ length: 20 }, (_, at) => burst.slice(at * 100, at * 100 + 100).flat());
  const result = await compare(patching(keys(WIDE), twenty), patching(keys(WIDE), flat(20)));
  console.info(`${figure("100 operations a delta against one", result)}; gate ${BURST_GATE}x`);
  expect(result.ratio).toBeLessThanOrEqual(BURST_GATE);
});

test("the gate falls where each operation is copied for by itself", async () => {
  const result = await compare(patching(keys(WIDE), flat(100)), patching(keys(WIDE), flat(1)), 2);
  console.info(figure("deliberate regression, 100 deltas against one", result));
  expect(result.ratio).toBeGreaterThan(BURST_GATE);
});
