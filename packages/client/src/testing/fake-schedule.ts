import type { Schedule } from "../lib/environment.ts";

/** When what has changed becomes visible, in a test. */
export interface FakeSchedule {
  /** For `environment.schedule`. */
  readonly schedule: Schedule;
  /** Shows now what waits, as the next frame would; returns how much waited: one for each thread that has changed. */
  flush(): number;
  /** How much waits for the next frame. */
  pending(): number;
}

/**
 * Creates a schedule. A `manual` one shows changes when it is flushed, so that a test decides where a frame is;
 * an `immediate` one as soon as the code that made them is through, without waiting for a frame.
 */
export function createFakeSchedule(frames: "manual" | "immediate" = "immediate"): FakeSchedule {
  let waiting: readonly (() => void)[] = [];

  function flush(): number {
    const due = waiting;
    waiting = [];
    for (const task of due) task();
    return due.length;
  }

  return {
    schedule(task) {
      // A wrapper, since one task may be scheduled twice.
      const run = () => task();
      if (waiting.length === 0 && frames === "immediate") queueMicrotask(flush);
      waiting = [...waiting, run];
      return () => {
        waiting = waiting.filter((each) => each !== run);
      };
    },
    flush,
    pending: () => waiting.length,
  };
}
