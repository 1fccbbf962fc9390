import type { Ending, Stage } from "./stage.ts";

/**
 * What plays yields the name of a step before each moment of it, and nothing where a moment is over
 * though no other comes yet. It returns how the run ends, if it does.
 */
export type Moments = AsyncGenerator<string | undefined, Ending | undefined, undefined>;

/** How a step plays: as above, but for its first moment, which its list announces. */
export type Play = Moments | Generator<string, Ending | undefined, undefined>;

/** One thing that a scripted run does; made by `say`, `callTool`, `pause` and the like. */
export interface Step {
  /** What it is called where a run is held before it, such as `say`. */
  readonly name: string;
  play(stage: Stage): Play;
}

/** What a run does, in order: a list, or a generator that goes on as it likes. */
export type Steps = Iterable<Step> | AsyncIterable<Step>;

/** The steps one at a time, whichever way they come. */
export async function* eachOf(steps: Steps): AsyncGenerator<Step, undefined, undefined> {
  yield* steps;
  return undefined;
}

/** Plays steps until one ends the run; the rest is left. */
export async function* playSteps(steps: AsyncIterator<Step, undefined>, stage: Stage): Moments {
  for (let next = await steps.next(); !next.done; next = await steps.next()) {
    const { name, play } = next.value;
    yield name;
    const ending = yield* play(stage);
    if (ending) return ending;
    // A script may take its time to say what comes next.
    yield undefined;
  }
  return undefined;
}

/** Plays the steps of a part of a run. Throws an `Error` for a step behind one that always ends it. */
export async function* playPart(list: Steps, stage: Stage): Moments {
  const steps = eachOf(list);
  try {
    const ending = yield* playSteps(steps, stage);
    if (!ending || ending.isInner) return ending;
    const { value: rest } = await steps.next();
    if (!rest) return { ...ending, isInner: true };
    throw new Error(`The script is wrong: "${rest.name}" comes after what ends its part of the run.`);
  } finally {
    await steps.return(undefined);
  }
}

/** A step that is over in one moment, and may end its run. */
export function inOneMoment(name: string, act: (stage: Stage) => void, ending?: Ending): Step {
  return {
    name,
    // biome-ignore lint/correctness/useYield: it has but the moment that it begins with.
    *play(stage) {
      act(stage);
      return ending;
    },
  };
}
