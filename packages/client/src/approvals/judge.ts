import { isPlainObject } from "../protocol/trust.ts";
import { prepareSchema } from "../schema/prepare.ts";
import type { FieldError } from "../schema/types.ts";
import { validate } from "../schema/validate.ts";
import type { InterruptDefinition } from "./define-interrupt.ts";
import type { ApprovalItem } from "./types.ts";

/** What an app knows of its questions beside what the agent sends. */
export interface Knowledge {
  /** The kinds of questions that are typed. */
  readonly interrupts?: readonly Pick<InterruptDefinition, "reason" | "judge">[];
  /** The property of an answer that takes the edited arguments of its call; `editedArgs` unless given. */
  readonly editedArgs?: string;
  /** The schema of the arguments of a tool that the app has declared. */
  parametersOf(toolName: string): unknown;
}

/**
 * The faults of an answer: by the app's own type for its reason, whose words win, then by its response
 * schema and, where it edits the arguments of a call, by the tool's.
 */
export const judgeAnswer = (
  { interrupt, toolCall }: ApprovalItem,
  payload: unknown,
  { interrupts = [], editedArgs = "editedArgs", parametersOf }: Knowledge,
): readonly FieldError[] => {
  const own = interrupts.find(({ reason }) => reason === interrupt?.reason)?.judge(payload) ?? [];
  if (own.length > 0) return own;
  const faults = validate(prepareSchema(interrupt?.responseSchema), payload);
  const edited = toolCall && isPlainObject(payload) ? payload[editedArgs] : undefined;
  if (!toolCall || edited === undefined) return faults;
  const inArguments = validate(prepareSchema(parametersOf(toolCall.name)), edited);
  return [...faults, ...inArguments.map((fault) => ({ ...fault, path: [editedArgs, ...fault.path] }))];
};
