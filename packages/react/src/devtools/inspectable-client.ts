import {
  type AgentClient,
  type AgentClientOptions,
  createAgentClient,
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
  const handles = new Map<string, Thread>();
  const inspection = createInspection(limit, { options, seeds });
  const client = createAgentClient({ ...options, ...createHearing(inspection, options) });

  // A thread is noted without the type of its state, which only the app knows.
  function threadOf<State>(id: string, seed?: ThreadSeed<State>): Thread<State>;
  function threadOf(id: string, seed: ThreadSeed = {}): Thread {
    const thread = client.thread(id, seed);
    if (handles.get(id) !== thread) {
      handles.set(id, thread);
      seeds.set(id, seed);
      inspection.journal(id).watch(thread);
    }
    return thread;
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
    inspection.forget(id);
  }
}
