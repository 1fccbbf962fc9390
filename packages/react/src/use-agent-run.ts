"use client";
import type { ContentPart, RunEnd, RunOptions, Thread, ThreadSnapshot } from "@holdpoint/client";
import { createForms, type FormView } from "@holdpoint/client/form";
import { useMemo } from "react";
import { cover } from "./lib/coverage.ts";
import { standingOf, useMisuse } from "./use-misuse.ts";
import { useReadable } from "./use-readable.ts";
import { type AgentRunOptions, useRunLife } from "./use-run-life.ts";
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

/**
 * Reads a whole thread, renders once per publish, and gives the actions on it. The options may say what is to
 * happen as runs begin and end. With them in a component that draws nothing, only that renders.
 */
export const useAgentRun = <State = unknown>(options: AgentRunOptions<State> = {}): AgentRun<State> => {
  const thread = useThread(options);
  const snapshot = useReadable(thread);
  const allForms = useReadable(createForms(thread.approvals));
  // What the snapshot does not show yet, as while a page takes over what a server has drawn, has no form either.
  const forms = snapshot.approvals.batch === null ? noForms : allForms;
  const [misuse, note] = useMisuse(thread, standingOf(snapshot));

  const actions = useMemo((): AgentRunActions => {
    const attempt = async (action: () => Promise<RunEnd> | undefined): Promise<RunEnd | undefined> => {
      note();
      try {
        return await action();
      } catch (thrown) {
        note(thrown);
        return undefined;
      }
    };
    return {
      send: (content, options) => attempt(() => thread.send(content, options)),
      run: (options) => attempt(() => thread.run(options)),
      stop: thread.stop,
      submit: (options) =>
        attempt(() => {
          // What is not covered stays open, and the core then refuses, naming it.
          for (const form of createForms(thread.approvals).get()) cover(form);
          return thread.approvals.submit(options);
        }),
      retry: () => attempt(thread.approvals.retry),
      dismiss: () =>
        void attempt(() => {
          thread.approvals.dismiss();
          return undefined;
        }),
    };
  }, [thread, note]);

  useRunLife(options, thread, actions);

  const error = misuse ?? snapshot.error;
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
};

const noForms: readonly FormView[] = [];
