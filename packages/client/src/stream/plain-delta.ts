import { isPlainObject } from "../protocol/trust.ts";

/** What continues an item, by the type of the chunks that stand for it. */
export const CONTENTS = {
  TEXT_MESSAGE_CHUNK: "TEXT_MESSAGE_CONTENT",
  TOOL_CALL_CHUNK: "TOOL_CALL_ARGS",
  REASONING_MESSAGE_CHUNK: "REASONING_MESSAGE_CONTENT",
} as const;

/** The events that come by the thousand, with the one id that each needs beside its delta. */
const DELTAS = new Map<unknown, string>();
for (const [chunk, content] of Object.entries(CONTENTS)) {
  const field = content === "TOOL_CALL_ARGS" ? "toolCallId" : "messageId";
  DELTAS.set(chunk, field).set(content, field);
}

/** Whether an event is a bare delta, which the walk would pass as it is. */
export function isPlainDelta(event: unknown): boolean {
  if (!isPlainObject(event) || typeof event.delta !== "string") return false;
  const id = DELTAS.get(event.type);
  if (id === undefined || typeof event[id] !== "string") return false;
  let keys = 0;
  for (const _ in event) keys++;
  return keys === 3;
}
