import type { AgentEvent } from "../protocol/events.ts";

/** Holds what an agent has emitted until the one consumer takes it. */
export interface EventQueue {
  push(event: AgentEvent): void;
  /** Throws a `RangeError` while more waits than the queue is for. */
  assertRoom(): void;
  /** Ends the queue after what it holds. */
  close(): void;
  /** Ends the queue and forgets what it holds. */
  discard(): void;
  /** Everything that waits, as soon as there is something; an empty list once the queue has ended. */
  take(): Promise<readonly AgentEvent[]>;
  /** Resolves when nothing waits any more: all was taken, or the queue has ended. */
  drained(): Promise<void>;
}

/** Creates the queue between one run and its one consumer, for so many characters of JSON. */
export function createEventQueue(limit: number): EventQueue {
  let waiting: AgentEvent[] = [];
  let size = 0;
  let ended = false;
  let taker: ((events: readonly AgentEvent[]) => void) | undefined;
  let drainers: (() => void)[] = [];

  function handOver(): void {
    if (taker === undefined || (waiting.length === 0 && !ended)) return;
    const resolve = taker;
    const events = waiting;
    taker = undefined;
    waiting = [];
    size = 0;
    resolve(events);
    releaseDrainers();
  }

  function releaseDrainers(): void {
    const released = drainers;
    drainers = [];
    for (const release of released) release();
  }

  function close(): void {
    ended = true;
    handOver();
    releaseDrainers();
  }

  return {
    push(event) {
      waiting.push(event);
      handOver();
      // What is taken at once need not be measured.
      if (waiting.length > 0) size += JSON.stringify(event).length;
    },
    assertRoom() {
      if (size <= limit) return;
      throw new RangeError(
        `The client has not read the last ${size} characters of this run (bufferLimit ${limit}); await ctx.drained() where much is sent`,
      );
    },
    close,
    discard() {
      waiting = [];
      close();
    },
    take() {
      return new Promise((resolve) => {
        taker = resolve;
        handOver();
      });
    },
    drained() {
      if (ended || waiting.length === 0) return Promise.resolve();
      return new Promise((resolve) => drainers.push(resolve));
    },
  };
}
