import type { Thread } from "@holdpoint/client";

/** What the agent has said on a thread, message by message. */
export const said = (thread: Pick<Thread, "get">): unknown[] =>
  thread.get().messages.flatMap((message) => (message.role === "assistant" ? [message.content] : []));
