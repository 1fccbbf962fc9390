import type { AgentClient, Inbox, OnWarning } from "@holdpoint/client";
import {
  type DataTag,
  type QueryFunctionContext,
  queryOptions,
  type UnusedSkipTokenOptions,
} from "@tanstack/react-query";
import { agentKeys, type InboxKey } from "./agent-keys.ts";
import { followInbox } from "./follow-inbox.ts";
import { readInbox } from "./read-inbox.ts";

/** Options of {@link inboxQueryOptions}. */
export interface InboxQuery {
  client: AgentClient;
  /**
   * Gets the threads that wait from a server: a list of records, as `readRecord` of `@holdpoint/client` takes them, each with at
   * least `threadId`, `runId` and `interrupts`. Without a loader, those that the client knows.
   */
  load?(context: QueryFunctionContext): unknown;
  /** Hears of what was left out because it is not known. */
  onWarning?: OnWarning;
}

/** Options of a query for an inbox; `select` and all others can be laid over them. */
export type InboxQueryOptions = UnusedSkipTokenOptions<Inbox, Error, Inbox, InboxQueryKey> & {
  queryKey: DataTag<InboxQueryKey, Inbox, Error>;
};

type InboxQueryKey = InboxKey | ReturnType<typeof agentKeys.serverInbox>;

/**
 * The inbox of a client as a query that follows it: every change shows at once, for as long as the query is in its cache.
 *
 * With a loader, what a server lists is put after what waits here, as often as the query is fetched; a thread
 * that is known here is shown as it is here, and one that was answered here is left out until the next fetch.
 * What the loader gives is checked; anything malformed fails the query with a `StorageError` that names the place.
 */
export function inboxQueryOptions({ client, load, onWarning }: InboxQuery): InboxQueryOptions {
  const queryKey: InboxQueryKey = load ? agentKeys.serverInbox(client) : agentKeys.inbox(client);
  return queryOptions({
    queryKey,
    async queryFn(context): Promise<Inbox> {
      const query = context.client.getQueryCache().find({ queryKey: context.queryKey, exact: true });
      if (!query) return client.inbox.get();
      const fromServer = async () => (load ? readInbox(await load(context), client.now, onWarning) : []);
      return followInbox(context.client, query, client).load(fromServer);
    },
    // What is followed is never out of date, and being offline keeps nobody from reading it.
    ...(!load && { staleTime: Number.POSITIVE_INFINITY, networkMode: "always" as const }),
  });
}
