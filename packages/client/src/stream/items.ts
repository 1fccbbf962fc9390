import { SHAPES } from "../protocol/shapes.ts";
import { isPlainObject } from "../protocol/trust.ts";

/** The field that names an item, by its kind: what the types of its events begin with. */
const NAMES: Readonly<Record<string, string>> = {
  TEXT_MESSAGE: "messageId",
  TOOL_CALL: "toolCallId",
  REASONING_MESSAGE: "messageId",
  REASONING: "messageId",
  STEP: "stepName",
  SUBAGENT: "subagentRunId",
};

/** How an event stands to its item, by what its type ends with; what is not here closes it. */
const DOES: Readonly<Record<string, string>> = {
  START: "opens",
  CONTENT: "continues",
  ARGS: "continues",
  CHUNK: "continues",
};

/** What an event is to an item: of which kind, named by which field, and what it does to it. */
export interface Step {
  readonly kind: string;
  readonly field: string;
  readonly does: string;
}

/** The steps of items, by the type of their events. */
export const STEPS: ReadonlyMap<unknown, Step> = new Map(
  Object.keys(SHAPES.Event.of).flatMap((type): [string, Step][] => {
    const [, kind = "", step = ""] = /^(\w+)_(START|CONTENT|ARGS|CHUNK|END|FINISHED|ERROR)/.exec(type) ?? [];
    const field = NAMES[kind];
    return field === undefined ? [] : [[type, { kind, field, does: DOES[step] ?? "closes" }]];
  }),
);

/** Whether an event is a bare delta, which comes by the thousand and which the walk would pass as it is. */
export function isPlainDelta(event: unknown): boolean {
  if (!isPlainObject(event) || typeof event.delta !== "string") return false;
  const step = STEPS.get(event.type);
  if (step?.does !== "continues" || typeof event[step.field] !== "string") return false;
  let keys = 0;
  for (const _ in event) keys++;
  return keys === 3;
}
