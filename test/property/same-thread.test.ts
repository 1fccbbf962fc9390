/** A valid run makes one thread, however its bytes are cut, its lines ended and its events spelled. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildRun } from "./support/build-run.ts";
import { plans } from "./support/commands.ts";
import { cutAt, dataOf, framesOf, inProcess, overBytes, play } from "./support/play.ts";
import { toShorthand } from "./support/shorthand.ts";
import { expectSound } from "./support/sound.ts";

const ENDS = { plain: "success", "late-error": "failed", error: "failed", interrupt: "interrupted" } as const;
const seed = 20_260_801;

test("in process, whole, per event, cut anywhere, byte by byte; LF, CR and CRLF", async () => {
  const places = fc.array(fc.nat(), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(plans, places, fc.integer({ min: 1, max: 9 }), async (plan, cuts, batch) => {
      const { events, state } = buildRun(plan);
      const seen = await play(inProcess(events));
      expectSound(seen);
      expect(seen.end.status).toBe(plan.end in ENDS ? Reflect.get(ENDS, plan.end) : plan.end);
      expect(seen.snapshot.state).toEqual(state);
      const wanted = dataOf(seen);
      expect(dataOf(await play(inProcess(events, batch)))).toEqual(wanted);
      for (const eol of ["\n", "\r", "\r\n"]) {
        const frames = framesOf(events, eol);
        const bytes = Buffer.concat(frames).length;
        const everyByte = Array.from({ length: bytes }, (_, at) => at);
        for (const chunks of [frames, cutAt(frames), cutAt(frames, cuts), cutAt(frames, everyByte)]) {
          expect(dataOf(await play(overBytes(chunks)))).toEqual(wanted);
        }
      }
    }),
    { seed, numRuns: 80 },
  );
});

test("chunk form and triad form", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      // A snapshot drops what triads have open and chunks would open again; an error leaves triads incomplete.
      const { events } = buildRun(
        { ...plan, end: plan.end === "error" ? "plain" : plan.end },
        { without: ["messages-snapshot"] },
      );
      const triads = await play(inProcess(events));
      expect(triads.end.status).not.toBe("rejected");
      const chunks = await play(inProcess(toShorthand(events)));
      const { events: _, warnings: _warnings, ...wanted } = dataOf(triads);
      expect(dataOf(chunks)).toMatchObject(wanted);
    }),
    { seed, numRuns: 200 },
  );
});

test("a peer that declares no version, with an event that nobody knows", async () => {
  await fc.assert(
    fc.asyncProperty(plans, fc.nat(), async (plan, at) => {
      const { events } = buildRun(plan);
      const wanted = dataOf(await play(inProcess(events)));
      const stream = events.map(({ protocolVersion: _, ...event }) => event);
      stream.splice(1 + (at % (stream.length - 1)), 0, { type: "NEW_EVENT", messageId: "m0" });
      const { thread, end, calls, fault } = dataOf(await play(inProcess(stream)));
      expect({ thread, end, calls, fault }).toEqual({
        thread: wanted.thread,
        end: wanted.end,
        calls: wanted.calls,
        fault: wanted.fault,
      });
    }),
    { seed, numRuns: 100 },
  );
});

test("the generated runs hold every event of the protocol", () => {
  const runs = fc.sample(plans, { seed, numRuns: 200 }).map((plan) => buildRun(plan).events);
  const types = runs.flatMap((events) => [...events, ...toShorthand(events)].map(({ type }) => type));
  expect(new Set(types).size).toBe(31);
});
