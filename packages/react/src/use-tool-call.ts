"use client";
import type { ToolCallView } from "@holdpoint/client";
import { useMemo } from "react";
import { type CheckedCall, type ToolMap, toCheckedCall } from "./lib/checked-call.ts";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/** A tool call, and what it says where it is of a known tool. */
export interface TypedToolCall<Tools extends ToolMap> extends ToolCallView {
  /** Null while the arguments arrive, for a tool that is not in the map, and for arguments that do not fit. */
  readonly checked: CheckedCall<Tools> | null;
}

/** One tool call; undefined where the thread has none with this id. Renders only for what comes to this one. */
export function useToolCall(id: string, options?: ThreadOptions): ToolCallView | undefined;
/**
 * One tool call by the tools of the app: `checked` has its name and its arguments, typed, once they fit the
 * tool's `parameters`. Keep the map outside of components.
 */
export function useToolCall<Tools extends ToolMap>(
  id: string,
  options: ThreadOptions & { tools: Tools },
): TypedToolCall<Tools> | undefined;
export function useToolCall(
  id: string,
  { tools, ...options }: ThreadOptions & { tools?: ToolMap } = {},
): ToolCallView | undefined {
  const call = useSelector(useThread(options).toolCall(id));
  return useMemo(
    () => (call && tools ? { ...call, checked: toCheckedCall(call, tools) } : call),
    [call, tools],
  );
}
