import { defined } from "../lib/defined.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { isAgentEvent } from "../protocol/trust.ts";
import { createOwners, refuseOwner } from "./owners.ts";
import type { Report } from "./stage.ts";

interface Item {
  readonly name: string;
  /** What the types of its events begin with, such as `TEXT_MESSAGE`. */
  readonly kind: string;
  readonly opener: AgentEvent;
  readonly owner: string | undefined;
  open: boolean;
}

/** The items that one run has opened. */
export interface OpenItems {
  /** Holds an event against the items, and lets it through to `next` where it may go. */
  pass(event: AgentEvent): void;
  /** The run is over: everything must be closed. */
  finish(): void;
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

/** What the types of the events of an item end with, by what they do to it. */
const STEPS = {
  opens: ["START", "STARTED"],
  continues: ["CONTENT", "ARGS"],
  closes: ["END", "FINISHED", "ERROR"],
};

/** How an event stands to its item, by its type. */
const ITEMS = new Map<string, { kind: string; field: string; does: string }>();
for (const [kind, field] of Object.entries(ITEM_KEYS)) {
  for (const [does, steps] of Object.entries(STEPS))
    for (const step of steps) ITEMS.set(`${kind}_${step}`, { kind, field, does });
}

const keyOf = (kind: string, name: string, owner = ""): string =>
  `${kind}\n${kind === "STEP" ? owner : ""}\n${name}`;

/**
 * The items of one run: each opens before it continues and closes once, before its run does; a tag
 * that disagrees with its opener's is fatal. Steps are apart for each owner. Where `isLenient`, items
 * are closed and opened again as older peers mean it, with one warning of each kind.
 * Source: AG-UI 1.1, basic/patterns/streaming and events/subagents.
 */
export function createOpenItems(
  next: (event: AgentEvent) => void,
  report: Report,
  isLenient: boolean,
): OpenItems {
  const items = new Map<string, Item>();
  const ownerOf = createOwners(report);
  /** The item of the last event: most events are its next token, and need no key to find it. */
  let last: Item | undefined;

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

  return {
    pass(event) {
      const { type } = event;
      const { kind, field = "", does } = ITEMS.get(type) ?? {};
      if (kind === undefined) {
        ownerOf(event);
        next(event);
        return;
      }
      const name = String(Reflect.get(event, field));
      const tag = "subagentRunId" in event ? event.subagentRunId : undefined;
      if (last?.name !== name || last.kind !== kind || kind === "STEP")
        last = items.get(keyOf(kind, name, tag));
      const item = last;
      if (does === "opens") {
        // The id of a subagent is that of one invocation, and stays taken when it is over.
        if (item && (item.open || kind === "SUBAGENT")) {
          if (!isLenient) report.fatal({ rule: "already-open", ids: [name] });
          report.mended("item-reopened", `${type} opens "${name}" again`);
          close(item);
        }
        const parent = type === "SUBAGENT_STARTED" ? event.parentSubagentRunId : undefined;
        if (parent !== undefined && !items.has(keyOf(kind, parent, tag))) {
          report.fatal({ rule: "not-open", path: "parentSubagentRunId", ids: [parent] });
        }
        last = { name, kind, opener: event, owner: ownerOf(event), open: true };
        items.set(keyOf(kind, name, tag), last);
        next(event);
        return;
      }
      if (item === undefined || (!item.open && !isLenient)) {
        return report.fatal({ rule: "not-open", ids: [name] });
      }
      if (tag !== undefined && tag !== item.owner) refuseOwner(report, name, tag);
      if (!item.open) {
        report.mended("item-reopened", `${type} opens "${name}" again`);
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
      const ids = open.map(({ name }) => name);
      if (ids.length === 0) return;
      if (!isLenient) report.fatal({ rule: "open-at-finish", ids });
      report.mended("item-left-open", `RUN_FINISHED leaves "${ids.join('", "')}" open`);
      for (const item of open.reverse()) close(item);
    },
  };
}
