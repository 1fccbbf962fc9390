import { isPlainObject } from "../protocol/trust.ts";
import { prepareSchema } from "../schema/prepare.ts";
import type { FieldError, Path } from "../schema/types.ts";
import { validate } from "../schema/validate.ts";
import type { InterruptDefinition } from "./define-interrupt.ts";
import type { ApprovalItem } from "./types.ts";

/** What an app knows of its questions beside what the agent sends. */
export interface Knowledge {
  /** The kinds of questions that are typed. */
  readonly interrupts?: readonly Pick<InterruptDefinition, "reason" | "judge">[];
  /** The schema of the arguments of a tool that the app has declared. */
  parametersOf(toolName: string): unknown;
}

/**
 * The faults of an answer: by its response schema, by the app's own type for its reason, whose words
 * win at the places that it names, and, where it edits the arguments of a call, by the tool's schema.
 */
export function judgeAnswer(
  { interrupt, toolCall }: ApprovalItem,
  payload: unknown,
  { interrupts = [], parametersOf }: Knowledge,
): readonly FieldError[] {
  const own = interrupts.find(({ reason }) => reason === interrupt?.reason)?.judge(payload) ?? [];
  const edited = isPlainObject(payload) && toolCall ? payload.editedArgs : undefined;
  const faults = [
    ...own,
    ...validate(prepareSchema(interrupt?.responseSchema), payload),
    ...(edited === undefined
      ? []
      : validate(prepareSchema(parametersOf(toolCall?.name ?? "")), edited).map(inEdits)),
  ];
  const places = new Set<string>();
  return faults.filter(({ path }, at) => {
    const place = JSON.stringify(path);
    if (at >= own.length) return !places.has(place);
    places.add(place);
    return true;
  });
}

const inEdits = (fault: FieldError): FieldError => ({
  ...fault,
  path: ["editedArgs", ...fault.path] satisfies Path,
});
