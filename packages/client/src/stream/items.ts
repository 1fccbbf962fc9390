import { SHAPES } from "../protocol/shapes.ts";
import { isPlainObject } from "../protocol/trust.ts";

/** What an event is to an item. */
export interface Step {
  /** What the types of the events of such an item begin with. */
  readonly kind: string;
  /** The field that names it. */
  readonly field: string;
  /** The type of the events that continue it. */
  readonly content: string;
  /** What the event's own type ends with where it opens or continues; an end or an error closes. */
  readonly opens: string | undefined;
  readonly continues: string | undefined;
}

/** The steps of items, by the type of their events. A run is no item: it is what items are in. */
const STEPS: ReadonlyMap<unknown, Step> = new Map(
  Object.entries(SHAPES.Event.of).flatMap(([type, shape]): [string, Step][] => {
    const [, kind, opens, continues] =
      /^(?!RUN)(\w+)_(?:(START)|(CONTENT|ARGS|CHUNK)|END|FINISHED|ERROR)/.exec(type) ?? [];
    const [field = "subagentRunId"] = /messageId|toolCallId|stepName/.exec(shape) ?? [];
    const content = kind === "TOOL_CALL" ? "TOOL_CALL_ARGS" : `${kind}_CONTENT`;
    return kind ? [[type, { kind, field, content, opens, continues }]] : [];
  }),
);

let latestType: unknown;
let latestStep: Step | undefined;

/** What events of this type are to an item; nothing where they concern none. */
export const stepOf = (type: unknown): Step | undefined => {
  // Most events are of the type of the one before, and comparing costs less than looking up.
  if (type !== latestType) {
    latestType = type;
    latestStep = STEPS.get(type);
  }
  return latestStep;
};

/** Whether an event is a bare delta, perhaps with its time: such come by the thousand, and the walk would pass them as they are. */
export const isPlainDelta = (event: unknown): boolean => {
  if (!isPlainObject(event) || typeof event.delta !== "string") return false;
  const step = stepOf(event.type);
  if (!step?.continues || typeof event[step.field] !== "string") return false;
  return Object.keys(event).length === (Number.isSafeInteger(event.timestamp) ? 4 : 3);
};
