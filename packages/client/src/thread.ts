import { createApprovals } from "./approvals/approvals.ts";
import { createRunGate } from "./approvals/run-gate.ts";
import { ApprovalError } from "./errors.ts";
import { createCell } from "./lib/cell.ts";
import { defined } from "./lib/defined.ts";
import type { Environment } from "./lib/environment.ts";
import { createPublisher } from "./lib/publisher.ts";
import type { OnWarning } from "./lib/warning.ts";
import type { AgentEvent } from "./protocol/events.ts";
import type { ResumeEntry } from "./protocol/interrupts.ts";
import type { ContentPart, Message } from "./protocol/messages.ts";
import type { Context, Tool } from "./protocol/run-input.ts";
import { toRunInput } from "./run/input.ts";
import { type ActiveRun, startRun } from "./run/run.ts";
import { createSnapshot, type Standing } from "./run/snapshot.ts";
import type { Thread } from "./run/thread-types.ts";
import type { RunEnd, RunOptions } from "./run/types.ts";
import type { Middleware } from "./stream/middleware.ts";
import { createApply } from "./thread/apply.ts";
import { marksOf, toWireMessage } from "./thread/reconcile.ts";
import { createThreadStore } from "./thread/store.ts";
import type { ThreadMessage } from "./thread/types.ts";
import type { Session, Transport } from "./transport/transport.ts";

/** What a thread is made from. */
export interface ThreadContext {
  readonly threadId: string;
  readonly transport: Transport;
  readonly environment: Environment;
  readonly actor: string | undefined;
  /** Makes the receiver of the warnings of one run. */
  warnings(): OnWarning;
  readonly messages: readonly Message[];
  readonly state: unknown;
  readonly tools: readonly Tool[];
  readonly context: readonly Context[];
  readonly forwardedProps: unknown;
  readonly middleware: readonly Middleware[];
  readonly peerProtocolVersion: string | undefined;
}

