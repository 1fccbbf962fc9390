import { interrupt } from "../agent/outcome.ts";
import { defined } from "../lib/defined.ts";
import type { EventOf } from "../protocol/events.ts";
import type { SubagentFinishedOutcome } from "../protocol/interrupts.ts";
import type { Ending } from "./stage.ts";
import { playPart, type Step, type Steps } from "./step.ts";

/** Plays steps as a step of the agent with this name. Source: AG-UI 1.1, events/lifecycle. */
export function step(stepName: string, steps: Steps): Step {
  const name = "step";
  return {
    name,
    async *play(stage) {
      stage.send({ type: "STEP_STARTED", stepName });
      const ending = yield* playPart(steps, stage);
      // What ends the run closes the step as well.
      if (ending) return ending;
      yield name;
      stage.send({ type: "STEP_FINISHED", stepName });
      return undefined;
    },
  };
}

/** What an invocation of a subagent may have beside its name. */
export interface SubagentOptions {
  /** The invocation's id; `{runId}-subagent-{n}` unless given. */
  id?: string;
  description?: string;
  parentToolCallId?: string;
  parentMessageId?: string;
}

/**
 * Plays steps as the work of a subagent: what they send is attributed to it. `finish` and `fail` end its part
 * alone; `pause` suspends it, and the run asks its questions.
 * Source: AG-UI 1.1, events/subagents.
 */
export function subagent(subagentName: string, steps: Steps, options: SubagentOptions = {}): Step {
  const name = "subagent";
  return {
    name,
    async *play(stage) {
      const { id: subagentRunId = stage.nextId("subagent"), ...rest } = options;
      const parentSubagentRunId = stage.owner;
      stage.send(
        defined<EventOf<"SUBAGENT_STARTED">>({
          type: "SUBAGENT_STARTED",
          subagentRunId,
          name: subagentName,
          parentSubagentRunId,
          ...rest,
        }),
      );
      stage.owner = subagentRunId;
      const ending = yield* playPart(steps, stage);
      if (ending?.kind === "broken" || isCancelled(ending)) return ending;
      if (!ending) yield name;
      stage.owner = parentSubagentRunId;
      stage.send(toEnd(subagentRunId, ending));
      return asked(subagentRunId, ending);
    },
  };
}

type Ended = Exclude<Ending, { kind: "broken" }> | undefined;

const isCancelled = (ending: Ended): boolean =>
  ending?.kind === "finished" && ending.outcome.type === "cancelled";

/** How the part of a subagent ends. */
function toEnd(subagentRunId: string, ending: Ended): EventOf<"SUBAGENT_FINISHED" | "SUBAGENT_ERROR"> {
  if (ending?.kind === "failed") {
    const { message, code } = ending;
    return defined<EventOf<"SUBAGENT_ERROR">>({ type: "SUBAGENT_ERROR", subagentRunId, message, code });
  }
  const outcome = ending?.outcome;
  return defined<EventOf<"SUBAGENT_FINISHED">>({
    type: "SUBAGENT_FINISHED",
    subagentRunId,
    result: outcome?.type === "success" ? outcome.result : undefined,
    outcome: toOutcome(subagentRunId, ending),
  });
}

/** It is suspended by what it has asked itself, not by what a subagent of its own has. */
function toOutcome(subagentRunId: string, ending: Ended): SubagentFinishedOutcome {
  if (ending?.kind !== "finished" || ending.outcome.type !== "interrupt") return { type: "success" };
  const own = ending.outcome.interrupts.filter(
    (each) => (each.subagentRunId ?? subagentRunId) === subagentRunId,
  );
  return { type: "suspended", interruptIds: own.map(({ id }) => id) };
}

/** The end of the run that a subagent's questions are; the innermost has asked them. */
function asked(subagentRunId: string, ending: Ended): Ending | undefined {
  if (ending?.kind !== "finished" || ending.outcome.type !== "interrupt") return undefined;
  const interrupts = ending.outcome.interrupts.map((each) => ({ subagentRunId, ...each }));
  return { kind: "finished", outcome: interrupt(interrupts), isInner: true };
}
