"use client";
import type { SubagentView } from "@holdpoint/client";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/** The invocations of subagents, in the order in which they were heard of; one that stays as it was keeps its identity. */
export function useSubagents(options?: ThreadOptions): readonly SubagentView[] {
  return useSelector(useThread(options).subagents);
}
