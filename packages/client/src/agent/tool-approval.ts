import { defined } from "../lib/defined.ts";
import type { Interrupt, ResumeEntry } from "../protocol/interrupts.ts";
import { isPlainObject } from "../protocol/trust.ts";
import type { AgentTool } from "./agent-tool.ts";
import type { AnswerableCall } from "./tool-call-handle.ts";

/** What a person said to a tool call; `editedArgs`, where there are any, take the place of its arguments. */
export type ToolVerdict =
  | { readonly approved: true; readonly editedArgs?: unknown }
  | { readonly approved: false };

/**
 * The interrupt that asks whether a call may be carried out: reason `tool_approval`, bound to the call, under its id.
 * Source: AG-UI 1.1, basic/patterns/interrupt-resume.
 */
export function toApproval(
  call: Pick<AnswerableCall, "id">,
  tool: Pick<AgentTool, "parameters"> | undefined,
  message?: string,
): Interrupt {
  return defined<Interrupt>({
    id: call.id,
    reason: "tool_approval",
    message,
    toolCallId: call.id,
    responseSchema: {
      type: "object",
      properties: { approved: { type: "boolean" }, editedArgs: asPart(tool?.parameters) },
      required: ["approved"],
    },
  });
}

/** A schema inside another one; one that refers to its own root would then point elsewhere. */
function asPart(parameters: Record<string, unknown> = {}): Record<string, unknown> {
  const { $schema: _, ...schema } = parameters;
  const isOpen = JSON.stringify(schema).includes('"$ref"') || schema.type !== "object";
  return { title: "Arguments", ...(isOpen ? { type: "object" } : schema) };
}

/**
 * Reads what was said to a tool approval. Declined is a no whatever comes with it. Approved is `true`, `{ approved: true }`,
 * arguments as edited without a word, as some clients send them, and the bare status without a payload.
 * Undefined for no answer, and for one that is neither: nothing but a plain yes lets a tool run.
 */
export function readApproval(entry: ResumeEntry | undefined): ToolVerdict | undefined {
  if (entry === undefined) return undefined;
  const { status, payload } = entry;
  if (status === "cancelled") return { approved: false };
  if (typeof payload === "boolean") return { approved: payload };
  if (payload === undefined || payload === null) return { approved: true };
  if (!isPlainObject(payload)) return undefined;
  // Null is what many serializers write for a field that was left alone.
  const isEdited = (payload.editedArgs ?? undefined) !== undefined;
  const approved = payload.approved ?? (isEdited ? true : undefined);
  if (approved === false) return { approved };
  if (approved !== true) return undefined;
  return isEdited ? { approved, editedArgs: payload.editedArgs } : { approved };
}
