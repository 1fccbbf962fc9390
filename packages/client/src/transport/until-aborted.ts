/** What a task comes to, or nothing as soon as the run is stopped, even where the task ignores that. */
export function untilAborted<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop);
    task()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}
