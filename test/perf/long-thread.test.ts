/** The cost of a delta does not depend on the length of the thread. */
import type { Thread } from "@holdpoint/client";
import { expect, test } from "vitest";
import { collectGarbage } from "./support/collect-garbage.ts";
import { compare, figure, processorTime, type Work } from "./support/measure.ts";
import { earlier, runThread, threadOver } from "./support/ours.ts";
import { inRun, textDeltas } from "./support/streams.ts";

const GATE = 1.5;

/**
 * The time that the deltas took, publishes included, and neither the request with its history before them
 * nor the end after them: those are paid once a run.
 */
function deltasAfter(count: number, deltas: number, spoil: (thread: Thread) => void = () => {}): Work {
  const [start, ...rest] = inRun(textDeltas(deltas));
  const end = rest.splice(-1);
  const batches = Array.from({ length: Math.ceil(rest.length / 8) }, (_, at) =>
    rest.slice(at * 8, at * 8 + 8),
  );
  return async () => {
    let took = 0;
    const thread = threadOver(
      async function* () {
        yield [start];
        // The history itself is new on the heap and would be moved about on the account of the deltas.
        collectGarbage();
        const before = processorTime();
        for (const batch of batches) {
          yield batch;
          // A turn of the loop a chunk, as with a network, so that publishes come between.
          await new Promise((resolve) => setImmediate(resolve));
        }
        took = processorTime() - before;
        yield end;
      },
      { messages: earlier(count) },
    );
    thread.message("m-live").subscribe(() => thread.message("m-live").get());
    spoil(thread);
    await runThread(thread);
    return took;
  };
}

test("2,000 earlier messages against 20", async () => {
  const result = await compare(deltasAfter(2000, 100_000), deltasAfter(20, 100_000));
  console.info(`${figure("100,000 deltas after 2,000 messages against 20", result)}; gate ${GATE}x`);
  expect(result.ratio).toBeLessThanOrEqual(GATE);
});

test("the gate falls for a reader of the whole thread at each event", async () => {
  const spoil = (thread: Thread): void => {
    thread.onEvent(() => thread.get().messages.map(({ id }) => id.length));
  };
  const result = await compare(deltasAfter(2000, 4000, spoil), deltasAfter(20, 4000, spoil), 3);
  console.info(figure("deliberate regression, the whole thread read at each event", result));
  expect(result.ratio).toBeGreaterThan(GATE);
});
