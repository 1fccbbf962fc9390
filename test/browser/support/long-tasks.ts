/** Above this a task is long, in milliseconds: what the browser itself reports as one. */
export const LIMIT = 50;

/** What a page has noted: how long each long task took that a part of its work had a share in, in milliseconds. */
export type TasksByPart = readonly (readonly number[])[];

/** The long tasks of a page, by the part of its work that was going on. */
export interface LongTasks {
  /** The next part begins. */
  begin(): void;
  /** How many have begun. */
  parts(): number;
  /** Hands out what was noted, and starts anew with a first part. */
  take(): TasksByPart;
}

declare global {
  var longTasks: LongTasks | undefined;
}

/** Notes the long tasks of the page it runs in, from its beginning. */
export function noteLongTasks(): LongTasks {
  let tasks: PerformanceEntry[] = [];
  let begins = [0];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: "longtask", buffered: true });
  return {
    begin: () => begins.push(performance.now()),
    parts: () => begins.length,
    take() {
      tasks.push(...observer.takeRecords());
      const taken = begins.map((from, at) => {
        const to = begins[at + 1] ?? Number.POSITIVE_INFINITY;
        const shares = tasks.filter(
          ({ startTime, duration }) => startTime + duration >= from && startTime < to,
        );
        return shares.map(({ duration }) => duration);
      });
      tasks = [];
      begins = [performance.now()];
      return taken;
    },
  };
}
