import type { ApprovalsControl } from "../approvals/approvals.ts";
import { refuse } from "../approvals/refuse.ts";
import { isProtocolError, isTransportError, TransportError } from "../errors.ts";
import { type Cell, createCell } from "../lib/cell.ts";
import { defined } from "../lib/defined.ts";
import type { Environment } from "../lib/environment.ts";
import { atOnce, callAll, type Publisher } from "../lib/publisher.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { Tool } from "../protocol/run-input.ts";
import type { Middleware } from "../stream/middleware.ts";
import { createApply } from "../thread/apply.ts";
import type { Session, Transport } from "../transport/transport.ts";
import { createEndTracker } from "./end.ts";
import { type InputSource, toRunInput } from "./input.ts";
import { createReader } from "./reader.ts";
import type { Standing } from "./snapshot.ts";
import type { Thread } from "./thread-types.ts";
import { isClientTool, type OwedCalls, refuseOrphan, type ToolDesk } from "./tool-types.ts";
import type { Offer, RunEnd, RunOptions } from "./types.ts";

export interface RunnerContext extends InputSource {
  readonly transport: Transport;
  readonly environment: Environment;
  readonly publisher: Publisher;
  readonly standing: Cell<Standing>;
  readonly approvals: ApprovalsControl;
  readonly middleware?: readonly Middleware[];
  readonly maxToolRounds?: number;
  /** Asks other tabs whether a run may start, where there can be any; rejects with `ApprovalError` where not. */
  claim(isOver: () => boolean): Promise<void> | undefined;
  /** Makes the receiver of the warnings of a run. */
  warnings(): OnWarning;
}

/** Runs a thread: one run at a time, with the rounds of tools that answer by themselves. */
export interface Runner extends Pick<Thread, "prepare"> {
  /** Throws `ApprovalError` with code `busy` where no run may start now: one is out, or the thread is disposed. */
  refuseBusy(): void;
  /** How what is out will end. */
  out(): Promise<RunEnd> | undefined;
  /** Starts a run; `answers` are those of the whole batch, where it carries one. */
  start(options: RunOptions, answers?: readonly ResumeEntry[]): Promise<RunEnd>;
  stop(): void;
  /** What the transport keeps between runs. */
  readonly session: Session;
  /** What the last run has offered, or the next one will. */
  tools(): readonly Tool[];
  /** The calls of the app's own tools that are answered with the next run. */
  owed(): OwedCalls;
  /** Takes those of an earlier page. */
  owe(owed: OwedCalls): void;
  /** Hears every event that a run delivers. */
  onEvent(listener: (event: AgentEvent) => void): () => void;
  /** No run starts any more. */
  dispose(): void;
}

/** How often in a row rules of the app may answer whatever the agent asks. */
const MAX_ROUNDS = 8;

/** What is out: a run, with the tools at work before it. */
interface Activity {
  /** How it will end; none where nothing ever runs again. */
  readonly result?: Promise<RunEnd>;
  /** Whether no other run may start now. */
  isBusy(): boolean;
  stop(): void;
}

