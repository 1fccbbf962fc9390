/** The longest time that the platform's timers can wait, in milliseconds: they ring at once for a longer one. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/** One timer at a time. */
export interface Alarm {
  /** Sets the alarm anew, in milliseconds from now; null sets it off. May ring too early for a wait of weeks. */
  set(delay: number | null): void;
}

/** Creates an alarm. It keeps no process alive. */
export function createAlarm(ring: () => void): Alarm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    set(delay) {
      clearTimeout(timer);
      if (delay === null) return;
      timer = setTimeout(ring, Math.min(delay, LONGEST_TIMER_MS));
      // Node's timers are objects, those of browsers numbers.
      Object(timer).unref?.();
    },
  };
}
