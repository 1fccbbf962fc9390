import { type AgentClient, type OnWarning, readRecord, StorageError, type Thread } from "@holdpoint/client";
import {
  type DataTag,
  type QueryFunctionContext,
  queryOptions,
  type UnusedSkipTokenOptions,
} from "@tanstack/react-query";
import { agentKeys, type ThreadKey } from "./agent-keys.ts";
import { isShown, wouldLose } from "./unsent.ts";

/** What became of a thread that was loaded. The conversation itself is on the thread, and never in Query's cache. */
export interface LoadedThread {
  readonly threadId: string;
  /**
   * `shown`: the thread is as the server has it. `kept`: it was left as it is here, since a run was out or had
   * ended meanwhile, or it has answers, drafts or a message that no agent has got. `absent`: the server has no such thread.
   */
  readonly outcome: "shown" | "kept" | "absent";
}

/** Options of {@link threadQueryOptions}. */
export interface ThreadQuery {
  client: AgentClient;
  threadId: string;
  /**
   * Gets the thread from a server that keeps it: a record, as `readRecord` of `@holdpoint/client` takes it,
   * such as the JSON of `thread.export()`, or `{ version: 1, threadId, messages }` with the `interrupts` and the `runId` of a
   * run that has stopped to ask. null or undefined where there is no such thread. Hand on `context.signal`
   * to end the request once nobody waits for it.
   */
  load(threadId: string, context: QueryFunctionContext<ThreadKey>): unknown;
  /** Hears of what was left out of a record because it is not known. */
  onWarning?: OnWarning;
}

/** Options of a query for one thread; `select` and all others can be laid over them. */
export type ThreadQueryOptions = UnusedSkipTokenOptions<LoadedThread, Error, LoadedThread, ThreadKey> & {
  queryKey: DataTag<ThreadKey, LoadedThread, Error>;
};

/**
 * A query that loads a thread from a server and shows it: messages, state and pending questions. What the
 * loader gives is checked; anything malformed, or of another thread, fails the query with a `StorageError` that names the
 * place, and the thread stays as it was.
 *
 * A thread is loaded once, and again when the query is invalidated, since it is kept up to date by its own
 * runs; a `staleTime` laid over these options changes that. What only this page has is never overwritten.
 * Invalidate the query, too, after `client.remove(threadId)`.
 */
export function threadQueryOptions({ client, threadId, load, onWarning }: ThreadQuery): ThreadQueryOptions {
  return queryOptions({
    queryKey: agentKeys.thread(client, threadId),
    async queryFn(context): Promise<LoadedThread> {
      const thread = client.thread(threadId);
      await thread.ready;
      const before = thread.get();
      const loaded = await load(threadId, context);
      if (loaded === undefined || loaded === null) return { threadId, outcome: "absent" };
      const record = read(threadId, loaded, onWarning);
      // Only now: who looks at the signal before has the request ended with the last component.
      context.signal.throwIfAborted();
      return { threadId, outcome: show(thread, before, record) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function read(threadId: string, loaded: unknown, onWarning: OnWarning | undefined) {
  try {
    const record = readRecord(loaded, onWarning);
    if (record.threadId === threadId) return record;
    throw new StorageError(`The record is that of "${record.threadId}".`);
  } catch (error) {
    const { message = error } = Object(error);
    throw new StorageError(`The thread "${threadId}" was not loaded. ${message}`, error);
  }
}

function show(thread: Thread, before: Before, record: Parameters<Thread["hydrate"]>[0]): "shown" | "kept" {
  if (isShown(thread, record)) return "shown";
  const now = thread.get();
  const hasMoved =
    now.runId !== before.runId || now.messages !== before.messages || now.state !== before.state;
  if (hasMoved || wouldLose(thread, record)) return "kept";
  thread.hydrate(record);
  return "shown";
}

type Before = ReturnType<Thread["get"]>;
