import {
  type AgentClient,
  type AgentClientOptions,
  createAgentClient,
  type Offer,
  type Thread,
  type ThreadSeed,
} from "@holdpoint/client";
import { createHearing } from "./hearing.ts";
import { createInspection, EVENTS, inspect } from "./inspection.ts";

/** How much of a client is kept to be looked at. */
export interface InspectOptions {
  /** How many events of a thread are kept, the newest; 2000 unless given. */
  limit?: number;
}

/**
 * Creates a client as `createAgentClient` does, that notes from its first request on what `Inspector`
 * shows: the body of each request, each object of its stream as it came, before any middleware, and every warning. What it sends,
 * does and shows is the same. It keeps the last 50 requests and `limit` events of a thread in memory, never
 * a header, and forgets them with `remove` and `clear`.
 *
 * @example
 * const client = import.meta.env.DEV ? createInspectableClient(options) : createAgentClient(options);
 */
export function createInspectableClient(
  options: AgentClientOptions,
  { limit = EVENTS }: InspectOptions = {},
): AgentClient {
  const seeds = new Map<string, ThreadSeed>();
  const changes = new Map<string, Set<(offer: Offer) => Offer>>();
  /** Each handle with what is handed out for it. */
  const handles = new Map<string, { readonly thread: Thread; readonly inspectable: Thread }>();
  const inspection = createInspection(limit, { options, seeds, changes });
  const client = createAgentClient({ ...options, ...createHearing(inspection, options) });

  // A thread is noted without the type of its state, which only the app knows.
  function threadOf<State>(id: string, seed?: ThreadSeed<State>): Thread<State>;
  function threadOf(id: string, seed: ThreadSeed = {}): Thread {
    const thread = client.thread(id, seed);
    const known = handles.get(id);
    if (known?.thread === thread) return known.inspectable;
    const changing = new Set<(offer: Offer) => Offer>();
    const inspectable: Thread = {
      ...thread,
      prepare(change) {
        const mine = (offer: Offer): Offer => change(offer);
        changing.add(mine);
        const end = thread.prepare(mine);
        return () => {
          changing.delete(mine);
          end();
        };
      },
    };
    handles.set(id, { thread, inspectable });
    seeds.set(id, seed);
    changes.set(id, changing);
    inspection.journal(id).watch(inspectable);
    return inspectable;
  }

  const inspectable: AgentClient = {
    ...client,
    thread: threadOf,
    // At once: a handle that is asked for while the rest is removed is a new one.
    remove(id) {
      const removed = client.remove(id);
      forget(id);
      return removed;
    },
    clear() {
      const cleared = client.clear();
      for (const id of [...handles.keys()]) forget(id);
      inspection.forget();
      return cleared;
    },
  };
  inspect(inspectable, inspection);
  return inspectable;

  function forget(id: string): void {
    handles.delete(id);
    seeds.delete(id);
    changes.delete(id);
    inspection.forget(id);
  }
}
