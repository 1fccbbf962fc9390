"use client";
import type { Thread } from "@holdpoint/client";
import { clientOf, usePart } from "./agent-provider.tsx";

/**
 * How every hook names its thread: by id, by handle, or not at all, which means that of the nearest
 * `ThreadProvider`. May change from one render to the next.
 */
export interface ThreadOptions<State = unknown> {
  threadId?: string;
  /** Whose thread has this `threadId`: one of the `agents` of the nearest `AgentProvider`. Default: its `client`. */
  agent?: string;
  /** The handle, such as `run.thread`, in place of an id; it needs no provider. */
  thread?: Thread<State>;
}

/** The thread that is meant, if any. */
export const useNamedThread = <State>(options: ThreadOptions<State>): Thread<State> | undefined => {
  const { thread, threadId, agent } = options;
  const part = usePart();
  if (thread) return thread;
  if (threadId !== undefined) return clientOf(part, agent).thread<State>(threadId);
  return part.named?.client.thread<State>(part.named.threadId);
};
