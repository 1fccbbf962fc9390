import type { Command } from "./commands.ts";

export type Wire = Record<string, unknown>;

/** An item that is open, with the fields that name it and its kind in the types of its events. */
export interface Item {
  readonly kind: "TEXT_MESSAGE" | "TOOL_CALL" | "REASONING_MESSAGE" | "REASONING" | "STEP" | "SUBAGENT";
  readonly id: string;
  readonly owner: string | undefined;
}

const NAMES: Readonly<Record<Item["kind"], string>> = {
  TEXT_MESSAGE: "messageId",
  TOOL_CALL: "toolCallId",
  REASONING_MESSAGE: "messageId",
  REASONING: "messageId",
  STEP: "stepName",
  SUBAGENT: "subagentRunId",
};

/** A run in the making: its events so far, and what is open and known at this point. */
export interface Model {
  readonly events: Wire[];
  readonly open: Map<string, Item>;
  /** Every message that the thread holds, by id, with what a later event must know of it. */
  messages: Map<string, { role: string; owner?: string | undefined }>;
  /** Calls of the thread; those that are open cannot be answered. */
  readonly calls: Set<string>;
  readonly activities: Map<string, Wire>;
  state: unknown;
  nextId(kind: string): string;
  push(type: string, fields: Wire, owner?: string): void;
  start(item: Item, fields?: Wire): void;
  proceed(item: Item, command: Command): void;
  close(item: Item, fields?: Wire): void;
  /** Closes what is open in an order that nesting allows: subagents last, inner ones before outer ones. */
  closeAll(belongsTo?: string): void;
}

const keyOf = ({ kind, id }: Item): string => `${kind} ${id}`;

export function createModel(state: unknown): Model {
  let ids = 0;
  const model: Model = {
    events: [],
    open: new Map(),
    messages: new Map(),
    calls: new Set(),
    activities: new Map(),
    state,
    nextId: (kind) => `${kind}${ids++}`,
    push(type, fields, owner) {
      const event = { type, ...fields, ...(owner !== undefined && { subagentRunId: owner }) };
      // As on the wire: what JSON cannot tell apart is made the same here.
      model.events.push(JSON.parse(JSON.stringify(event)));
    },
    start(item, fields = {}) {
      model.open.set(keyOf(item), item);
      const verb = item.kind === "STEP" || item.kind === "SUBAGENT" ? "STARTED" : "START";
      model.push(`${item.kind}_${verb}`, { [NAMES[item.kind]]: item.id, ...fields }, item.owner);
    },
    proceed(item, { text, flag }) {
      const { kind, id, owner } = item;
      if (kind !== "TEXT_MESSAGE" && kind !== "TOOL_CALL" && kind !== "REASONING_MESSAGE") return;
      const type = kind === "TOOL_CALL" ? "TOOL_CALL_ARGS" : `${kind}_CONTENT`;
      const fields = {
        [NAMES[kind]]: id,
        delta: text,
        ...(flag && text.length > 6 && { metadata: { [text]: text } }),
      };
      // An untagged continuation belongs to whoever opened the item.
      model.push(type, fields, flag ? owner : undefined);
    },
    close(item, fields = {}) {
      const { kind, id, owner } = item;
      model.open.delete(keyOf(item));
      if (kind === "SUBAGENT") model.push("SUBAGENT_FINISHED", { subagentRunId: id, ...fields });
      else if (kind === "STEP") model.push("STEP_FINISHED", { stepName: id }, owner);
      else model.push(`${kind}_END`, { [NAMES[kind]]: id, ...fields }, owner);
    },
    closeAll(belongsTo) {
      const isInside = (item: Item): boolean => belongsTo === undefined || item.owner === belongsTo;
      const items = [...model.open.values()].filter(isInside).reverse();
      for (const item of items) if (item.kind !== "SUBAGENT") model.close(item);
      for (const item of items) if (item.kind === "SUBAGENT") model.close(item);
    },
  };
  return model;
}
