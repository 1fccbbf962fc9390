"use client";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/** The ids of the messages of a thread, in order: the same array until one comes or goes. No token renders it. */
export function useMessageIds(options?: ThreadOptions): readonly string[] {
  return useSelector(useThread(options).messageIds);
}