export const createRunner = (context: RunnerContext): Runner => {
  const { approvals, environment, publisher, standing, store } = context;
  const listeners = new Set<(event: AgentEvent) => void>();
  let active: Activity | undefined;
  let desk: ToolDesk | undefined;
  /** What an earlier page has left to do, until there is a desk to know more. */
  let left: OwedCalls = {};
  let tools = context.tools;
  const changes = new Set<(offer: Offer) => Offer>();
  const session: Session = createCell<unknown>(undefined, atOnce);

  /** Answers calls of the app's own tools, where it has any. */
  const deskOf = (): ToolDesk | undefined => {
    desk ??= tools.find(isClientTool)?.createDesk({
      ...context,
      tools: () => tools,
      onEvent,
      left,
    });
    return desk;
  };

  const settleOffer = ({ tools: more = [], context: also = [] }: RunOptions): Offer => {
    let offer: Offer = { tools: [...context.tools, ...more], context: [...(context.context ?? []), ...also] };
    for (const change of changes) offer = change(offer);
    tools = offer.tools;
    return offer;
  };

  const onEvent = (listener: (event: AgentEvent) => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  const show = (next: Standing): void => {
    standing.set(next);
    publisher.flush();
  };

  const start = (options: RunOptions, given?: readonly ResumeEntry[], round = 0): Promise<RunEnd> => {
    // The tail of a run that has settled is of no interest to anybody.
    if (round === 0) active?.stop();
    const { runId = environment.generateId("run"), ...rest } = options;
    const { signal } = rest;
    const warn = context.warnings();
    const apply = createApply(store, warn);
    let settle = (_: RunEnd | Promise<RunEnd>): void => {};
    const result = new Promise<RunEnd>((resolve) => {
      settle = resolve;
    });
    settleOffer(options);
    const { items } = approvals.current();
    const work = deskOf()?.work(items, given);
    // Without tools of the app's own, only what the agent has asked can be answered.
    const toAgent = work
      ? work.resume
      : given?.filter(
          ({ interruptId: id, status }) =>
            items.find((item) => item.id === id)?.interrupt ?? (status === "resolved" && refuseOrphan(id)),
        );
    const answers = work?.answers ?? given;
    const controller = new AbortController();
    const track = createEndTracker(runId);
    /** It went out; something came from the peer. */
    let sent = false;
    let heard = false;
    /** How it ended, where its own terminal event was the last to come. */
    let end: RunEnd | undefined;
    let goesOn = false;
    let stopped = false;
    // Asking the signal at each event costs as much as reading it.
    let over = false;

    /** Leaves the thread as the run's end says; once, and never for a run that a newer one has replaced. */
    const finish = (last: RunEnd): void => {
      if (over) return;
      over = true;
      // A stream that was refused is still open on the wire.
      controller.abort();
      if (!end) apply.abandon();
      const untouched = !heard && last.status !== "rejected";
      approvals.unlock(answers, untouched ? "open" : "unknown", last.error);
      if (goesOn && last.status === "success") {
        settle(start(rest, undefined, round + 1));
        return;
      }
      if (active === activity) active = undefined;
      show(last);
      // Where rules of the app have answered the whole batch, nobody is asked; whoever stops the run does more than that.
      const isAsked = last === end && !last.error && !stopped && round < MAX_ROUNDS && !active;
      const decided = isAsked ? approvals.decided() : undefined;
      settle(decided ? start(rest, decided, round + 1) : last);
    };

    /** Waits for nobody: neither a transport nor a tool may heed it. */
    const stop = (): void => {
      stopped = true;
      work?.stop();
      finish((goesOn ? undefined : end) ?? { status: "stopped", runId });
    };

    const deliver = (event: AgentEvent): void => {
      if (over) return;
      apply(event);
      // The many deltas end nothing.
      const last = "delta" in event ? undefined : track(event);
      end = undefined;
      if (event.type === "RUN_STARTED") {
        gate.started(event);
        standing.set({ status: "running", runId: event.runId });
      } else if (last) {
        const taken = deskOf()?.take(last, round, warn);
        if (over) return;
        goesOn = taken?.goesOn ?? false;
        gate.settled(last, taken?.asking ?? []);
        // Not before: what the app is asked meanwhile can start no run past the questions.
        end = last;
        if (!(goesOn || over)) standing.set(end);
      }
      // After what the event changes, so that a listener may stop the run or start another.
      if (listeners.size > 0) callAll([...listeners], event);
      // What the run delivered shows before, or together with, how it ended.
      if (end && !goesOn) publisher.flush();
    };

    /** Sends the input, and reads what comes until it is over. */
    const pump = async (): Promise<void> => {
      const input = toRunInput({ ...context, ...settleOffer(options) }, runId, options, toAgent, warn);
      const { outgoing, push } = createReader(context, input, warn, deliver);
      sent = true;
      const batches = context.transport(outgoing, {
        signal: controller.signal,
        session,
        fetch: environment.fetch,
        warn,
      });
      for await (const batch of batches) {
        for (const object of batch) {
          if (over) return;
          heard = true;
          push(object);
        }
        if (over) return;
      }
      if (end) return;
      throw new TransportError("The stream ended without a terminal event.");
    };

    const explain = (error: unknown): RunEnd => {
      // What the agent itself said went wrong outweighs what came after it.
      if (isProtocolError(error) && end?.status !== "failed") {
        return { status: sent ? "rejected" : "unstarted", runId, error };
      }
      return end ?? { status: heard ? "truncated" : "unstarted", runId, error: toTransportError(error) };
    };

    const send = (): void => {
      if (!over) pump().then(explain, explain).then(finish);
    };

    const activity: Activity = {
      result,
      isBusy: () => !end || goesOn,
      stop,
    };
    // Before anybody hears of it: a listener or a tool may stop the run, or try to start another.
    active = activity;
    signal?.addEventListener("abort", stop, { signal: controller.signal });
    if (signal?.aborted) stop();
    if (over) return result;
    const gate = approvals.begin(runId, answers, warn);
    show({ status: "running", runId });
    const claim = !over && context.claim(() => over);
    if (claim) claim.then(proceed, giveWay);
    else proceed();
    return result;

    function proceed(): void {
      const working = !over && work?.begin();
      if (working) working.then(send);
      else send();
    }

    /** Another tab is faster: the thread is already as that has left it, where it could be read. */
    function giveWay(error: unknown): void {
      if (over) return;
      over = true;
      if (active === activity) active = undefined;
      if (standing.peek().status === "running") {
        approvals.unlock(answers, "open");
        show({ status: "idle" });
      }
      settle(Promise.reject(error));
    }
  };

  const stop = () => active?.stop();

  return {
    refuseBusy() {
      if (active?.isBusy()) refuse("busy", "A run is out, or this thread is disposed.");
    },
    out: () => active?.result,
    start,
    stop,
    session,
    tools: () => tools,
    prepare: (change) => {
      changes.add(change);
      return () => changes.delete(change);
    },
    owed: () => desk?.owed() ?? left,
    owe({ calls, begun }) {
      left = defined<OwedCalls>({ calls, begun });
      deskOf()?.owe(left);
    },
    onEvent,
    dispose() {
      active = { isBusy: () => true, stop() {} };
      listeners.clear();
    },
  };
};

const toTransportError = (error: unknown): TransportError => {
  if (isTransportError(error)) return error;
  const { message = error } = Object(error);
  return new TransportError(`The connection to the agent failed: ${message}`, { cause: error });
};
