import { isPlainObject } from "../protocol/trust.ts";

/** The events that come by the thousand, with the one id that each needs beside its delta. */
const DELTAS = new Map<unknown, string>([
  ["TEXT_MESSAGE_CONTENT", "messageId"],
  ["TOOL_CALL_ARGS", "toolCallId"],
  ["REASONING_MESSAGE_CONTENT", "messageId"],
]);

/** Whether an event is a bare delta, which the walk would pass as it is. */
export function isPlainDelta(event: unknown): boolean {
  if (!isPlainObject(event) || typeof event.delta !== "string") return false;
  const id = DELTAS.get(event.type);
  if (id === undefined || typeof event[id] !== "string") return false;
  let keys = 0;
  for (const _ in event) keys++;
  return keys === 3;
}
