"use client";
import type { ThreadMessage } from "@holdpoint/client";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/** One message; undefined where the thread has none with this id. Renders only for what comes to this one. */
export function useMessage(id: string, options?: ThreadOptions): ThreadMessage | undefined {
  return useSelector(useThread(options).message(id));
}
