import { success } from "../agent/outcome.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import type { Braked } from "./brake.ts";
import { createStage, type ScriptedRun, type Stage } from "./stage.ts";
import { eachOf, type Moments, playSteps, type Steps } from "./step.ts";

/** A whole stream by hand, judged by nobody; see `rawRun`. */
export interface RawRun {
  readonly raw: (input: RunAgentInput, signal: AbortSignal) => Iterable<unknown> | AsyncIterable<unknown>;
}

/** One run: its steps, or what makes them from the run that asks for them. */
export type Script = Steps | RawRun | ((run: ScriptedRun) => Steps | RawRun);

/** Plays a script as the answer to a request: one batch a moment, until it is over or `signal` aborts. */
export async function* playRun(
  script: Script,
  input: RunAgentInput,
  signal: AbortSignal,
  brake: Braked,
): AsyncGenerator<readonly unknown[], void, undefined> {
  const stage = createStage(input, signal);
  const played = typeof script === "function" ? script(stage.run) : script;
  if ("raw" in played) {
    for await (const object of played.raw(input, signal)) {
      await brake.pass("raw");
      if (signal.aborted) return;
      yield [object];
      brake.endMoment();
    }
    return;
  }
  const moments = play(played, stage);
  try {
    for (let next = await moments.next(); !next.done; ) {
      if (next.value !== undefined) await brake.pass(next.value);
      if (signal.aborted) return;
      next = await moments.next();
      const batch = stage.take();
      if (signal.aborted) return;
      if (batch.length > 0) yield batch;
      brake.endMoment();
    }
  } finally {
    // A script that is a generator may have something to tidy up.
    await moments.return(undefined);
  }
}

/** Begins the run, plays its steps and ends it. Yields before each moment; throws what breaks the stream off. */
async function* play(list: Steps, stage: Stage): Moments {
  yield "start";
  stage.begin();
  yield undefined;
  const steps = eachOf(list);
  let hasEnded = false;
  try {
    for (;;) {
      const ending = yield* playSteps(steps, stage);
      if (!ending) break;
      if (ending.kind === "broken") {
        if (ending.error === undefined) return undefined;
        throw ending.error;
      }
      stage.end(ending);
      yield undefined;
      if (ending.isInner) return undefined;
      hasEnded = true;
    }
  } finally {
    await steps.return(undefined);
  }
  if (hasEnded) return undefined;
  yield "finish";
  stage.end({ kind: "finished", outcome: success() });
  return undefined;
}
