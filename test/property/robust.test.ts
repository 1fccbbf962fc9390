/** Whatever comes, a run ends in one of the eight ways, with an error of ours, and the thread can go on. */
import { createAgentClient, type Transport } from "@holdpoint/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildRun, RUN, THREAD } from "./support/build-run.ts";
import { plans } from "./support/commands.ts";
import type { Wire } from "./support/model.ts";
import { cutAt, framesOf, inProcess, overBytes, play } from "./support/play.ts";
import { EVENT_TYPES, eventsOf } from "./support/shape-values.ts";
import { expectSound, expectUnpolluted } from "./support/sound.ts";

const seed = 20_260_803;
const NUM_RUNS = 400;

const anyEvent = fc.oneof(...EVENT_TYPES.map(eventsOf));
const odd = fc.oneof(
  fc.jsonValue(),
  fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true, withDate: true }),
  fc.record({ type: fc.constantFrom(...EVENT_TYPES) }),
  fc.constantFrom<unknown>(
    { type: "__proto__" },
    { type: "constructor" },
    JSON.parse('{"__proto__":{"x":1}}'),
  ),
);

type Mutation = { kind: "drop" | "double" | "swap" | "replace" | "insert"; at: number; event: unknown };
const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Mutation["kind"]>("drop", "double", "swap", "replace", "insert"),
    at: fc.nat(),
    event: fc.oneof(anyEvent, odd),
  }),
  { minLength: 1, maxLength: 4 },
);

function mutate(events: readonly Wire[], changes: readonly Mutation[]): unknown[] {
  const stream: unknown[] = [...events];
  for (const { kind, at, event } of changes) {
    const index = at % Math.max(1, stream.length);
    const [here, next] = stream.slice(index, index + 2);
    if (kind === "drop") stream.splice(index, 1);
    else if (kind === "double") stream.splice(index, 0, here);
    else if (kind === "swap") stream.splice(index, 2, next, here);
    else stream.splice(index, kind === "replace" ? 1 : 0, event);
  }
  return stream;
}

const opening = { type: "RUN_STARTED", threadId: THREAD, runId: RUN };

test("random values as events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(odd), fc.boolean(), async (values, open) => {
      const transport: Transport = async function* () {
        yield open ? [opening, ...values] : values;
      };
      expectSound(await play(transport));
    }),
    { seed, numRuns: NUM_RUNS },
  );
  expectUnpolluted();
});

test("events of the right shape in any order, of a peer that declares no version", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { maxLength: 30 }), async (events) => {
      expectSound(await play(inProcess([opening, ...events])));
    }),
    { seed, numRuns: NUM_RUNS },
  );
});

test("valid runs with events dropped, doubled, swapped, replaced and inserted", async () => {
  await fc.assert(
    fc.asyncProperty(plans, mutations, async (plan, changes) => {
      const stream = mutate(buildRun(plan).events, changes);
      const transport: Transport = async function* () {
        yield stream;
      };
      expectSound(await play(transport));
    }),
    { seed, numRuns: NUM_RUNS },
  );
  expectUnpolluted();
});

test("random bytes, and valid bytes cut off or spliced", async () => {
  const junk = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(plans, junk, fc.nat(), fc.nat(200), async (plan, bytes, at, drop) => {
      const valid = Buffer.concat(framesOf(buildRun(plan).events));
      const place = at % valid.length;
      const spliced = Buffer.concat([valid.subarray(0, place), bytes, valid.subarray(place + drop)]);
      for (const body of [bytes, valid.subarray(0, place), spliced]) {
        expectSound(await play(overBytes(cutAt([new Uint8Array(body)], [at, drop, bytes.length]))));
      }
    }),
    { seed, numRuns: NUM_RUNS },
  );
});

test("a transport that throws anything, anywhere", async () => {
  await fc.assert(
    fc.asyncProperty(plans, fc.nat(), fc.anything(), async (plan, at, thrown) => {
      const { events } = buildRun(plan);
      const transport: Transport = async function* () {
        yield events.slice(0, at % (events.length + 1));
        throw thrown;
      };
      expectSound(await play(transport));
    }),
    { seed, numRuns: NUM_RUNS },
  );
});

test("after any bad run the next one works", async () => {
  await fc.assert(
    fc.asyncProperty(plans, mutations, async (plan, changes) => {
      const streams = [mutate(buildRun({ ...plan, end: "plain" }).events, changes)];
      const { thread } = startable(async function* (input) {
        const { runId } = input;
        yield streams.pop() ?? [
          { ...opening, runId },
          { type: "RUN_FINISHED", threadId: THREAD, runId },
        ];
      });
      await thread.run({ runId: RUN });
      if (thread.get().approvals.batch !== null) return;
      const end = await thread.run();
      expect({ status: end.status, error: end.error }).toEqual({ status: "success", error: undefined });
    }),
    { seed, numRuns: NUM_RUNS },
  );
});

function startable(transport: Transport) {
  const client = createAgentClient({ transport, onWarning: () => {} });
  return { thread: client.thread(THREAD) };
}
