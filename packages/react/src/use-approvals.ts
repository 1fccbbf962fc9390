"use client";
import type { Approvals, FieldError, RunEnd, ThreadApprovals } from "@holdpoint/client";
import { useMemo } from "react";
import { standingOf, useMisuse } from "./use-misuse.ts";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/**
 * What can be done to the pending questions of a thread. Each keeps its identity for the life of the
 * thread, and none throws or rejects for misuse: that shows as `error`, with no faults and no end.
 */
export interface ApprovalsActions
  extends Pick<
    ThreadApprovals,
    "answer" | "draft" | "clear" | "decline" | "answerAll" | "declineAll" | "dismiss"
  > {
  /** Sends every answer in one request; while a question is open, sends nothing. */
  submit(...args: Parameters<ThreadApprovals["submit"]>): Promise<RunEnd | undefined>;
  /** Sends the very entries of the last submit again. */
  retry(): Promise<RunEnd | undefined>;
}

/** All the pending questions of a thread at one publish, and the actions on them. */
export interface PendingApprovals extends Omit<Approvals, "error">, Readonly<ApprovalsActions> {
  /** The misuse of the last action, until a run moves on; else why the last submit did not go through. */
  readonly error: Error | null;
}

/**
 * The pending questions of a thread as one batch, without forms: `useAgentRun` has those. Renders when a
 * question or an answer has changed; no token renders it.
 */
export function useApprovals(options?: ThreadOptions): PendingApprovals {
  const thread = useThread(options);
  const { approvals } = thread;
  const shown = useSelector(approvals);
  const [misuse, note] = useMisuse(thread, useSelector(thread, standingOf));

  const actions = useMemo((): ApprovalsActions => {
    function attempt<T>(action: () => T, otherwise: T): T {
      note();
      try {
        return action();
      } catch (thrown) {
        note(thrown);
        return otherwise;
      }
    }
    const send = (action: () => Promise<RunEnd>): Promise<RunEnd | undefined> => {
      note();
      return action().catch((thrown: unknown) => {
        note(thrown);
        return undefined;
      });
    };
    return {
      answer: (...args) => attempt((): readonly FieldError[] => approvals.answer(...args), []),
      draft: (...args) => attempt(() => approvals.draft(...args), undefined),
      clear: (...args) => attempt(() => approvals.clear(...args), undefined),
      decline: (...args) => attempt(() => approvals.decline(...args), undefined),
      answerAll: (fn) => attempt(() => approvals.answerAll(fn), new Map()),
      declineAll: () => attempt(() => approvals.declineAll(), undefined),
      submit: (...args) => send(() => approvals.submit(...args)),
      retry: () => send(() => approvals.retry()),
      dismiss: () => attempt(() => approvals.dismiss(), undefined),
    };
  }, [approvals, note]);

  return useMemo(() => ({ ...shown, ...actions, error: misuse ?? shown.error }), [shown, actions, misuse]);
}
