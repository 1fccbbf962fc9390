import { TransportError } from "../errors.ts";

/** The longest time that the platform's timers can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * What a task comes to; a `TransportError` where it takes longer than `ms` milliseconds.
 * Without a time, or with 0, or with one that no timer can wait for, it may take for ever.
 */
export function beforeSilence<T>(ms: number | undefined, task: Promise<T>): Promise<T> {
  if (!ms || ms > LONGEST_TIMER_MS) return task;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new TransportError(`The stream was silent for ${ms / 1000} s.`));
    }, ms);
    task.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
