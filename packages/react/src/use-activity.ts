"use client";
import type { ActivityMessage, ThreadMessage } from "@holdpoint/client";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/** An activity of the thread. */
export type ThreadActivity = Extract<ThreadMessage, ActivityMessage>;

/** An activity by the id of its message; undefined where there is none, or the message is of another role. */
export function useActivity(id: string, options?: ThreadOptions): ThreadActivity | undefined {
  return useSelector(useThread(options).message(id), toActivity);
}

function toActivity(message: ThreadMessage | undefined): ThreadActivity | undefined {
  return message?.role === "activity" ? message : undefined;
}
