import { createGate } from "./gate.ts";
import { untilAborted } from "./until.ts";

/** Where a run stands that is held: before the moment of this step. */
export interface Position {
  /** Which request it is, from 1. */
  readonly run: number;
  /** The step whose next moment comes, such as `say`; `start` and `finish` are the begin and the end of the run. */
  readonly step: string;
}

/** Stops the runs of an agent between any two moments. */
export interface Brake {
  /** From now on every run stops before its next moment. */
  hold(): void;
  /** Lets the runs that are held go, and holds none any more. */
  release(): void;
  /**
   * Lets the run that has been held longest go on for so many moments, 1 unless given; waits for a run where none
   * is held yet. Resolves when the client has taken the last of them, or the run is over. Throws an
   * `Error` where nothing is held.
   */
  advance(moments?: number): Promise<void>;
  /** Resolves with where the run stands that is held longest, as soon as one is. */
  whenHeld(): Promise<Position>;
}

/** One run, on its way. */
export interface Braked {
  /** Waits until the next moment may come, or the run is stopped. */
  pass(step: string): Promise<void>;
  /** The client has taken what came in the moment that was let through, or the run is over. */
  endMoment(): void;
}

interface Waiting {
  readonly position: Position;
  readonly signal: AbortSignal;
  go(onNext: () => void): void;
}

/** Creates the brake of one agent; `enter` takes each of its runs. */
export function createBrake(): Brake & { enter(run: number, signal: AbortSignal): Braked } {
  let isHeld = false;
  let waiting: readonly Waiting[] = [];
  let arrival = createGate();

  async function first(): Promise<Waiting> {
    for (;;) {
      const longest = waiting.find(({ signal }) => !signal.aborted);
      if (longest) return longest;
      await arrival.opened;
    }
  }

  function enter(run: number, signal: AbortSignal): Braked {
    let onNext: (() => void) | undefined;

    function endMoment(): void {
      onNext?.();
      onNext = undefined;
    }

    async function pass(step: string): Promise<void> {
      if (!isHeld) return;
      const gate = createGate();
      const forget = () => {
        waiting = waiting.filter((each) => each !== here);
      };
      const here: Waiting = {
        position: { run, step },
        signal,
        go(tell) {
          forget();
          onNext = tell;
          gate.open();
        },
      };
      waiting = [...waiting, here];
      arrival.open();
      arrival = createGate();
      await untilAborted(signal, gate.opened);
      forget();
    }

    return { pass, endMoment };
  }

  return {
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const one of waiting) one.go(() => {});
    },
    async advance(moments = 1) {
      for (let moment = 0; moment < moments; moment++) {
        if (!isHeld) throw new Error("advance() goes on with what is held: call hold() first.");
        const one = await first();
        await new Promise<void>((resolve) => one.go(resolve));
      }
    },
    whenHeld: async () => (await first()).position,
    enter,
  };
}
