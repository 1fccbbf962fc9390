"use client";
import type { Thread } from "@holdpoint/client";
import { type ThreadOptions, useNamedThread } from "./use-named-thread.ts";

/**
 * The handle of a thread, by its id or as every hook names its thread: the same one on every render. Reading
 * it subscribes to nothing; pass one of its parts to `useSelector`, or use the hook for that part. Throws an
 * `Error` where no thread is named, and where there is no `AgentProvider` to find it.
 */
export const useThread = <State = unknown>(named: string | ThreadOptions<State> = {}): Thread<State> => {
  const thread = useNamedThread<State>(typeof named === "string" ? { threadId: named } : named);
  if (!thread) throw new Error("Wrap this component in <ThreadProvider>, or name a thread.");
  return thread;
};
