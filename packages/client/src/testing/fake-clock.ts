import type { Timer } from "../lib/environment.ts";

/** A clock that stands still until it is moved, with the timers that go by it. */
export interface FakeClock {
  /** For `environment.clock`: milliseconds since the epoch. */
  now(): number;
  /** For `environment.timer`. */
  readonly timer: Timer;
  /**
   * Moves the clock on by so many milliseconds and rings, at its own time, each timer that is due by then, also
   * one that another has set. In React, inside of `act`.
   */
  advance(ms: number): void;
  /** Moves the clock on to a time: milliseconds since the epoch, a date, or ISO 8601. Throws `RangeError` for one that is past or no time. */
  advanceTo(time: number | string | Date): void;
  /** How many timers wait. */
  timers(): number;
}

interface Waiting {
  readonly at: number;
  readonly ring: () => void;
}

/** The time that a fake clock starts at unless told: the same in every test. */
const START = Date.UTC(2030, 0, 1);

/** Creates a clock that shows this time, 2030-01-01T00:00:00Z unless given; throws `RangeError` for what is no time. */
export function createFakeClock(start: number | string | Date = START): FakeClock {
  let now = readTime(start);
  let waiting: readonly Waiting[] = [];

  function due(until: number): Waiting | undefined {
    const [first] = waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
    return first;
  }

  function advanceTo(time: number | string | Date): void {
    const until = readTime(time);
    if (until < now) throw new RangeError(`The clock shows ${new Date(now).toISOString()}, which is later.`);
    for (let next = due(until); next; next = due(until)) {
      const { at, ring } = next;
      waiting = waiting.filter((each) => each !== next);
      now = Math.max(now, at);
      ring();
    }
    now = Math.max(now, until);
  }

  return {
    now: () => now,
    timer(ring, delay) {
      const one: Waiting = { at: now + Math.max(0, delay), ring };
      waiting = [...waiting, one];
      return () => {
        waiting = waiting.filter((each) => each !== one);
      };
    },
    advance: (ms) => advanceTo(now + ms),
    advanceTo,
    timers: () => waiting.length,
  };
}

function readTime(time: number | string | Date): number {
  const ms = new Date(time).getTime();
  if (Number.isNaN(ms)) throw new RangeError(`This is no time: ${time}`);
  return ms;
}
