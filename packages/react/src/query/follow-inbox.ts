import type { AgentClient, Inbox } from "@holdpoint/client";
import type { Query, QueryClient } from "@tanstack/react-query";

/** Keeps a query in step with the inbox of a client for as long as it is in its cache. */
interface Following {
  /** Loads what a server has, and gives it with what waits here. */
  load(fromServer: () => Promise<Inbox>): Promise<Inbox>;
}

const followings = new WeakMap<object, Following>();

/** The one following of a query. */
export function followInbox(queries: QueryClient, query: Query, client: AgentClient): Following {
  const known = followings.get(query);
  if (known) return known;
  const { inbox } = client;
  const cache = queries.getQueryCache();
  /** What the server has, but for what was answered here since. */
  let served: Inbox = [];
  let here = idsOf(inbox.get());
  /** Threads that have ceased to wait here while the server was asked; it may not know yet. */
  let settled = new Set<string>();
  let loads = 0;
  /** Something has changed since the last load has given its result, which does not show yet. */
  let isLate = false;

  /** A thread that is open here is better known here. */
  function read(): Inbox {
    const own = inbox.get();
    const ids = idsOf(own);
    return [...own, ...served.filter(({ threadId }) => !ids.has(threadId))];
  }

  function show(): void {
    queries.setQueryData(query.queryKey, read());
  }

  const unsubscribe = inbox.subscribe(() => {
    const ids = idsOf(inbox.get());
    for (const id of here) if (!ids.has(id)) settled.add(id);
    served = served.filter(({ threadId }) => !settled.has(threadId));
    here = ids;
    isLate = true;
    // Before the first load is over, or where it has failed, there is nothing to add to.
    if (query.state.data !== undefined) show();
  });

  const unwatch = cache.subscribe((event) => {
    if (event.query !== query) return;
    if (event.type === "removed") {
      unsubscribe();
      unwatch();
      followings.delete(query);
    } else if (
      event.type === "updated" &&
      event.action.type === "success" &&
      !event.action.manual &&
      isLate
    ) {
      show();
    }
  });

  const following: Following = {
    async load(fromServer) {
      loads += 1;
      const load = loads;
      settled = new Set();
      const loaded = await fromServer();
      // Another one has been started since, and this one's result is of no interest to anybody.
      if (load === loads) served = loaded.filter(({ threadId }) => !settled.has(threadId));
      isLate = false;
      return read();
    },
  };
  followings.set(query, following);
  return following;
}

const idsOf = (inbox: Inbox): ReadonlySet<string> => new Set(inbox.map(({ threadId }) => threadId));
