import { defined } from "../lib/defined.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { isAgentEvent } from "../protocol/trust.ts";
import type { Report } from "./stage.ts";

interface Item {
  readonly name: string;
  /** What the types of its events begin with, such as `TEXT_MESSAGE`. */
  readonly kind: string;
  readonly opener: AgentEvent;
  readonly owner: string | undefined;
  open: boolean;
}

/** The items that one stream has opened. */
export interface OpenItems {
  /** Holds an event against the items, and lets it through to `next` where it may go. */
  pass(event: AgentEvent): void;
  /** The run is over: everything must be closed. */
  finish(): void;
  /** Forgets all that is open. */
  clear(): void;
}

/** The field that names an item, by its kind. */
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
 * Each item opens before it continues and closes once, before its run does; a tag that disagrees
 * with its opener's is fatal. Steps are apart for each owner. Where `isLenient` says so, items are
 * closed and opened again as older peers mean it, with one warning of each kind.
 * Source: AG-UI 1.1, basic/patterns/streaming and events/subagents.
 */
export function createOpenItems(
  next: (event: AgentEvent) => void,
  report: Report,
  isLenient: () => boolean,
): OpenItems {
  const items = new Map<string, Item>();
  const warned = new Set<string>();

  function repaired(code: string, message: string): void {
    if (!warned.has(code)) report.warn({ code, message });
    warned.add(code);
  }

  function close(item: Item): void {
    item.open = false;
    const { kind, name, owner } = item;
    const end = kind === "STEP" || kind === "SUBAGENT" ? "FINISHED" : "END";
    const event = defined<Record<string, unknown>>({
      type: `${kind}_${end}`,
      [ITEM_KEYS[kind] ?? ""]: name,
      subagentRunId: owner,
    });
    if (isAgentEvent(event)) next(event);
  }

  function start(key: string, item: Item): void {
    items.set(key, item);
    next(item.opener);
  }

  return {
    pass(event) {
      const { type } = event;
      const { kind, field, does } = ITEMS.get(type) ?? {};
      if (kind === undefined || field === undefined) {
        next(event);
        return;
      }
      const name = String(Reflect.get(event, field));
      const tag = "subagentRunId" in event ? event.subagentRunId : undefined;
      const key = `${kind}\n${kind === "STEP" ? (tag ?? "") : ""}\n${name}`;
      const item = items.get(key);
      if (does === "opens") {
        if (item?.open) {
          if (!isLenient())
            report.fatal(`${type}: "${name}" is already open.`, { rule: "already-open", ids: [name] });
          repaired(
            "item-reopened",
            `${type}: "${name}" was already open, so it was closed and opened again.`,
          );
          close(item);
        }
        start(key, { name, kind, opener: event, owner: tag, open: true });
        return;
      }
      if (item === undefined || (!item.open && !isLenient())) {
        return report.fatal(`${type}: "${name}" is not open.`, { rule: "not-open", ids: [name] });
      }
      if (tag !== undefined && tag !== item.owner) {
        report.fatal(
          `${type} for "${name}" carries subagentRunId "${tag}", but it was opened by ${item.owner ?? "the parent agent"}.`,
          { rule: "attribution-mismatch", path: "subagentRunId", ids: [name, tag] },
        );
      }
      if (!item.open) {
        repaired("item-reopened", `${type}: "${name}" was closed, so it was opened again.`);
        // What it would close is closed already.
        if (does === "closes") return;
        item.open = true;
        next(item.opener);
      }
      if (does === "closes") item.open = false;
      next(event);
    },
    finish() {
      const open = [...items.values()].filter((item) => item.open);
      if (open.length === 0) return;
      const what = open
        .map(({ kind, name }) => `${kind.toLowerCase().replace("_", " ")} "${name}"`)
        .join(", ");
      const message = `RUN_FINISHED came while ${what} is still open.`;
      if (!isLenient()) report.fatal(message, { rule: "open-at-finish", ids: open.map(({ name }) => name) });
      repaired("item-left-open", message);
      for (const item of open.reverse()) close(item);
    },
    clear: () => items.clear(),
  };
}
