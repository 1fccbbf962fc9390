"use client";
import type { Approvals, ContentPart, ThreadSnapshot } from "@holdpoint/client";
import { useEffect, useRef } from "react";
import { useLatest } from "./use-latest.ts";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useThread } from "./use-thread.ts";

/** What is to happen as runs of a thread begin and end. May change from one render to the next: the latest counts. */
export interface RunLifeOptions<State = unknown> extends ThreadOptions<State> {
  /** A run has stopped to ask: questions are open, and rules of the app have not answered them all. */
  onInterrupt?: (approvals: Approvals, snapshot: ThreadSnapshot<State>) => void;
  /** A run has ended without a question or an error: `success`, `cancelled` or `stopped`. */
  onFinish?: (snapshot: ThreadSnapshot<State>) => void;
  /** A run has ended badly: `failed`, `rejected`, `truncated` or `unstarted`. Also where `startOnMount` could start nothing. */
  onError?: (error: Error, snapshot: ThreadSnapshot<State>) => void;
  /**
   * Runs a thread that has not run yet, once it is restored: with this message of the person, or with
   * none where it is `true`. Once for a thread, whatever is mounted again or beside it.
   */
  startOnMount?: boolean | string | ContentPart[];
  /** Stops what is out once this component is gone, or shows another thread. Otherwise the run goes on in the client. */
  stopOnUnmount?: boolean;
}

/** The threads that were started by being shown. */
const begun = new WeakSet<object>();

/**
 * Does what the options ask for as runs of a thread begin and end, whoever starts them; each end is told once,
 * with what the thread then shows. Beside `useAgentRun`, or by itself: it renders nothing.
 */
export function useRunLife<State = unknown>(options: RunLifeOptions<State>): void {
  const thread = useThread(options);
  const latest = useLatest(options);
  const shown = useRef<unknown>(undefined);
  useEffect(() => {
    // Later: once all effects of this render have offered what they do, and strict mode has taken back what it tries.
    const look = () =>
      void thread.ready.then(() => {
        const { startOnMount, stopOnUnmount } = latest.current;
        const { messages, status } = thread.get();
        if (shown.current !== thread) {
          if (stopOnUnmount) thread.stop();
        } else if (
          startOnMount &&
          !begun.has(thread) &&
          status === "idle" &&
          !messages.some((each) => each.runId)
        ) {
          begun.add(thread);
          const run = startOnMount === true ? thread.run() : thread.send(startOnMount);
          run.catch((refusal) => latest.current.onError?.(refusal, thread.get()));
        }
      });
    let before = thread.status.get();
    const end = thread.status.subscribe(() => {
      const snapshot = thread.get();
      const { approvals, error, runId, status } = snapshot;
      if (status === before) return;
      before = status;
      // What is restored names no run.
      if (status === "running" || !runId) return;
      const { onError, onFinish, onInterrupt } = latest.current;
      if (error) onError?.(error, snapshot);
      else if (approvals.batch === null) onFinish?.(snapshot);
      else if (!approvals.ready) onInterrupt?.(approvals, snapshot);
    });
    shown.current = thread;
    look();
    return () => {
      end();
      shown.current = undefined;
      look();
    };
  }, [thread, latest]);
}