/** Joins the rooms into one thread. */
export function createThread(context: ThreadContext): Thread {
  const { environment, threadId } = context;
  const publisher = createPublisher(() => environment.schedule);
  const store = createThreadStore(publisher, context.state);
  const standing = createCell<Standing>({ status: "idle" }, publisher.markDirty);
  let warn = context.warnings();
  const approvals = createApprovals({
    publisher,
    environment,
    actor: context.actor,
    warn: (warning) => warn(warning),
    toolCall: store.peekCall,
  });
  const snapshot = createSnapshot({
    threadId,
    publisher,
    store,
    standing,
    approvals: approvals.actions,
    decisions: approvals.decisions,
  });
  const listeners = new Set<(event: AgentEvent) => void>();
  const knownRuns = new Set<string>();
  const session = createSession();
  let active: { run: ActiveRun; stop(): void } | undefined;
  let submission: Promise<RunEnd> | undefined;
  let disposed = false;

  function tell(event: AgentEvent): void {
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        warn({ code: "listener-failed", message: `An event listener threw: ${String(error)}` });
      }
    }
  }

  /** Refuses what may not start now, before anything is changed or sent. */
  function refuseBusy(): void {
    if (disposed) throw new ApprovalError("busy", "This thread has been disposed.");
    if (active !== undefined && !active.run.isSettled()) {
      throw new ApprovalError("busy", "A run is out: stop() it or wait for its end.");
    }
  }

  function start(options: RunOptions, resume?: readonly ResumeEntry[]): Promise<RunEnd> {
    // The tail of a run that has settled is of no interest to anybody.
    active?.stop();
    warn = context.warnings();
    const runId = options.runId ?? environment.generateId("run");
    const gate = createRunGate(approvals, { runId, resume }, knownRuns);
    const apply = createApply(store, warn);
    approvals.begin(resume);
    standing.set({ status: "running", runId });
    publisher.flush();

    let over = false;
    /** Leaves the thread as the run's end says; once, and never for a run that a newer one has replaced. */
    function finish(end: RunEnd): RunEnd {
      if (over) return end;
      over = true;
      options.signal?.removeEventListener("abort", stop);
      if (active?.stop === stop) active = undefined;
      if (!run.isSettled()) {
        apply.abandon();
        const untouched = end.status === "unstarted" || (end.status === "stopped" && !run.hasStarted());
        gate.ended(untouched ? "open" : "unknown", end.error ?? null);
      }
      if (standing.peek().status !== end.status) standing.set(toStanding(end));
      publisher.flush();
      return end;
    }

    const run = startRun({
      input: toRunInput(
        {
          threadId,
          runId,
          messages: store.all().map(toWireMessage),
          state: store.state.peek(),
          tools: [...context.tools, ...(options.tools ?? [])],
          context: [...context.context, ...(options.context ?? [])],
          forwardedProps: options.forwardedProps ?? context.forwardedProps,
          resume,
        },
        { version: context.peerProtocolVersion, warn },
      ),
      transport: context.transport,
      session,
      environment,
      warn,
      middleware: context.middleware,
      peerProtocolVersion: context.peerProtocolVersion,
      onEvent(event, end) {
        apply(event);
        tell(event);
        if (event.type === "RUN_STARTED") {
          gate.started(event);
          standing.set({ status: "running", runId: event.runId });
        } else if (end !== undefined) {
          if (event.type === "RUN_FINISHED") gate.finished(event);
          else gate.failed(end.error ?? null);
          standing.set(toStanding(end));
          // What the run delivered shows before, or together with, how it ended.
          publisher.flush();
        }
      },
    });

    function stop(): void {
      run.abort();
      if (run.isSettled()) over = true;
      else finish({ status: "stopped", runId });
    }

    active = { run, stop };
    if (options.signal?.aborted) stop();
    options.signal?.addEventListener("abort", stop, { once: true });
    return run.result.then(finish);
  }

  /** One submission at a time: whoever asks again while it is out gets the same promise. */
  function submitOnce(options: RunOptions, entries: () => readonly ResumeEntry[]): Promise<RunEnd> {
    if (submission !== undefined) return submission;
    try {
      refuseBusy();
      submission = start(options, entries());
    } catch (error) {
      return Promise.reject(error);
    }
    const forget = () => {
      submission = undefined;
    };
    submission.then(forget, forget);
    return submission;
  }

  function addUserMessage(content: string | ContentPart[]): void {
    const id = environment.generateId("message");
    store.put({ id, role: "user", content, phase: "complete", origin: "app" });
  }

  function toThreadMessage(message: Message): ThreadMessage {
    const known = store.peek(message.id);
    return { ...message, ...(known ? marksOf(known) : { phase: "complete", origin: "app" }) };
  }

  store.replaceAll(context.messages.map(toThreadMessage));
  publisher.flush();

  return {
    threadId,
    ...snapshot,
    status: { get: () => standing.get().status, subscribe: standing.subscribe },
    state: store.state,
    messageIds: store.ids,
    usage: store.usage,
    decisions: approvals.decisions,
    message: store.message,
    toolCall: store.toolCall,
    ready: Promise.resolve(),
    approvals: {
      ...approvals.actions,
      submit: (options = {}) => submitOnce(options, approvals.entries),
      retry: () => submitOnce({}, approvals.retryEntries),
      dismiss: approvals.dismiss,
    },
    async send(content, { pending, ...options } = {}) {
      refuseBusy();
      if (pending !== "decline" || approvals.current()?.phase === "unknown") approvals.refusePending();
      const items = approvals.current()?.items;
      addUserMessage(content);
      return start(
        options,
        items?.map((item) => ({ interruptId: item.id, status: "cancelled" })),
      );
    },
    async run(options = {}) {
      refuseBusy();
      approvals.refusePending();
      return start(options);
    },
    stop: () => active?.stop(),
    setState(next) {
      store.state.set(typeof next === "function" ? next(store.state.peek()) : next);
      publisher.flush();
    },
    setMessages(messages) {
      store.replaceAll(messages.map(toThreadMessage));
      publisher.flush();
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      disposed = true;
      active?.stop();
      listeners.clear();
    },
  };
}

function createSession(): Session {
  let value: unknown;
  return {
    get: () => value,
    set(next) {
      value = next;
    },
  };
}

function toStanding({ status, runId, error }: RunEnd): Standing {
  return defined<Standing>({ status, runId, error });
}
