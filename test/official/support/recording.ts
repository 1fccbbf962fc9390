import { framesOf } from "../../property/support/play.ts";
import type { Recording } from "./official-client.ts";

/** A stream as both clients get it: the same bytes, for the run that it says it is. */
export function record(events: readonly object[], messages: readonly object[] = []): Recording {
  const opening = events.findLast((event) => Reflect.get(event, "type") === "RUN_STARTED") ?? {};
  return {
    threadId: String(Reflect.get(opening, "threadId") ?? "t1"),
    runId: String(Reflect.get(opening, "runId") ?? "r1"),
    messages,
    body: new Uint8Array(Buffer.concat(framesOf(events))),
  };
}
