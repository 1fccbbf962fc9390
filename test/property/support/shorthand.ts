import type { Wire } from "./model.ts";

/** The kinds that have a chunk form, with the field that names an item. */
const KINDS: Readonly<Record<string, string>> = {
  TEXT_MESSAGE: "messageId",
  TOOL_CALL: "toolCallId",
  REASONING_MESSAGE: "messageId",
};

/** The same stream with every start, content and end as a chunk that names its item. */
export function toShorthand(events: readonly Wire[]): Wire[] {
  const openers = new Map<string, Wire>();
  return events.flatMap((event) => {
    const [, kind = "", step] = /^(.+)_(START|CONTENT|ARGS|END)$/.exec(String(event.type)) ?? [];
    const field = KINDS[kind];
    if (field === undefined) return [event];
    const key = `${kind} ${event[field]}`;
    const {
      type: _,
      metadata: _metadata,
      role,
      ...fields
    } = step === "START" ? event : (openers.get(key) ?? {});
    // A reasoning chunk carries no role; the kind says it.
    const opener = kind === "REASONING_MESSAGE" || role === undefined ? fields : { ...fields, role };
    if (step === "START") openers.set(key, { ...event });
    const { delta, metadata } = event;
    if (step === "END" && metadata === undefined) return [];
    return [
      {
        type: `${kind}_CHUNK`,
        ...opener,
        ...(delta !== undefined && { delta }),
        ...(metadata !== undefined && { metadata }),
      },
    ];
  });
}
