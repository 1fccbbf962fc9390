import type { StorageAdapter } from "@holdpoint/client";
import type { VirtualTime } from "./virtual-time.ts";

/** One text that tabs share, as a storage keeps the one thread of a model. */
export interface SharedPlace {
  open(): TabPlace;
  /** What is kept, whatever a tab may see of it yet. */
  text(): string | undefined;
}

/** What one tab has of it. */
export interface TabPlace {
  readonly adapter: StorageAdapter;
  /** Tells the tab to look, as a platform does that has seen another tab write. */
  look(): void;
  kill(): void;
}

export interface PlaceOptions {
  readonly time: VirtualTime;
  /** Writes are seen by other tabs some milliseconds later, as in `localStorage`. */
  readonly late: boolean;
  /** How many turns the next access takes. */
  latency(): number;
  /** Hears of every text before it replaces another. */
  onWrite(before: string | undefined, after: string | undefined): void;
}

export const THREAD = "t1";
const KEY = `holdpoint/thread/${THREAD}`;
const SEEN_AFTER_MS = 4;
const SETTLE_MS = 20;

const forever = () => new Promise<never>(() => {});

interface View {
  text: string | undefined;
  /** Writes of this tab that have not arrived; each makes one do so. */
  readonly pending: Set<() => void>;
}

export function createSharedPlace({ time, late, latency, onWrite }: PlaceOptions): SharedPlace {
  let kept: string | undefined;
  const views = new Set<View>();

  function arrive(text: string | undefined): void {
    onWrite(kept, text);
    kept = text;
  }

  return {
    text: () => kept,
    open() {
      const view: View = { text: kept, pending: new Set() };
      views.add(view);
      let alive = true;
      let hear = (_: string): void => {};

      /** Takes its time, and for ever where the tab is gone. */
      async function wait(): Promise<void> {
        await time.turns(latency());
        if (!alive) await forever();
      }

      function writeLate(text: string | undefined): void {
        view.text = text;
        const land = () => {
          if (!view.pending.delete(land)) return;
          arrive(text);
          for (const each of views) if (each.pending.size === 0) each.text = kept;
        };
        view.pending.add(land);
        time.after(SEEN_AFTER_MS, land);
      }

      return {
        adapter: {
          ...(late && { settleTime: SETTLE_MS }),
          async read(key) {
            await wait();
            const text = key === KEY ? (late ? view.text : kept) : undefined;
            await wait();
            return text;
          },
          async update(key, change) {
            if (!late) await time.turns(latency());
            if (!alive) await forever();
            if (key !== KEY) throw new Error(`Nothing should be written at "${key}".`);
            const before = late ? view.text : kept;
            const after = change(before);
            if (after !== before) (late ? writeLate : arrive)(after);
            await wait();
          },
          keys: async () => [KEY],
          watch(onChange) {
            hear = onChange;
            return () => {};
          },
        },
        look: () => hear(KEY),
        kill() {
          alive = false;
          views.delete(view);
          for (const land of [...view.pending]) land();
        },
      };
    },
  };
}
