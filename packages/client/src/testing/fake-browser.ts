import type { Environment } from "../lib/environment.ts";

type Channel = NonNullable<Environment["channel"]>;

/** What a browser gives to all tabs of an origin: locks and channels, in one process, without delay. */
export interface FakeBrowser {
  /** A tab's own view of them. */
  open(): FakeTab;
}

export interface FakeTab {
  readonly locks: LockManager;
  readonly channel: Channel;
  /** The tab is gone from one moment to the next: its locks are free, its channels silent. */
  kill(): void;
}

interface Waiting {
  readonly tab: object;
  grant(): void;
}

/** Makes a browser without tabs. */
export function createFakeBrowser(): FakeBrowser {
  const held = new Map<string, object>();
  const queues = new Map<string, Waiting[]>();
  const channels = new Set<{ readonly tab: object; readonly name: string; hear(data: unknown): void }>();

  function free(name: string): void {
    held.delete(name);
    const next = queues.get(name)?.shift();
    if (next === undefined) return;
    held.set(name, next.tab);
    next.grant();
  }

  return {
    open() {
      const tab = {};
      let alive = true;

      async function request(name: string, ...rest: unknown[]): Promise<unknown> {
        const run = rest.at(-1);
        const options = Object(rest.length > 1 ? rest[0] : {});
        if (typeof run !== "function") throw new TypeError("A lock needs a callback.");
        if (!alive) return new Promise(() => {});
        if (held.has(name)) {
          if (options.ifAvailable) return run(null);
          await new Promise<void>((resolve, reject) => {
            const queue = queues.get(name) ?? [];
            queues.set(name, queue);
            const waiting = { tab, grant: resolve };
            queue.push(waiting);
            const signal: AbortSignal | undefined = options.signal;
            signal?.addEventListener("abort", () => {
              if (queue.includes(waiting)) queue.splice(queue.indexOf(waiting), 1);
              reject(signal.reason);
            });
          });
        }
        if (!alive) return new Promise(() => {});
        held.set(name, tab);
        try {
          return await run({ name, mode: "exclusive" });
        } finally {
          if (alive) free(name);
        }
      }

      const channel: Channel = (name) => {
        const end = {
          tab,
          name,
          hear: (data: unknown) => made.onmessage?.(new MessageEvent("message", { data })),
        };
        const made: BroadcastChannel = Object.assign(new EventTarget(), {
          name,
          onmessage: null,
          onmessageerror: null,
          close: () => {
            channels.delete(end);
          },
          postMessage(data: unknown) {
            if (!alive) return;
            for (const other of [...channels]) if (other !== end && other.name === name) other.hear(data);
          },
        });
        channels.add(end);
        return made;
      };

      return {
        locks: { request, query: async () => ({}) },
        channel,
        kill() {
          alive = false;
          for (const end of [...channels]) if (end.tab === tab) channels.delete(end);
          for (const [name, queue] of queues) {
            queues.set(
              name,
              queue.filter((waiting) => waiting.tab !== tab),
            );
          }
          for (const [name, owner] of [...held]) if (owner === tab) free(name);
        },
      };
    },
  };
}
