import { randomId } from "./ids.ts";

/** Runs `task` once, soon; returns the function that cancels it. */
export type Schedule = (task: () => void) => () => void;

/** What an id is for; an environment may shape ids by it. */
export type IdKind = "thread" | "run" | "message" | "batch";

/** Everything of the outside world that the client touches, each read at call time. */
export interface Environment {
  fetch: typeof fetch;
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
  schedule: Schedule;
  generateId: (kind: IdKind) => string;
  /** Locks between tabs; the platform's unless given, none where null. Only a storage uses them. */
  locks?: LockManager | null | undefined;
  /** Opens a channel between tabs; the platform's unless given, none where null. Only a storage uses it. */
  channel?: ((name: string) => BroadcastChannel) | null | undefined;
}

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
  function stop(): void {
    clearTimeout(timer);
    globalThis.cancelAnimationFrame?.(frame);
  }
  return stop;
};

/** The platform's own environment, with the parts that an app replaces; its clock is ahead by `skew` milliseconds. */
export function createEnvironment(replaced: Partial<Environment> = {}, skew = 0): Environment {
  return {
    ...replaced,
    fetch: (input, init) => (replaced.fetch ?? globalThis.fetch)(input, init),
    clock: () => (replaced.clock?.() ?? Date.now()) + skew,
    schedule: replaced.schedule ?? frameOrTimeout,
    generateId: replaced.generateId ?? ((kind) => `${kind}-${randomId()}`),
  };
}
