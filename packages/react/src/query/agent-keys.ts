import type { AgentClient } from "@holdpoint/client";

/** The beginning of every key that concerns one client. */
export type ClientKey = readonly ["holdpoint", string];
/** Of all that concerns one thread: its query, and its mutations. */
export type ThreadKey = readonly [...ClientKey, "thread", string];
/** Of a client's inbox. */
export type InboxKey = readonly [...ClientKey, "inbox"];

const names = new WeakMap<AgentClient, string>();
let page: string | undefined;
let count = 0;

/**
 * Two clients may know threads of one id, so each has a name of its own. It differs from page to page, too:
 * what was persisted of a cache says that a thread was loaded, and on a new page it was not.
 */
function nameOf(client: AgentClient): string {
  const known = names.get(client);
  if (known !== undefined) return known;
  // Not when the module is loaded: some servers allow no randomness then.
  page ??= [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");
  count += 1;
  const name = `${page}-${count}`;
  names.set(client, name);
  return name;
}

/** The keys in Query's caches. Each begins with the one before it, so that a filter by one holds for all below it. */
export const agentKeys: {
  /** All that concerns a client. */
  client(client: AgentClient): ClientKey;
  /** All that concerns a thread, and the very key of `threadQueryOptions`. */
  thread(client: AgentClient, threadId: string): ThreadKey;
  /** The mutations of `useSendMutation`. */
  send(client: AgentClient, threadId: string): readonly [...ThreadKey, "send"];
  /** The mutations of `useSubmitMutation`. */
  submit(client: AgentClient, threadId: string): readonly [...ThreadKey, "submit"];
  /** Both inboxes, and the very key of `inboxQueryOptions` without a loader. */
  inbox(client: AgentClient): InboxKey;
  /** The key of `inboxQueryOptions` with a loader. */
  serverInbox(client: AgentClient): readonly [...InboxKey, "server"];
} = {
  client: (client) => ["holdpoint", nameOf(client)],
  thread: (client, threadId) => ["holdpoint", nameOf(client), "thread", threadId],
  send: (client, threadId) => [...agentKeys.thread(client, threadId), "send"],
  submit: (client, threadId) => [...agentKeys.thread(client, threadId), "submit"],
  inbox: (client) => ["holdpoint", nameOf(client), "inbox"],
  serverInbox: (client) => [...agentKeys.inbox(client), "server"],
};
