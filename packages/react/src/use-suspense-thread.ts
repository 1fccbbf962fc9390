"use client";
import type { Thread, ThreadStatus } from "@holdpoint/client";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/**
 * The handle of a thread, as `useThread` gives it, once it is restored from where it is kept; until then
 * the nearest `Suspense` shows its fallback. Where nothing is kept it never waits.
 */
export function useSuspenseThread<State = unknown>(named: string | ThreadOptions<State> = {}): Thread<State> {
  const thread = useThread(named);
  if (useSelector(thread.status, isRestoring)) throw thread.ready;
  return thread;
}

const isRestoring = (status: ThreadStatus): boolean => status === "restoring";
