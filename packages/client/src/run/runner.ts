import type { ApprovalsControl } from "../approvals/approvals.ts";
import { ApprovalError } from "../errors.ts";
import type { Cell } from "../lib/cell.ts";
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
import { type ActiveRun, startRun } from "./run.ts";
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
  readonly middleware?: readonly Middleware[];
  readonly peerProtocolVersion?: string;
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
  /** What is out will end so. */
  out(): Promise<RunEnd> | undefined;
  /** Starts a run; `answers` are those of the whole batch, where it carries one. */
  start(options: RunOptions, answers?: readonly ResumeEntry[]): Promise<RunEnd>;
  stop(): void;
}

/** What is out: a run, with the tools at work before it. */
interface Activity {
  readonly result: Promise<RunEnd>;
  isSettled(): boolean;
  stop(): void;
}

export function createRunner(context: RunnerContext): Runner {
  const { approvals, publisher, standing, store } = context;
  let active: Activity | undefined;

  function show(next: Standing): void {
    standing.set(next);
    publisher.flush();
  }

  function start(options: RunOptions, answers?: readonly ResumeEntry[], round = 0): Promise<RunEnd> {
    // The tail of a run that has settled is of no interest to anybody.
    if (round === 0) active?.stop();
    const { runId = context.environment.generateId("run"), ...rest } = options;
    const { signal } = rest;
    const warn = context.warnings();
    const apply = createApply(store, warn);
    let settle = (_: RunEnd | Promise<RunEnd>): void => {};
    const result = new Promise<RunEnd>((resolve) => {
      settle = resolve;
    });
    let work: ToolWork | undefined;
    let run: ActiveRun | undefined;
    let goesOn = false;
    let over = false;

    /** Leaves the thread as the run's end says; once, and never for a run that a newer one has replaced. */
    function finish(end: RunEnd): void {
      if (over) return;
      over = true;
      signal?.removeEventListener("abort", stop);
      if (run?.end() === undefined) apply.abandon();
      const untouched = end.status === "unstarted" || (end.status === "stopped" && !run?.hasStarted());
      approvals.unlock(untouched ? "open" : "unknown", end.error ?? null);
      if (goesOn) {
        settle(start(rest, undefined, round + 1));
        return;
      }
      if (active === activity) active = undefined;
      if (standing.peek().status !== end.status) standing.set(end);
      publisher.flush();
      settle(end);
    }

    /** Waits for nobody: neither a transport nor a tool may heed it. */
    function stop(): void {
      const end = goesOn ? undefined : run?.end();
      goesOn = false;
      work?.stop();
      run?.abort();
      finish(end ?? { status: "stopped", runId });
    }

    function send(): void {
      if (over) return;
      const gate = approvals.watch(runId, answers);
      run = startRun({
        ...context,
        input: context.toInput(runId, options, work?.resume ?? answers ?? []),
        warn,
        onEvent(event, end) {
          apply(event);
          if (event.type === "RUN_STARTED") {
            gate.started(event);
            standing.set({ status: "running", runId: event.runId });
          } else if (end !== undefined) {
            const left = end.status === "failed" ? undefined : context.desk()?.take(end, round, warn);
            goesOn = left?.goesOn ?? false;
            gate.settled(end, left?.asking ?? []);
            if (!goesOn) standing.set(end);
          }
          // After what the event changes, so that a listener may stop the run or start another.
          context.tell(event);
          // What the run delivered shows before, or together with, how it ended.
          if (end !== undefined && !goesOn) publisher.flush();
        },
      });
      run.result.then(finish);
    }

    const activity: Activity = { result, isSettled: () => run?.end() !== undefined && !goesOn, stop };
    // Before anybody hears of it: a listener or a tool may stop the run, or try to start another.
    active = activity;
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    if (over) return result;
    approvals.begin(answers);
    show({ status: "running", runId });
    if (!over) work = context.desk()?.work(approvals.current().items, answers ?? []);
    if (over) work?.stop();
    if (work?.done) work.done.then(send);
    else send();
    return result;
  }

  return {
    refuseBusy() {
      if (active !== undefined && !active.isSettled()) {
        throw new ApprovalError("busy", "A run is out: stop() it first.");
      }
    },
    out: () => active?.result,
    start: (options, answers) => start(options, answers),
    stop: () => active?.stop(),
  };
}
