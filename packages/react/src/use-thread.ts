"use client";
import type { Thread } from "@holdpoint/client";
import { useAgentClient } from "./agent-provider.tsx";

/**
 * The handle of a thread, the same one on every render. Reading it subscribes to nothing;
 * pass one of its parts to `useSelector`, or use `useAgentRun`.
 */
export function useThread<State = unknown>(threadId: string): Thread<State> {
  return useAgentClient().thread<State>(threadId);
}
