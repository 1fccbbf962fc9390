/** One wrong value at any described place rejects the run, with an error that names the place. */
import { isProtocolError } from "@holdpoint/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildRun } from "./support/build-run.ts";
import { plans } from "./support/commands.ts";
import type { Wire } from "./support/model.ts";
import { inProcess, play } from "./support/play.ts";
import { EVENT_TYPES, eventsOf, placesIn, wrongFor } from "./support/shape-values.ts";

const seed = 20_260_802;

/** Puts a wrong value at one place of an event; undefined where every value would be right. */
function corrupt(event: Wire, pick: number): { event: Wire; path: string; wrong: unknown } | undefined {
  const copy = structuredClone(event);
  // What a peer declares decides how it is judged, so that one stays.
  const places = placesIn(copy, "Event").filter(({ path }) => path !== "protocolVersion");
  const place = places[pick % places.length];
  if (place === undefined) return undefined;
  const wrongs = wrongFor(place);
  if (wrongs.length === 0) return undefined;
  const wrong = wrongs[pick % wrongs.length];
  if (wrong === undefined) Reflect.deleteProperty(place.holder, place.key);
  else Reflect.set(place.holder, place.key, wrong);
  return { event: copy, path: place.path, wrong };
}

test.each(EVENT_TYPES)("%s", async (type) => {
  await fc.assert(
    fc.asyncProperty(plans, eventsOf(type), fc.nat(), fc.nat(), async (plan, complete, pick, where) => {
      const declared = type === "RUN_STARTED" ? { ...complete, protocolVersion: "1.1" } : complete;
      const corrupted = corrupt(declared, pick);
      fc.pre(corrupted !== undefined);
      const { events } = buildRun({ ...plan, commands: plan.commands.slice(0, 8), replayed: undefined });
      const index = 1 + (where % (events.length - 1));
      const stream = [...events.slice(0, index), corrupted?.event, ...events.slice(index)];
      const { end, snapshot } = await play(inProcess(stream));
      expect(end.status).toBe("rejected");
      expect(snapshot.status).toBe("rejected");
      expect(isProtocolError(end.error) && { path: end.error.path, index: end.error.index }).toEqual({
        path: corrupted?.path,
        index,
      });
    }),
    { seed, numRuns: 100 },
  );
});
