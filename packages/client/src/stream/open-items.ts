import type { AgentEvent } from "../protocol/events.ts";
import type { Report } from "./stage.ts";

/** The items that are open, by kind and then by name; the maps of the kinds are made when first needed. */
export type OpenItems = Map<string, Map<string, OpenItem>>;

interface OpenItem {
  readonly name: string;
  /** The item in a sentence, such as `text message "m1"`. */
  readonly label: string;
  readonly owner: string | undefined;
}

/** The field that names an item, by its kind: what the types of its events begin with. */
export const ITEM_KEYS: Readonly<Record<string, string>> = {
  TEXT_MESSAGE: "messageId",
  TOOL_CALL: "toolCallId",
  REASONING_MESSAGE: "messageId",
  REASONING: "messageId",
  STEP: "stepName",
  SUBAGENT: "subagentRunId",
};

/** How an event stands to its item, by its type. */
const ITEMS = new Map<string, { kind: string; field: string; does: "opens" | "continues" | "closes" }>();
for (const [kind, field] of Object.entries(ITEM_KEYS)) {
  for (const end of ["START", "STARTED"]) ITEMS.set(`${kind}_${end}`, { kind, field, does: "opens" });
  for (const end of ["CONTENT", "ARGS"]) ITEMS.set(`${kind}_${end}`, { kind, field, does: "continues" });
  for (const end of ["END", "FINISHED", "ERROR"])
    ITEMS.set(`${kind}_${end}`, { kind, field, does: "closes" });
}

/**
 * Holds an event against the items that are open: each opens before it continues and closes once;
 * a tag that disagrees with its opener's is fatal. Steps are apart for each owner.
 * Source: AG-UI 1.1, basic/patterns/streaming and events/subagents.
 */
export function checkItem(event: AgentEvent, items: OpenItems, report: Report): void {
  const { type } = event;
  const item = ITEMS.get(type);
  if (item === undefined) return;
  const { kind, field, does } = item;
  const name = String(Reflect.get(event, field));
  const tag = "subagentRunId" in event ? event.subagentRunId : undefined;
  const key = kind === "STEP" ? `${tag ?? ""}\n${name}` : name;
  const ofKind = items.get(kind) ?? new Map<string, OpenItem>();
  const open = ofKind.get(key);
  if (does === "opens") {
    if (open) report.fatal(`${type}: "${name}" is already open.`, { rule: "already-open", ids: [name] });
    const label = `${kind.toLowerCase().replace("_", " ")} "${name}"`;
    items.set(kind, ofKind.set(key, { name, label, owner: tag }));
    return;
  }
  if (!open) {
    report.fatal(`${type}: "${name}" is not open.`, { rule: "not-open", ids: [name] });
  }
  if (tag !== undefined && tag !== open.owner) {
    report.fatal(
      `${type} for "${name}" carries subagentRunId "${tag}", but it was opened by ${open.owner ?? "the parent agent"}.`,
      { rule: "attribution-mismatch", path: "subagentRunId", ids: [name, tag] },
    );
  }
  if (does === "closes") ofKind.delete(key);
}
