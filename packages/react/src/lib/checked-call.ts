import type { StandardSchema, ToolCallView } from "@holdpoint/client";

/** Tools by their names, as far as reading their calls needs it: those of `defineTool`'s definitions do. */
export type ToolMap = Readonly<Record<string, { readonly parameters?: StandardSchema | object }>>;

type InputOf<Tool> = Tool extends { readonly parameters: StandardSchema<infer Output, unknown> }
  ? Output
  : unknown;

/** A call by a tool of the map, with its arguments as the schema of that tool reads them. */
export type CheckedCall<Tools extends ToolMap> = {
  [Name in keyof Tools & string]: { readonly name: Name; readonly input: InputOf<Tools[Name]> };
}[keyof Tools & string];

/**
 * A tool call by the tools of the app: its name and its arguments, typed, since they fit the tool's `parameters`. For the
 * call of a pending question, `item.toolCall`, of whichever hook; `useToolCall` with `tools` follows one call
 * by its id. Null without a call, while the arguments arrive, for a tool that is not in the
 * map, and for arguments that do not fit: an agent may call what it likes.
 */
export function toCheckedCall<Tools extends ToolMap>(
  call: Pick<ToolCallView, "name" | "input" | "status"> | null | undefined,
  tools: Tools,
): CheckedCall<Tools> | null;
export function toCheckedCall(
  call: Pick<ToolCallView, "name" | "input" | "status"> | null | undefined,
  tools: ToolMap,
): object | null {
  if (call?.status !== "complete" || !Object.hasOwn(tools, call.name)) return null;
  const { name, input } = call;
  const parameters = tools[name]?.parameters;
  if (!parameters || !("~standard" in parameters)) return { name, input };
  try {
    const result = parameters["~standard"].validate(input ?? {});
    if (result instanceof Promise) result.catch(() => {});
    // By the issues alone: some libraries give a value beside them.
    return "value" in result && !result.issues ? { name, input: result.value } : null;
  } catch {
    return null;
  }
}
