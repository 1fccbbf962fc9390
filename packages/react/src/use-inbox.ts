"use client";
import type { Inbox } from "@holdpoint/client";
import { useAgentClient } from "./agent-provider.tsx";
import { useSelector } from "./use-selector.ts";

/** Every thread that waits for somebody, of the client or of one of its `agents`; answer it on the thread itself. */
export function useInbox({ agent }: { agent?: string } = {}): Inbox {
  return useSelector(useAgentClient(agent).inbox);
}
