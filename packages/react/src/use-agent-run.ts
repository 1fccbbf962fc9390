"use client";
import type { ContentPart, RunEnd, RunOptions, Thread, ThreadSnapshot } from "@holdpoint/client";
import { createForms, type FormView } from "@holdpoint/client/form";
import { useMemo, useState } from "react";
import { cover } from "./lib/coverage.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/**
 * What a person can do to a run. Each keeps its identity for the life of the thread. None
 * rejects: misuse, such as sending while questions are open, shows as `run.error` and gives `undefined`.
 */
export interface AgentRunActions {
  /** Adds a message of the person and runs. Resolves with how the run ended, however badly. */
  send(
    content: string | ContentPart[],
    options?: RunOptions & { pending?: "decline" },
  ): Promise<RunEnd | undefined>;
  /** Runs without a new message. */
  run(options?: RunOptions): Promise<RunEnd | undefined>;
  /** Aborts the run that is out. */
  stop(): void;
  /**
   * Commits every open form, then sends all answers in one request; while one is open, sends nothing.
   * A question that has actions is answered by those alone, never by submitting.
   */
  submit(options?: RunOptions): Promise<RunEnd | undefined>;
  /** Sends the very entries of the last submit again. */
  retry(): Promise<RunEnd | undefined>;
  /** Closes a batch of which nobody knows whether it arrived; sends nothing. */
  dismiss(): void;
}

/** A thread at one publish, its forms, and the actions on it. */
export interface AgentRun<State = unknown>
  extends Omit<ThreadSnapshot<State>, "error">,
    Readonly<AgentRunActions> {
  /** The misuse of the last action, until the run that was in its way moves on; else why the last run ended badly. */
  readonly error: Error | undefined;
  /** One headless form per pending question, in the agent's order. */
  readonly forms: readonly FormView[];
  /** A run is out, or the thread is still being restored: another one cannot start. */
  readonly isBusy: boolean;
  /** The stable handle underneath. */
  readonly thread: Thread<State>;
}

/** Reads a thread, renders once per publish, and gives the actions on it. */
export function useAgentRun<State = unknown>({ threadId }: { threadId: string }): AgentRun<State> {
  const thread = useThread<State>(threadId);
  const snapshot = useSelector(thread);
  const forms = useSelector(createForms(thread.approvals));
  const [misuse, setMisuse] = useState<Misuse>();

  const actions = useMemo((): AgentRunActions => {
    const attempt = async (action: () => Promise<RunEnd> | undefined): Promise<RunEnd | undefined> => {
      setMisuse(undefined);
      try {
        return await action();
      } catch (thrown) {
        const { status, runId } = thread.get();
        setMisuse({ thread, status, runId, error: toError(thrown) });
        return undefined;
      }
    };
    return {
      send: (content, options) => attempt(() => thread.send(content, options)),
      run: (options) => attempt(() => thread.run(options)),
      stop: () => thread.stop(),
      submit: (options) =>
        attempt(() => {
          // What is not covered stays open, and the core then refuses, naming it.
          for (const form of createForms(thread.approvals).get()) cover(form);
          return thread.approvals.submit(options);
        }),
      retry: () => attempt(() => thread.approvals.retry()),
      dismiss: () =>
        void attempt(() => {
          thread.approvals.dismiss();
          return undefined;
        }),
    };
  }, [thread]);

  const { status, runId } = snapshot;
  const isNow = misuse?.thread === thread && misuse.status === status && misuse.runId === runId;
  const error = isNow ? misuse.error : snapshot.error;
  return useMemo(
    () => ({
      ...snapshot,
      ...actions,
      error,
      forms,
      isBusy: snapshot.status === "running" || snapshot.status === "restoring",
      thread,
    }),
    [snapshot, actions, error, forms, thread],
  );
}

/** An action that was refused, and where the thread stood then. */
interface Misuse {
  readonly thread: unknown;
  readonly status: string;
  readonly runId: string | undefined;
  readonly error: Error;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
