"use client";
import type { Approvals, ContentPart, Thread, ThreadSnapshot } from "@holdpoint/client";
import { useEffect, useRef } from "react";
import { standingOf } from "./use-misuse.ts";
import type { ThreadOptions } from "./use-named-thread.ts";

/** What is to happen as runs of a thread begin and end. May change from one render to the next: the latest counts. */
export interface AgentRunOptions<State = unknown> extends ThreadOptions<State> {
  /** A run has stopped to ask: questions are open, and rules of the app have not answered them all. */
  onInterrupt?: (approvals: Approvals, snapshot: ThreadSnapshot<State>) => void;
  /** A run has ended without a question or an error: `success`, `cancelled` or `stopped`. */
  onFinish?: (snapshot: ThreadSnapshot<State>) => void;
  /** A run has ended badly: `failed`, `rejected`, `truncated` or `unstarted`. */
  onError?: (error: Error, snapshot: ThreadSnapshot<State>) => void;
  /**
   * Runs a thread in which no run has left a message yet, once it is restored: with this message of the person, or
   * with none where it is `true`. Once for a thread, whatever is mounted again or beside it. Where that is refused, as while
   * another tab runs the thread, `error` says so.
   */
  startOnMount?: boolean | string | ContentPart[];
  /** Stops what is out once this component is gone, or shows another thread. Otherwise the run goes on in the client. */
  stopOnUnmount?: boolean;
}

/** The threads that were started by being shown. */
const begun = new WeakSet<object>();

/**
 * Does what the options ask for as runs of a thread begin and end, whoever starts them; each end is told once,
 * with what the thread then shows.
 */
export const useRunLife = <State>(
  options: AgentRunOptions<State>,
  thread: Thread<State>,
  // Those of the hook, which reject with nothing.
  { run, send }: { run(): Promise<unknown>; send(content: string | ContentPart[]): Promise<unknown> },
): void => {
  // Not `useLatest`, whose effect is earlier than what is told here can be, and 45 bytes of the panel's bundle.
  const latest = useRef(options);
  const shown = useRef<unknown>(undefined);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    let before = standingOf(thread.get());
    const end = thread.subscribe(() => {
      const { current: told } = latest;
      const snapshot = thread.get();
      const { approvals, error, runId, status } = snapshot;
      const now = standingOf(snapshot);
      // What is restored names no run.
      const isEnd = now !== before && status !== "running" && runId;
      before = now;
      if (!isEnd) return;
      if (error) told.onError?.(error, snapshot);
      else if (status === "stopped" || approvals.batch === null) told.onFinish?.(snapshot);
      else if (!approvals.ready) told.onInterrupt?.(approvals, snapshot);
    });
    shown.current = thread;
    // Later: once all effects of this render have offered what they do, and strict mode has taken back what it tries.
    void thread.ready.then(() => {
      const { startOnMount } = latest.current;
      const { messages, status } = thread.get();
      if (!startOnMount || shown.current !== thread || begun.has(thread)) return;
      // Another page may have begun it, and got nothing for it.
      if (messages !== thread.initial().messages || status !== "idle" || messages.some((each) => each.runId))
        return;
      begun.add(thread);
      void (startOnMount === true ? run() : send(startOnMount));
    });
    return () => {
      end();
      shown.current = undefined;
      void thread.ready.then(() => {
        if (latest.current.stopOnUnmount && shown.current !== thread) thread.stop();
      });
    };
  }, [thread, run, send]);
};
