import type { ApprovalsControl } from "../approvals/approvals.ts";
import { createRunGate } from "../approvals/run-gate.ts";
import { ApprovalError } from "../errors.ts";
import type { Cell } from "../lib/cell.ts";
import { defined } from "../lib/defined.ts";
import type { Environment } from "../lib/environment.ts";
import type { Publisher } from "../lib/publisher.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import type { Middleware } from "../stream/middleware.ts";
import { createApply } from "../thread/apply.ts";
import type { ThreadStore } from "../thread/store.ts";
import type { Session, Transport } from "../transport/transport.ts";
import { startRun } from "./run.ts";
import type { Standing } from "./snapshot.ts";
import type { ToolDesk, ToolWork } from "./tool-types.ts";
import type { RunEnd, RunOptions } from "./types.ts";

export interface RunnerContext {
  readonly transport: Transport;
  readonly environment: Environment;
  readonly session: Session;
  readonly publisher: Publisher;
  readonly store: ThreadStore;
  readonly standing: Cell<Standing>;
  readonly approvals: ApprovalsControl;
  /** Answers calls of the app's own tools, where it has any. */
  desk(): ToolDesk | undefined;
  readonly middleware: readonly Middleware[];
  readonly peerProtocolVersion: string | undefined;
  /** The input of a run, made when it is sent. */
  toInput(runId: string, options: RunOptions, resume: readonly ResumeEntry[]): RunAgentInput;
  /** Makes the receiver of the warnings of a run. */
  warnings(): OnWarning;
  tell(event: AgentEvent): void;
}

/** Runs a thread: one run at a time, with the rounds of tools that answer by themselves. */
export interface Runner {
  /** Throws `ApprovalError` with code `busy` while a run is out. */
  refuseBusy(): void;
  /** Starts a run; `answers` are those of the whole batch, where it carries one. */
  start(options: RunOptions, answers?: readonly ResumeEntry[]): Promise<RunEnd>;
  stop(): void;
}

/** What is out: a run, or the tools between two. */
interface Activity {
  isSettled(): boolean;
  stop(): void;
}

export function createRunner(context: RunnerContext): Runner {
  const { approvals, environment, publisher, standing, store } = context;
  const knownRuns = new Set<string>();
  let active: Activity | undefined;

  function show(next: Standing): void {
    standing.set(next);
    publisher.flush();
  }

  async function start(options: RunOptions, answers?: readonly ResumeEntry[], round = 0): Promise<RunEnd> {
    // The tail of a run that has settled is of no interest to anybody.
    if (round === 0) active?.stop();
    const runId = options.runId ?? environment.generateId("run");
    const stopped: RunEnd = { status: "stopped", runId };
    let isStopped = false;
    let work: ToolWork | undefined;
    function stop(): void {
      if (isStopped) return;
      isStopped = true;
      work?.stop();
      active = undefined;
      approvals.unlock("open", null);
      show(toStanding(stopped));
    }
    // Before anybody hears of it: a listener or a tool may stop the run, or try to start another.
    active = { isSettled: () => isStopped, stop };
    if (options.signal?.aborted) {
      stop();
    } else {
      approvals.begin(answers);
      show({ status: "running", runId });
    }
    const isTool = (entry: ResumeEntry) => approvals.isTool(entry.interruptId);
    if (!isStopped) work = context.desk()?.work(answers?.filter(isTool) ?? [], options.signal);
    if (isStopped) work?.stop();
    if (work !== undefined && !(await work.done)) stop();
    if (isStopped) return stopped;
    const resume = answers?.filter((entry) => !isTool(entry)) ?? [];
    const { end, goesOn } = await runOnce(runId, options, resume, answers, round);
    const { runId: _, ...rest } = options;
    return goesOn() ? start(rest, undefined, round + 1) : end;
  }

  function runOnce(
    runId: string,
    options: RunOptions,
    resume: readonly ResumeEntry[],
    answers: readonly ResumeEntry[] | undefined,
    round: number,
  ): Promise<{ end: RunEnd; goesOn: () => boolean }> {
    const warn = context.warnings();
    const gate = createRunGate(approvals, { runId, resume: answers }, knownRuns);
    const apply = createApply(store, warn);
    let goesOn = false;
    let over = false;

    return new Promise((resolve) => {
      /** Leaves the thread as the run's end says; once, and never for a run that a newer one has replaced. */
      function finish(end: RunEnd): void {
        if (over) return;
        over = true;
        options.signal?.removeEventListener("abort", stop);
        if (active === activity && !goesOn) active = undefined;
        if (run.end() === undefined) apply.abandon();
        const untouched = end.status === "unstarted" || (end.status === "stopped" && !run.hasStarted());
        gate.ended(untouched ? "open" : "unknown", end.error ?? null);
        if (!goesOn && standing.peek().status !== end.status) standing.set(toStanding(end));
        publisher.flush();
        resolve({ end, goesOn: () => goesOn });
      }

      const run = startRun({
        input: context.toInput(runId, options, resume),
        transport: context.transport,
        session: context.session,
        environment,
        warn,
        middleware: context.middleware,
        peerProtocolVersion: context.peerProtocolVersion,
        onEvent(event, end) {
          apply(event);
          if (event.type === "RUN_STARTED") {
            gate.started(event);
            standing.set({ status: "running", runId: event.runId });
          } else if (end !== undefined) {
            goesOn = false;
            if (event.type === "RUN_FINISHED") {
              const left = context.desk()?.take(end, round, warn);
              goesOn = left?.goesOn ?? false;
              gate.finished(event, left?.asking ?? []);
            } else {
              gate.failed(end.error ?? null);
            }
            if (!goesOn) standing.set(toStanding(end));
          }
          // After what the event changes, so that a listener may stop the run or start another.
          context.tell(event);
          // What the run delivered shows before, or together with, how it ended.
          if (end !== undefined && !goesOn) publisher.flush();
        },
      });

      /** Waits for nobody: a transport may not heed the signal. */
      function stop(): void {
        run.abort();
        const end = goesOn ? undefined : run.end();
        // Between two rounds, the thread stops although the run is over.
        if (goesOn) over = false;
        goesOn = false;
        finish(end ?? { status: "stopped", runId });
      }

      const activity: Activity = { isSettled: () => run.end() !== undefined && !goesOn, stop };
      active = activity;
      options.signal?.addEventListener("abort", stop, { once: true });
      run.result.then(finish);
    });
  }

  return {
    refuseBusy() {
      if (active !== undefined && !active.isSettled()) {
        throw new ApprovalError("busy", "A run is out: stop() it first.");
      }
    },
    start: (options, answers) => start(options, answers),
    stop: () => active?.stop(),
  };
}

function toStanding({ status, runId, error }: RunEnd): Standing {
  return defined<Standing>({ status, runId, error });
}
