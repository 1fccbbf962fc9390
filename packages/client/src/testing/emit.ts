import type { EventOf, EventType, TokenUsage } from "../protocol/events.ts";
import { inOneMoment, type Step } from "./step.ts";

/** What a script sends by hand: anything but the begin and the end of a run, which are the agent's and the endings'. */
export type EmittedEvent = EventOf<Exclude<EventType, "RUN_STARTED" | "RUN_FINISHED" | "RUN_ERROR">>;

/** Sends events of the protocol as they are, together. What they open is closed with the run. */
export function emit(...events: readonly EmittedEvent[]): Step {
  return inOneMoment("emit", ({ send }) => {
    for (const event of events) send(event);
  });
}

/** Sends an event of the app's own. Source: AG-UI 1.1, events/special. */
export function custom(name: string, value: unknown): Step {
  return inOneMoment("custom", ({ send }) => send({ type: "CUSTOM", name, value: value ?? null }));
}

/**
 * Sends anything at all, to see what an app makes of a stream that breaks the protocol. From here on nothing
 * that the run sends is held to it. For a whole stream of another kind see `rawRun`.
 */
export function raw(...objects: readonly unknown[]): Step {
  return inOneMoment("raw", ({ sendRaw }) => {
    for (const object of objects) sendRaw(object);
  });
}

/** Token counts that the end of the run reports. Source: AG-UI 1.1, events/lifecycle. */
export function usage(...counts: readonly TokenUsage[]): Step {
  return inOneMoment("usage", ({ use }) => use(counts));
}
