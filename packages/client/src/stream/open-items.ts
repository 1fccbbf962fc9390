import type { AgentEvent } from "../protocol/events.ts";
import type { Report } from "./stage.ts";

/** The items that are open, by kind; each by its key, with its owner. */
export type OpenItems = ReadonlyMap<string, Map<string, string | undefined>>;

/** How each event of an item stands to it: its kind, the field that names it, and what it does. */
const ITEMS = new Map<string, readonly [kind: string, key: string, does: "opens" | "continues" | "closes"]>();
for (const [kind, key, opens, continues, ...closes] of [
  ["text message", "messageId", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"],
  ["tool call", "toolCallId", "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END"],
  [
    "reasoning message",
    "messageId",
    "REASONING_MESSAGE_START",
    "REASONING_MESSAGE_CONTENT",
    "REASONING_MESSAGE_END",
  ],
  ["reasoning span", "messageId", "REASONING_START", "", "REASONING_END"],
  ["step", "stepName", "STEP_STARTED", "", "STEP_FINISHED"],
  ["subagent", "subagentRunId", "SUBAGENT_STARTED", "", "SUBAGENT_FINISHED", "SUBAGENT_ERROR"],
] as const) {
  ITEMS.set(opens, [kind, key, "opens"]);
  ITEMS.set(continues, [kind, key, "continues"]);
  for (const type of closes) ITEMS.set(type, [kind, key, "closes"]);
}

/** No item of any kind. */
export const noItems = (): OpenItems => new Map([...ITEMS.values()].map(([kind]) => [kind, new Map()]));

/**
 * Holds an event against the items that are open: each opens before it continues and closes once;
 * a tag that disagrees with its opener's is fatal. Steps are apart for each owner.
 * Source: AG-UI 1.1, basic/patterns/streaming and events/subagents.
 */
export function checkItem(event: AgentEvent, kinds: OpenItems, report: Report): void {
  const [kind, field, does] = ITEMS.get(event.type) ?? [];
  const open = kinds.get(kind ?? "");
  if (kind === undefined || field === undefined || open === undefined) return;
  const name = String(Reflect.get(event, field));
  const tag = "subagentRunId" in event ? event.subagentRunId : undefined;
  const key = kind === "step" ? `${tag ?? ""}\n${name}` : name;
  const ids = [name];
  if (does === "opens") {
    if (open.has(key)) {
      report.fatal(`${event.type} opens ${kind} "${name}", which is already open.`, {
        rule: "already-open",
        ids,
      });
    }
    open.set(key, tag);
    return;
  }
  const owner = open.get(key);
  if (owner === undefined && !open.has(key)) {
    report.fatal(`${event.type} speaks of ${kind} "${name}", which is not open.`, { rule: "not-open", ids });
  }
  if (tag !== undefined && tag !== owner) {
    report.fatal(
      `${event.type} for "${name}" carries subagentRunId "${tag}", but it was opened by ${owner ?? "the parent agent"}.`,
      { rule: "attribution-mismatch", path: "subagentRunId", ids: [name, tag] },
    );
  }
  if (does === "closes") open.delete(key);
}
