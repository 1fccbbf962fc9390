import { randomId } from "../lib/ids.ts";
import { openPings } from "../tabs/ping.ts";
import { watchPage } from "../tabs/watch-page.ts";
import type { StorageAdapter } from "./adapter.ts";
import { createKeeper } from "./keeper.ts";
import { patient } from "./patient.ts";
import { createPendingList } from "./pending-list.ts";
import type { ThreadRecord } from "./record.ts";
import type { Keeper, StorageConnection, ThreadStorage } from "./types.ts";

export interface StorageOptions {
  /** Keeps the threads of several apps, or people, of one origin apart; `holdpoint` unless given. */
  key?: string;
  /** The longest record of a thread, in characters; 2,000,000 unless given. Above it, its oldest turns are left out. */
  maxLength?: number;
  /**
   * Changes what is kept, to leave out what must not be; what it has made once, it leaves as it is. After
   * a reload, and in other tabs, the thread is shown, and sent, as it was kept, and an answer whose
   * payload was left out is to be given again. A tab that knows what was left out goes on with that.
   */
  redact?: (record: ThreadRecord) => ThreadRecord;
}

const MAX_LENGTH = 2_000_000;

/**
 * Makes a storage of any place that keeps texts by key. Records are checked when they are read; one that
 * cannot be used is put aside under the key `{key}/broken/{threadId}`, with a warning.
 */
export function createStorage(place: StorageAdapter, options: StorageOptions = {}): ThreadStorage {
  const adapter = patient(place);
  const { key: app = "holdpoint", maxLength = MAX_LENGTH, redact } = options;
  const prefix = `${app}/thread/`;
  const keyOf = (threadId: string) => prefix + threadId;
  const brokenKeyOf = (threadId: string) => `${app}/broken/${threadId}`;
  const idOf = (key: string) => (key.startsWith(prefix) ? key.slice(prefix.length) : undefined);

  return {
    connect({ environment, warn }): StorageConnection {
      const keepers = new Map<string, Keeper>();
      /** The last writes of handles that are closed. */
      const closing = new Map<string, Promise<void>>();
      /** The last removal of everything. */
      let clearing: Promise<void> | undefined;
      const tab = randomId();
      const pending = createPendingList({ adapter, environment, warn, idOf });
      const pings = openPings(environment, app, hear);
      const unwatch = adapter.watch?.(hear);
      const unwatchPage = watchPage(
        (isGoing) => {
          for (const keeper of keepers.values()) keeper.flush(isGoing);
        },
        () => {
          for (const keeper of keepers.values()) keeper.sync();
          pending.refresh();
        },
      );

      /** Another tab has written. */
      function hear(key: string): void {
        const threadId = idOf(key);
        if (threadId === undefined) return;
        keepers.get(threadId)?.sync();
        pending.refresh(key);
      }

      async function remove(key: string): Promise<void> {
        await adapter.update(key, () => undefined);
        pings.send(key);
        await pending.refresh(key);
      }

      /** Forgets what is kept of a thread; a handle that is opened meanwhile waits for it. */
      function forget(threadId: string): Promise<void> {
        const last = Promise.all([keepers.get(threadId)?.discard(), closing.get(threadId)]);
        const forgotten = last.then(async () => {
          await Promise.all([remove(keyOf(threadId)), remove(brokenKeyOf(threadId))]);
        });
        closing.set(
          threadId,
          forgotten.catch(() => {}),
        );
        return forgotten;
      }

      async function removeOthers(open: ReadonlySet<string>): Promise<void> {
        const keys = await adapter.keys();
        const isOther = (key: string) => {
          const threadId = idOf(key);
          return threadId === undefined ? key.startsWith(brokenKeyOf("")) : !open.has(threadId);
        };
        await Promise.all(keys.filter(isOther).map(remove));
      }

      return {
        pending,
        keep(thread) {
          const { threadId } = thread;
          const key = keyOf(threadId);
          const keeper = createKeeper(
            {
              adapter,
              environment,
              warn,
              key,
              brokenKey: brokenKeyOf(threadId),
              tab,
              maxLength,
              redact,
              after: closing.get(threadId) ?? clearing,
              onWrite() {
                pings.send(key);
                pending.show(thread.record());
              },
            },
            thread,
          );
          const kept: Keeper = {
            ...keeper,
            close() {
              const written = keeper.close();
              // Closed again, it is not what the next handle has to wait for.
              if (keepers.get(threadId) !== kept) return written;
              keepers.delete(threadId);
              closing.set(threadId, written);
              return written;
            },
          };
          keepers.set(threadId, kept);
          return kept;
        },
        remove: forget,
        async clear() {
          const open = new Set([...keepers.keys(), ...closing.keys()]);
          const cleared = Promise.all([removeOthers(open), ...[...open].map(forget)]);
          // A handle that is opened meanwhile waits until what was kept is gone.
          clearing = cleared.then(
            () => {},
            () => {},
          );
          await cleared;
        },
        close() {
          unwatch?.();
          unwatchPage();
          // The last writes are still told to other tabs.
          for (const keeper of keepers.values()) keeper.close();
          Promise.all(closing.values()).then(() => pings.close());
        },
      };
    },
  };
}
