import type {
  AgentClient,
  AgentClientOptions,
  Offer,
  Readable,
  ThreadSeed,
  Warning,
} from "@holdpoint/client";
import type { WarningEntry } from "./entries.ts";
import { createJournal, type Journal } from "./journal.ts";
import { createRing, createView } from "./ring.ts";

/** What is noted of a client, and of what it was made. */
export interface Inspection {
  journal(threadId: string): Journal;
  /** Those of all its threads. */
  readonly warnings: Readable<readonly WarningEntry[]>;
  warned(warning: Warning, about: Pick<WarningEntry, "threadId" | "run" | "type">): void;
  forget(threadId?: string): void;
  /** Absent where the client was not made to be inspected: then its requests and warnings are not heard. */
  readonly made?: Made;
}

/** What the next request of a thread is made from. */
export interface Made {
  readonly options: AgentClientOptions;
  readonly seeds: ReadonlyMap<string, ThreadSeed>;
  /** What parts of the app change of what the runs of a thread offer, in their order. */
  readonly changes: ReadonlyMap<string, ReadonlySet<(offer: Offer) => Offer>>;
}

/** How many events are kept of a thread, unless told. */
export const EVENTS = 2000;
const WARNINGS = 200;

const inspections = new WeakMap<AgentClient, Inspection>();

/** Creates what is noted of a client. */
export function createInspection(limit: number, made?: Made): Inspection {
  const journals = new Map<string, Journal>();
  const warnings = createRing<WarningEntry>(WARNINGS);
  const view = createView(warnings.list);
  let key = 0;
  const nextKey = (): number => ++key;

  return {
    journal(threadId) {
      const journal = journals.get(threadId) ?? createJournal(limit, nextKey);
      journals.set(threadId, journal);
      return journal;
    },
    warnings: view,
    warned(warning, about) {
      warnings.push({ key: nextKey(), at: Date.now(), warning, ...about });
      view.changed();
    },
    forget(threadId) {
      if (threadId === undefined) {
        for (const journal of journals.values()) journal.forget();
        warnings.clear();
      } else {
        journals.get(threadId)?.forget();
        const others = warnings.list().filter((entry) => entry.threadId !== threadId);
        warnings.clear();
        for (const entry of others) warnings.push(entry);
      }
      view.changed();
    },
    ...(made && { made }),
  };
}

/** Keeps what is noted of a client beside it. */
export function inspect(client: AgentClient, inspection: Inspection): void {
  inspections.set(client, inspection);
}

/** What is noted of a client: from now on where it was not made to be inspected. */
export function inspectionOf(client: AgentClient): Inspection {
  const inspection = inspections.get(client) ?? createInspection(EVENTS);
  inspect(client, inspection);
  return inspection;
}
