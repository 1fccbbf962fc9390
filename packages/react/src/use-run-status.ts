"use client";
import type { ThreadStatus } from "@holdpoint/client";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/** Where a thread stands: `restoring`, `idle`, `running`, or how its last run ended. No token renders it. */
export function useRunStatus(options?: ThreadOptions): ThreadStatus {
  return useSelector(useThread(options).status);
}
