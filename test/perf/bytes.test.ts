/** Bytes to published state, against the least that any client must do with the same bytes. */
import { httpTransport } from "@holdpoint/client";
import { expect, test } from "vitest";
import { floor } from "./support/floor.ts";
import { compare, figure, timed } from "./support/measure.ts";
import { readBytes, runThread, threadOver } from "./support/ours.ts";
import { cut, frame, grouped, inRun, serving, textChunks, textDeltas } from "./support/streams.ts";

/** DESIGN.md, budgets: the goal is 1.5. */
const GATE = 2;
const COUNT = 20_000;
/** As many as it takes for both to have had a round that the collector left alone. */
const ROUNDS = 40;
const deltas = inRun(textDeltas(COUNT));
const shorthand = inRun(textChunks(COUNT));
const dated = inRun(textChunks(COUNT).map((event, at) => ({ ...event, timestamp: 1_700_000_000_000 + at })));

test.each([
  ["text deltas, 8 events a chunk", grouped(deltas, 8)],
  ["text deltas, chunks of 4 KiB", cut(deltas.map(frame).join(""), 4096)],
  ["chunk events, 8 events a chunk", grouped(shorthand, 8)],
  ["chunk events with their times, 8 events a chunk", grouped(dated, 8)],
])("bytes to published state: %s", async (title, chunks) => {
  const result = await compare(
    timed(() => readBytes(chunks)),
    timed(() => floor(chunks)),
    ROUNDS,
  );
  console.info(`${figure(title, result)}; gate ${GATE}x, goal 1.5x`);
  expect(result.ratio).toBeLessThanOrEqual(GATE);
});

test("the two read the same text", async () => {
  const chunks = grouped(inRun(textDeltas(100)), 8);
  const thread = await readBytes(chunks);
  const message = thread.message("m-live").get();
  expect(message?.role === "assistant" && message.content).toBe(await floor(chunks));
});

test("the gate falls for a client that copies each event", async () => {
  const chunks = grouped(deltas, 8);
  const slow = async (): Promise<void> => {
    const transport = httpTransport({ url: "http://agent.test/", fetch: serving(chunks) });
    await runThread(
      threadOver(async function* (input, options) {
        for await (const batch of transport(input, options))
          yield batch.map((event) => structuredClone(event));
      }),
    );
  };
  const result = await compare(
    timed(slow),
    timed(() => floor(chunks)),
    3,
  );
  console.info(figure("deliberate regression, a deep copy of each event", result));
  expect(result.ratio).toBeGreaterThan(GATE);
});
