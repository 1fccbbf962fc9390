import type { InboxEntry } from "./approvals/types.ts";
import { createCell, type Readable } from "./lib/cell.ts";
import { atOnce } from "./lib/publisher.ts";
import type { Thread } from "./run/thread-types.ts";

/** Every thread that waits for somebody: those that are open here, then those that are only kept. */
export type Inbox = readonly InboxEntry[];

export interface InboxControl extends Readable<Inbox> {
  /** Looks again at the threads. */
  refresh(): void;
}

/** Collects what is pending; `kept` are the entries of a storage, which is first read when somebody asks. */
export function createInbox(
  threads: ReadonlyMap<string, Thread>,
  kept: Readable<Inbox> | undefined,
): InboxControl {
  const cell = createCell<Inbox>([], atOnce);
  let isWatched = false;

  function refresh(): void {
    if (!isWatched) return;
    const elsewhere = kept?.get().filter(({ threadId }) => !threads.has(threadId)) ?? [];
    const here = [...threads.values()].map(({ threadId, approvals }) => ({
      threadId,
      approvals: approvals.get(),
    }));
    cell.set([...here, ...elsewhere].filter(({ approvals }) => approvals.batch !== null));
  }

  function watch(): void {
    if (isWatched) return;
    isWatched = true;
    kept?.subscribe(refresh);
    refresh();
  }

  return {
    get() {
      watch();
      return cell.get();
    },
    subscribe(onChange) {
      watch();
      return cell.subscribe(onChange);
    },
    refresh,
  };
}
