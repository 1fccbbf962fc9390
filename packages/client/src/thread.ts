import { createApprovals } from "./approvals/approvals.ts";
import type { InterruptDefinition } from "./approvals/define-interrupt.ts";
import type { Policy } from "./approvals/define-policy.ts";
import { createCell } from "./lib/cell.ts";
import { derived } from "./lib/derived.ts";
import type { Environment } from "./lib/environment.ts";
import { createPublisher } from "./lib/publisher.ts";
import type { OnWarning } from "./lib/warning.ts";
import type { Message, UserMessage } from "./protocol/messages.ts";
import type { InputSource } from "./run/input.ts";
import { createRunner } from "./run/runner.ts";
import { createSnapshot, type Standing } from "./run/snapshot.ts";
import { createRecorder } from "./run/thread-record.ts";
import type { Thread } from "./run/thread-types.ts";
import type { RunEnd, RunOptions } from "./run/types.ts";
import type { StorageConnection } from "./storage/types.ts";
import type { Middleware } from "./stream/middleware.ts";
import { marksOf } from "./thread/reconcile.ts";
import { createThreadStore } from "./thread/store.ts";
import type { ThreadMessage } from "./thread/types.ts";
import type { Transport } from "./transport/transport.ts";

/** What a thread is made from. */
export interface ThreadContext extends Omit<InputSource, "store"> {
  readonly transport: Transport;
  readonly environment: Environment;
  readonly actor?: string;
  /** Makes the receiver of the warnings of one run. */
  warnings(): OnWarning;
  readonly messages?: readonly Message[];
  readonly state?: unknown;
  readonly middleware?: readonly Middleware[];
  readonly maxToolRounds?: number;
  readonly interrupts?: readonly InterruptDefinition[];
  readonly policies?: readonly Policy[];
  /** Where the thread is kept, if it is. */
  readonly kept?: StorageConnection | undefined;
  /** The thread has been disposed: its handle is used no more. */
  forget(): void;
}

/** Joins the rooms into one thread. */
export const createThread = (context: ThreadContext): Thread => {
  const { environment, kept, threadId } = context;
  const publisher = createPublisher(environment.schedule);
  const store = createThreadStore(publisher, context.state ?? {});
  const standing = createCell<Standing>({ status: kept ? "restoring" : "idle" }, publisher);
  const approvals = createApprovals({
    ...context,
    publisher,
    toolCall: store.peekCall,
    parametersOf: (name) => runner.tools().find((tool) => tool.name === name)?.parameters,
  });
  const snapshot = createSnapshot(threadId, publisher, store, standing, approvals);
  const runner = createRunner({
    ...context,
    publisher,
    store,
    standing,
    approvals,
    claim: (isOver) => keeper?.claim(isOver),
  });
  const recorder = createRecorder(threadId, store, approvals, standing, publisher, runner);
  const keeper = kept?.keep(recorder);
  let lastOptions: RunOptions = {};
  /** How often all was stopped. */
  let stops = 0;

  const setMessages = (messages: readonly Message[], isInitial?: boolean): void => {
    store.replaceAll(messages.map(toThreadMessage));
    approvals.lookAtCalls();
    publisher.flush(isInitial);
  };

  const toThreadMessage = (message: Message): ThreadMessage => {
    const known = store.peek(message.id);
    return { ...message, ...(known ? marksOf(known) : { phase: "complete", origin: "app" }) };
  };

  setMessages(context.messages ?? [], true);
  let initial = snapshot.get();
  if (keeper) publisher.onPublish(() => keeper.changed(standing.peek().status === "running"));

  /** What starts a run, after `wait` where there is that; what is stopped meanwhile starts nothing. */
  const after = (
    wait: Promise<void> | false | undefined,
    { runId, signal }: RunOptions,
    go: () => Promise<RunEnd>,
  ): Promise<RunEnd> => {
    const before = stops;
    if (wait) {
      return wait.then(() =>
        stops > before || signal?.aborted
          ? { status: "stopped", runId: runId ?? environment.generateId("run") }
          : go(),
      );
    }
    try {
      return go();
    } catch (error) {
      return Promise.reject(error);
    }
  };

  /**
   * Sends the answers, once the thread is restored; a retry sends them with the same options, but for the
   * run's own. One at a time: whoever asks again while they are out gets the same promise.
   */
  const submit = (options: RunOptions = {}, again?: boolean): Promise<RunEnd> =>
    after(standing.peek().status === "restoring" && keeper?.ready, options, () => {
      const submission = approvals.current().phase === "submitting" && runner.out();
      if (submission) return submission;
      runner.refuseBusy();
      const answers = approvals.entries(again);
      const { runId: _, signal: __, ...rest } = options;
      lastOptions = rest;
      return runner.start(options, answers);
    });

  /** Starts a run with a message, or without, once it is seen what another tab may have asked or answered since. */
  const begin = (options: RunOptions = {}, content?: UserMessage["content"], pending?: "decline") =>
    after(keeper?.sync(), options, () => {
      runner.refuseBusy();
      const isPending = approvals.current().batch !== null;
      if (isPending && pending !== "decline") approvals.refusePending();
      if (isPending) approvals.actions.declineAll();
      if (content !== undefined) {
        const id = environment.generateId("message");
        store.put({ id, role: "user", content, phase: "complete", origin: "app" });
      }
      return isPending ? submit(options) : runner.start(options);
    });

  const stop = (): void => {
    stops += 1;
    runner.stop();
  };

  return {
    threadId,
    isKept: kept !== undefined,
    ...snapshot,
    initial: () => initial,
    status: {
      ...derived([standing], () => standing.get().status),
      initial: () => initial.status,
    },
    state: store.state,
    messageIds: store.ids,
    subagents: store.subagents,
    usage: store.usage,
    decisions: approvals.decisions,
    message: store.message,
    toolCall: store.toolCall,
    ready: Promise.resolve(keeper?.ready),
    approvals: {
      ...approvals.actions,
      submit: (options) => submit(options),
      retry: () => submit(lastOptions, true),
      dismiss: approvals.dismiss,
    },
    send: (content, { pending, ...options } = {}) => begin(options, content, pending),
    run: (options) => begin(options),
    stop,
    setState(next) {
      store.state.set(typeof next === "function" ? next(store.state.peek()) : next);
      publisher.flush();
    },
    setMessages: (messages) => setMessages(messages),
    export: recorder.record,
    hydrate(record) {
      if (record.threadId !== threadId) {
        context.warnings()({ code: "wrong-thread", message: `This is the record of "${record.threadId}".` });
      }
      stop();
      keeper?.replaced();
      recorder.restore(record);
      publisher.flush(true);
      initial = snapshot.get();
    },
    prepare: runner.prepare,
    onEvent: runner.onEvent,
    dispose() {
      stop();
      runner.dispose();
      approvals.close();
      keeper?.close();
      publisher.close();
      context.forget();
    },
  };
};
