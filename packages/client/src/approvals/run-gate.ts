import type { ToolCallView } from "../lib/tool-call-view.ts";
import type { EventOf } from "../protocol/events.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { ApprovalsControl } from "./approvals.ts";
import type { Batch } from "./batch.ts";
import type { SubmitError } from "./types.ts";

/**
 * Watches one stream for what it means to the batch. Only the server's own
 * terminal event settles a batch, and only where a resume entry answers it: ours,
 * or one that the server echoes for a replayed run.
 */
export interface RunGate {
  started(event: EventOf<"RUN_STARTED">): void;
  /** `calls` are those that the run leaves to a person. */
  finished(event: EventOf<"RUN_FINISHED">, calls: readonly ToolCallView[]): void;
  failed(error: SubmitError | null): void;
  /** The stream is over without a terminal event that settled the batch; `unknown` where the answers may have arrived. */
  ended(phase: "open" | "unknown", error: SubmitError | null): void;
}

/** `knownRuns` are the runs that the thread has seen; a run of another id is the one that was asked for. */
export function createRunGate(
  control: ApprovalsControl,
  requested: { runId: string; resume: readonly ResumeEntry[] | undefined },
  knownRuns: Set<string>,
): RunGate {
  let runId = requested.runId;
  let requestedCame = false;
  // Until a run has started, a failure can only be that of the run that was asked for.
  let answers = requested.resume;
  /** What the last RUN_FINISHED did, in case a late RUN_ERROR takes it back. */
  let undo: { closed: Batch | null } | null = null;

  return {
    started(event) {
      runId = event.runId;
      undo = null;
      const isRequested = runId === requested.runId || !(requestedCame || knownRuns.has(runId));
      requestedCame ||= isRequested;
      answers = (isRequested ? requested.resume : undefined) ?? event.input?.resume;
      knownRuns.add(runId);
    },
    finished(event, calls) {
      const before = control.current();
      const answered = before !== null && answers !== undefined && covers(answers, before);
      // A replay of an older run: what it left open is what is being answered.
      if (!answered && before?.phase === "submitting") return;
      if (answered) control.close(answers ?? []);
      const interrupts = event.outcome?.type === "interrupt" ? event.outcome.interrupts : [];
      if (interrupts.length + calls.length > 0) {
        control.open(runId, { interrupts, calls }, answered ? before : null);
      }
      undo = { closed: before };
    },
    failed(error) {
      if (undo !== null) control.restore(undo.closed);
      undo = null;
      const isOurs = answers !== undefined && answers === requested.resume;
      if (isOurs) control.unlock("failed", error);
    },
    ended: control.unlock,
  };
}

function covers(entries: readonly ResumeEntry[], batch: Batch): boolean {
  const ids = new Set(entries.map((entry) => entry.interruptId));
  return batch.items.every((item) => ids.has(item.id));
}
