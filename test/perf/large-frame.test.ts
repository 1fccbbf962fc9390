/** One large frame in small chunks is read in time that grows with its size, not with its square. */
import type { Transport } from "@holdpoint/client";
import { expect, test } from "vitest";
import { collectGarbage } from "./support/collect-garbage.ts";
import { compare, figure, timed, type Work } from "./support/measure.ts";
import { readBytes, runThread, threadOver } from "./support/ours.ts";
import { cut, frame, inRun, serving } from "./support/streams.ts";

const GATE = 2.2;
const READINGS = 10;
const MIB = 1024 * 1024;

/** A snapshot of one long text: the JSON is quick to parse, so what is measured is the reading. */
const snapshotOf = (size: number): Uint8Array[] =>
  cut(
    inRun([{ type: "STATE_SNAPSHOT", snapshot: { text: "x".repeat(size) } }])
      .map(frame)
      .join(""),
    1024,
  );

/**
 * Several readings from a clean heap: where in one reading the collector comes by is chance, and shifts its
 * time by half; over several it is what so many bytes cost.
 */
const readings = (chunks: readonly Uint8Array[]): Work => {
  const work = timed(async () => {
    for (let reading = 0; reading < READINGS; reading++) await readBytes(chunks);
  });
  return () => {
    collectGarbage();
    return work();
  };
};

test("6 MiB against 3 MiB, in chunks of 1 KiB", async () => {
  const [large, half] = [snapshotOf(6 * MIB), snapshotOf(3 * MIB)];
  const result = await compare(readings(large), readings(half));
  console.info(`${figure("a frame of 6 MiB against 3 MiB", result)}; gate ${GATE}x`);
  expect(result.ratio).toBeLessThanOrEqual(GATE);
});

/** A reader that appends each chunk to what it has and searches it all for the end of the frame. */
const concatenating: (chunks: readonly Uint8Array[]) => Transport = (chunks) =>
  async function* () {
    const { body } = await serving(chunks)("http://agent.test/");
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        yield [JSON.parse(text.slice("data: ".length, end))];
        text = text.slice(end + 2);
      }
    }
  };

test("the gate falls for a reader that concatenates", async () => {
  const [large, half] = [snapshotOf(2 * MIB), snapshotOf(MIB)];
  const read = (chunks: Uint8Array[]) => runThread(threadOver(concatenating(chunks)));
  const result = await compare(
    timed(() => read(large)),
    timed(() => read(half)),
    2,
  );
  console.info(figure("deliberate regression, a reader that concatenates, 2 MiB against 1 MiB", result));
  expect(result.ratio).toBeGreaterThan(GATE);
});
