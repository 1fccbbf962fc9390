/** From here on down a reader hears of each second, above it of each minute; in milliseconds. */
const HOUR_MS = 3_600_000;
const stepOf = (left: number): number => (left > HOUR_MS ? 60_000 : 1000);

interface Reader {
  /** The moment that is waited for. */
  readonly at: number;
  readonly tell: (now: number) => void;
  /** The steps that were left when it was last told. */
  told: string;
}

interface SharedClock {
  readonly readers: Set<Reader>;
  tick(): void;
}

const clocks = new WeakMap<() => number, SharedClock>();

/**
 * Tells the time at once and then each second, each minute while `at` is more than an hour away, until
 * `at` has passed. One timer serves all readers of a clock, and a page that comes back into view is told
 * at once, since timers of a hidden one may be late. Returns the function that ends it.
 */
export function watchUntil(now: () => number, at: number, tell: (now: number) => void): () => void {
  const clock = clocks.get(now) ?? createClock(now);
  clocks.set(now, clock);
  const reader: Reader = { at, tell, told: "" };
  clock.readers.add(reader);
  clock.tick();
  return () => {
    clock.readers.delete(reader);
    clock.tick();
  };
}

function createClock(now: () => number): SharedClock {
  const readers = new Set<Reader>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWatching = false;

  function tick(): void {
    const time = now();
    for (const reader of [...readers]) {
      const left = Math.max(0, reader.at - time);
      const step = stepOf(left);
      // By what would be said and not by when it is due: a clock may be set anew, and timers ring early.
      const steps = `${Math.ceil(left / step)} of ${step}`;
      if (steps === reader.told) continue;
      reader.told = steps;
      reader.tell(time);
    }
    clearTimeout(timer);
    const waits = [...readers].map(({ at }) => waitOf(at - time)).filter((wait) => wait > 0);
    if (waits.length > 0) timer = setTimeout(tick, Math.min(...waits));
    watch(readers.size > 0);
  }

  function watch(wanted: boolean): void {
    if (wanted === isWatching) return;
    isWatching = wanted;
    if (wanted) document.addEventListener("visibilitychange", tick);
    else document.removeEventListener("visibilitychange", tick);
  }

  return { readers, tick };
}

/** How long what is left stays the same in words; 0 where nothing is left. */
function waitOf(left: number): number {
  if (left <= 0) return 0;
  return left % stepOf(left) || stepOf(left);
}
