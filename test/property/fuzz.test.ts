/**
 * Spoils conforming streams of bytes and reads them: no crash, no hang, no growing heap, no polluted prototype.
 * `HOLDPOINT_FUZZ_SECONDS` and `HOLDPOINT_FUZZ_SEED` choose how long and which; `HOLDPOINT_FUZZ_CASE` is the
 * base64 of one body, to read that alone.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadStreams } from "../conformance/stream-file.ts";
import { collectGarbage } from "../perf/support/collect-garbage.ts";
import { buildRun, RUN, THREAD } from "./support/build-run.ts";
import { plans } from "./support/commands.ts";
import { MUTATIONS, mutateBytes } from "./support/mutate-bytes.ts";
import { cutAt, framesOf, overBytes, play } from "./support/play.ts";
import { createRandom } from "./support/random.ts";
import { toShorthand } from "./support/shorthand.ts";
import { expectSound, expectUnpolluted } from "./support/sound.ts";
import { createWatchdog } from "./support/watchdog.ts";

const { CI, HOLDPOINT_FUZZ_SECONDS, HOLDPOINT_FUZZ_SEED, HOLDPOINT_FUZZ_CASE } = process.env;
const seconds = Number(HOLDPOINT_FUZZ_SECONDS ?? (CI ? 60 : 5));
const seed = Number(HOLDPOINT_FUZZ_SEED ?? 20_260_804);

/** Cases after which the heap is taken for settled: everything lazy has been made by then. */
const WARM_UP = 300;
const MAX_GROWTH = 1.5;
const ROOM_BYTES = 24 * 1024 * 1024;

/** The protocol's own streams where they are there, about our thread and run, and generated ones. */
function seeds(): Buffer[] {
  const recorded = loadStreams().files.map(({ stream }) =>
    stream.map((event) => ({
      ...event,
      ...("threadId" in event && { threadId: THREAD }),
      ...("runId" in event && { runId: RUN }),
    })),
  );
  const generated = fc.sample(plans, { seed, numRuns: 100 }).map((plan) => buildRun(plan).events);
  // Peers that declare nothing are read through the compatibility boundary.
  const undeclared = generated.map((events) => events.map(({ protocolVersion: _, ...event }) => event));
  const all = [...recorded, ...generated, ...generated.map(toShorthand), ...undeclared];
  return all.map((events) => Buffer.concat(framesOf(events)));
}

/** The cuts follow from the bytes, so that the bytes alone reproduce a case. */
function cuts(length: number): number[] {
  const random = createRandom(length);
  return Array.from({ length: random.below(12) }, () => random.below(length + 1));
}

async function read(bytes: Buffer): Promise<void> {
  const seen = await play(overBytes(cutAt([bytes], cuts(bytes.length))));
  expectSound(seen);
  expectUnpolluted();
}

async function attempt(bytes: Buffer, how: readonly string[]): Promise<void> {
  try {
    await read(bytes);
  } catch (error) {
    const base64 = bytes.toString("base64");
    console.error(`Fuzz seed ${seed} failed after "${how.join(", ")}": HOLDPOINT_FUZZ_CASE=${base64}`);
    throw error;
  }
}

function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test(
  HOLDPOINT_FUZZ_CASE === undefined ? `${seconds} s of spoilt streams` : "the given case",
  async () => {
    if (HOLDPOINT_FUZZ_CASE !== undefined) return read(Buffer.from(HOLDPOINT_FUZZ_CASE, "base64"));
    const bodies = seeds();
    const random = createRandom(seed);
    const watchdog = createWatchdog();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => {
      unhandled.push(reason);
    };
    process.on("unhandledRejection", note);
    const used: Record<string, number> = {};
    const ends = performance.now() + seconds * 1000;
    let cases = 0;
    let settled = 0;
    while (performance.now() < ends || cases <= WARM_UP) {
      const { bytes, how } = mutateBytes(bodies, random);
      for (const name of how) used[name] = (used[name] ?? 0) + 1;
      watchdog.watch(bytes);
      await attempt(bytes, how);
      cases += 1;
      if (cases === WARM_UP) settled = heap();
    }
    const grown = heap();
    process.off("unhandledRejection", note);
    await watchdog.end();
    console.info(
      `Fuzz: seed ${seed}, ${cases} cases, ${Math.round(cases / seconds)} a second; ` +
        `heap ${(settled / 2 ** 20).toFixed(1)} MiB after ${WARM_UP} cases, ${(grown / 2 ** 20).toFixed(1)} MiB at the end.`,
    );
    expect(unhandled).toEqual([]);
    expect(Object.keys(used).sort()).toEqual(Object.keys(MUTATIONS).sort());
    expect(grown).toBeLessThan(settled * MAX_GROWTH + ROOM_BYTES);
  },
  seconds * 1000 + 60_000,
);
