/** From here on down a reader hears of each second, above it of each minute; in milliseconds. */
const HOUR_MS = 3_600_000;

interface Reader {
  /** The moment that is waited for. */
  readonly at: number;
  readonly tell: (now: number) => void;
  /** What was left when it was last told, in whole steps. */
  told?: number;
}

const clocks = new WeakMap<() => number, ReturnType<typeof createClock>>();

/**
 * Tells the time at once and then each second, each minute while `at` is more than an hour away, until
 * `at` has passed. One timer serves all readers of a clock, and a page that comes back into view is told
 * at once, since timers of a hidden one may be late. Returns the function that ends it.
 */
export function watchUntil(now: () => number, at: number, tell: (now: number) => void): () => void {
  const clock = clocks.get(now) ?? createClock(now);
  clocks.set(now, clock);
  return clock({ at, tell });
}

function createClock(now: () => number): (reader: Reader) => () => void {
  const readers = new Set<Reader>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tick(): void {
    const time = now();
    const waits = [...readers].flatMap((reader) => {
      const left = Math.max(0, reader.at - time);
      const step = left > HOUR_MS ? 60_000 : 1000;
      // By what would be said and not by when it is due: a clock may be set anew, and timers ring early.
      const steps = Math.ceil(left / step) * step;
      if (steps !== reader.told) reader.tell(time);
      reader.told = steps;
      return left > 0 ? [left % step || step] : [];
    });
    clearTimeout(timer);
    if (waits.length > 0) timer = setTimeout(tick, Math.min(...waits));
  }

  return (reader) => {
    readers.add(reader);
    document.addEventListener("visibilitychange", tick);
    tick();
    return () => {
      readers.delete(reader);
      if (readers.size === 0) document.removeEventListener("visibilitychange", tick);
      tick();
    };
  };
}
