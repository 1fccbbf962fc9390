"use client";
import type { StandardSchema, ToolCallView } from "@holdpoint/client";
import { useMemo } from "react";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";
import { useThread } from "./use-thread.ts";

/** Tools by their names, as far as reading their calls needs it: those of `defineTool`'s definitions do. */
export type ToolMap = Readonly<Record<string, { readonly parameters?: StandardSchema | object }>>;

type InputOf<Tool> = Tool extends { readonly parameters: StandardSchema<infer Output, unknown> }
  ? Output
  : unknown;

/** A call by a tool of the map, with its arguments as the schema of that tool reads them. */
export type CheckedCall<Tools extends ToolMap> = {
  [Name in keyof Tools & string]: { readonly name: Name; readonly input: InputOf<Tools[Name]> };
}[keyof Tools & string];

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
  return useMemo(() => (call && tools ? { ...call, checked: checked(call, tools) } : call), [call, tools]);
}

function checked({ name, input, status }: ToolCallView, tools: ToolMap): object | null {
  if (status !== "complete" || !Object.hasOwn(tools, name)) return null;
  const parameters = tools[name]?.parameters;
  if (!parameters || !("~standard" in parameters)) return { name, input };
  try {
    const result = parameters["~standard"].validate(input ?? {});
    if (result instanceof Promise) result.catch(() => {});
    return "value" in result ? { name, input: result.value } : null;
  } catch {
    return null;
  }
}
