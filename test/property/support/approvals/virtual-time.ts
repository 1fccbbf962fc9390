/** Time that passes only when it is told to, with the platform's timers on it. */
export interface VirtualTime {
  /** Milliseconds since the epoch. */
  now(): number;
  after(delay: number, task: () => void): () => void;
  /** Lets all happen that waits for no timer, and what waits for one of the next milliseconds. */
  settle(): Promise<void>;
  /** Lets this many turns of the microtask queue pass, and no timer. */
  turns(count: number): Promise<void>;
  /** Goes on by this many milliseconds, with the timers that ring meanwhile. */
  pass(milliseconds: number): Promise<void>;
}

const START = Date.parse("2030-01-01T00:00:00Z");
/** Longer than any frame and any wait for another tab, shorter than any interval of the client. */
const SETTLED_MS = 300;

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/** All that is ready happens before an immediate does. */
const drained = () => new Promise<void>((resolve) => setImmediate(resolve));

export function createVirtualTime(): VirtualTime {
  const timers = new Set<Timer>();
  let time = START;

  function nextUntil(limit: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) if (timer.at <= limit && (!next || timer.at < next.at)) next = timer;
    return next;
  }

  async function ring(limit: number): Promise<void> {
    for (;;) {
      await drained();
      const next = nextUntil(limit);
      if (next === undefined) return;
      timers.delete(next);
      time = Math.max(time, next.at);
      next.task();
    }
  }

  return {
    now: () => time,
    after(delay, task) {
      const timer = { at: time + Math.max(0, delay), task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    settle: () => ring(time + SETTLED_MS),
    async turns(count) {
      for (let turn = 0; turn < count; turn++) await undefined;
    },
    async pass(milliseconds) {
      const end = time + milliseconds;
      await ring(end);
      time = end;
    },
  };
}
