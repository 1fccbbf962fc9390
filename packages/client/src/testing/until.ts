import type { Gate } from "./gate.ts";
import type { Step } from "./step.ts";

/** What a script can wait for: a gate, a promise, or a condition, which is asked every few milliseconds until it holds. */
export type WaitedFor = Gate | PromiseLike<unknown> | (() => boolean);

/** How often a condition is asked, in milliseconds. */
const INTERVAL_MS = 5;

// The platform's own timer: a test may put a fake one in its place, which nobody winds on for us.
const { setTimeout: later } = globalThis;

/** Waits, and goes on once it may; not at all where the run is stopped meanwhile. A promise that rejects breaks the stream off. */
export function until(what: WaitedFor): Step {
  return {
    name: "until",
    // biome-ignore lint/correctness/useYield: it has but the moment that it begins with.
    async *play({ run: { signal } }) {
      await untilAborted(signal, come(what, signal));
      return undefined;
    },
  };
}

async function come(what: WaitedFor, signal: AbortSignal): Promise<void> {
  if (typeof what !== "function") {
    await ("opened" in what ? what.opened : what);
    return;
  }
  while (!(signal.aborted || what())) await new Promise((resolve) => later(resolve, INTERVAL_MS));
}

/** Waits for something, but no longer than until the signal aborts; then false. */
export async function untilAborted(signal: AbortSignal, work: Promise<unknown>): Promise<boolean> {
  let stop = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
  });
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    await Promise.race([work, aborted]);
    return !signal.aborted;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
