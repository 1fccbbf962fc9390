import { randomId } from "./ids.ts";

/** Runs `task` once, soon; returns the function that cancels it. */
export type Schedule = (task: () => void) => () => void;

/** Calls `ring` once, in so many milliseconds of the clock; returns the function that cancels it. */
export type Timer = (ring: () => void, delay: number) => () => void;

/** What an id is for; an environment may shape ids by it. */
export type IdKind = "thread" | "run" | "message" | "batch";

/** Everything of the outside world that the client touches, each read at call time. */
export interface Environment {
  fetch: typeof fetch;
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
  schedule: Schedule;
  /** Waits for deadlines, by the clock above. May ring too early for a wait of weeks. The platform's unless given. */
  timer: Timer;
  generateId: (kind: IdKind) => string;
  /** Locks between tabs; the platform's unless given, none where null. Only a storage uses them. */
  locks?: LockManager | null | undefined;
  /** Opens a channel between tabs; the platform's unless given, none where null. Only a storage uses it. */
  channel?: ((name: string) => BroadcastChannel) | null | undefined;
}

/** The longest time that the platform's timers can wait, in milliseconds: they ring at once for a longer one. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/** The device's own clock, read at call time, and its timers; none of them keeps a process alive. */
export const deviceClock: { now(): number; timer: Timer } = {
  now: () => Date.now(),
  timer(ring, delay) {
    const timer = setTimeout(ring, Math.min(delay, LONGEST_TIMER_MS));
    // Node's timers are objects, those of browsers numbers.
    Object(timer).unref?.();
    return () => clearTimeout(timer);
  },
};

/** The longest that a change stays unpublished where frames do not come, as in a hidden tab. */
const LONGEST_WAIT_MS = 100;

/** An animation frame or 100 ms, whichever comes first. */
const frameOrTimeout: Schedule = (task) => {
  const timer = setTimeout(run, LONGEST_WAIT_MS);
  // Workers and Node have no frames.
  const frame = globalThis.requestAnimationFrame?.(run);
  function run(): void {
    stop();
    task();
  }
  const stop = (): void => {
    clearTimeout(timer);
    globalThis.cancelAnimationFrame?.(frame);
  };
  return stop;
};

/** The platform's own environment, with the parts that an app replaces; its clock is ahead by `skew` milliseconds. */
export const createEnvironment = (replaced: Partial<Environment> = {}, skew = 0): Environment => {
  return {
    ...replaced,
    fetch: (input, init) => (replaced.fetch ?? globalThis.fetch)(input, init),
    clock: () => (replaced.clock ?? deviceClock.now)() + skew,
    schedule: replaced.schedule ?? frameOrTimeout,
    timer: replaced.timer ?? deviceClock.timer,
    generateId: replaced.generateId ?? ((kind) => `${kind}-${randomId()}`),
  };
};
