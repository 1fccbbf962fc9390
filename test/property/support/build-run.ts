import type { Command, Plan, Wish } from "./commands.ts";
import { createModel, type Item, type Model, type Wire } from "./model.ts";
import { applicablePatch } from "./state-wish.ts";

export const THREAD = "t1";
export const RUN = "r1";

/** A valid stream, and the state that it leaves. */
export interface BuiltRun {
  readonly events: Wire[];
  readonly state: unknown;
}

export interface BuildOptions {
  /** Wishes that are not granted. */
  readonly without?: readonly Wish[];
}

/** Builds a valid stream from a plan: a wish that cannot be granted where it stands makes no event. */
export function buildRun({ commands, end, replayed }: Plan, { without = [] }: BuildOptions = {}): BuiltRun {
  const model = createModel({});
  if (replayed !== undefined) {
    begin(model, "r0");
    run(model, replayed, without);
    model.closeAll();
    model.push("RUN_FINISHED", { threadId: THREAD, runId: "r0" });
  }
  begin(model, RUN);
  run(model, commands, without);
  if (end === "error") {
    model.push("RUN_ERROR", { message: "broken", code: "E1" });
  } else {
    model.closeAll();
    const outcome = outcomeOf(end, model);
    const usage = [{ provider: "p", inputTokens: commands.length }];
    model.push("RUN_FINISHED", { threadId: THREAD, runId: RUN, usage, ...(outcome && { outcome }) });
    if (end === "late-error") model.push("RUN_ERROR", { message: "late" });
  }
  return { events: model.events, state: JSON.parse(JSON.stringify(model.state)) };
}

function begin(model: Model, runId: string): void {
  model.push("RUN_STARTED", { threadId: THREAD, runId, protocolVersion: "1.1" });
}

function run(model: Model, commands: readonly Command[], without: readonly Wish[]): void {
  for (const command of commands) if (!without.includes(command.wish)) GRANTS[command.wish](model, command);
}

function outcomeOf(end: Plan["end"], model: Model): Wire | undefined {
  const [toolCallId] = model.calls;
  if (end === "success") return { type: "success", pendingToolCallIds: [...model.calls].slice(0, 1) };
  if (end === "cancelled") return { type: "cancelled" };
  if (end !== "interrupt") return undefined;
  return {
    type: "interrupt",
    interrupts: [
      { id: "i1", reason: "tool_call", message: "May I?", ...(toolCallId !== undefined && { toolCallId }) },
      { id: "i2", reason: "input_required", responseSchema: { type: "object", properties: { a: {} } } },
    ],
  };
}

const choose = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];
const opened = (model: Model, ...kinds: Item["kind"][]): Item[] =>
  [...model.open.values()].filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
const isOpen = (model: Model, id: string): boolean => opened(model).some((item) => item.id === id);

/** Mostly the parent agent, sometimes an open subagent, rarely one that nobody announced. */
function ownerFor(model: Model, { pick }: Command): string | undefined {
  if (pick % 3 !== 0) return undefined;
  return pick % 15 === 0 ? "ghost" : choose(opened(model, "SUBAGENT"), pick)?.id;
}

/** The assistant's messages of one owner: whoever goes on with a message must be its owner. */
const assistants = (model: Model, owner: string | undefined): string[] =>
  [...model.messages]
    .filter(([, each]) => each.role === "assistant" && each.owner === owner)
    .map(([id]) => id);

const GRANTS: Readonly<Record<Wish, (model: Model, command: Command) => void>> = {
  "text-start"(model, command) {
    const id = model.nextId("m");
    const role = choose(["assistant", "assistant", "user", "system", "developer"], command.pick) ?? "";
    const owner = ownerFor(model, command);
    model.messages.set(id, { role, owner });
    const name = command.flag ? { name: command.text } : {};
    model.start({ kind: "TEXT_MESSAGE", id, owner }, { role, ...name });
  },
  "text-reopen"(model, command) {
    const id = choose(assistants(model, undefined), command.pick);
    if (id === undefined || isOpen(model, id)) return;
    model.start({ kind: "TEXT_MESSAGE", id, owner: undefined }, { role: "assistant" });
  },
  continue(model, command) {
    const item = choose(opened(model, "TEXT_MESSAGE", "TOOL_CALL", "REASONING_MESSAGE"), command.pick);
    if (item !== undefined) model.proceed(item, command);
  },
  close(model, command) {
    const kinds: Item["kind"][] = ["TEXT_MESSAGE", "TOOL_CALL", "REASONING_MESSAGE", "REASONING", "STEP"];
    const item = choose(opened(model, ...kinds), command.pick);
    if (item === undefined) return;
    const metadata = command.flag && item.kind !== "STEP" ? { metadata: { end: command.value } } : {};
    model.close(item, metadata);
  },
  "call-start"(model, command) {
    const { pick, flag } = command;
    const id = model.nextId("c");
    const owner = ownerFor(model, command);
    const parentMessageId = flag ? choose(assistants(model, owner), pick) : undefined;
    if (parentMessageId === undefined) model.messages.set(id, { role: "assistant", owner });
    model.calls.add(id);
    model.start(
      { kind: "TOOL_CALL", id, owner },
      { toolCallName: "look", ...(parentMessageId !== undefined && { parentMessageId }) },
    );
  },
  "call-result"(model, command) {
    const closed = [...model.calls].filter((id) => !isOpen(model, id));
    const toolCallId = choose(closed, command.pick);
    if (toolCallId === undefined) return;
    const messageId = model.nextId("m");
    const part = { type: "text", text: command.text };
    model.messages.set(messageId, { role: "tool" });
    model.push("TOOL_CALL_RESULT", { messageId, toolCallId, content: command.flag ? command.text : [part] });
  },
  "span-start"(model, command) {
    model.start({ kind: "REASONING", id: model.nextId("s"), owner: ownerFor(model, command) });
  },
  "reasoning-start"(model, command) {
    const id = model.nextId("t");
    model.messages.set(id, { role: "reasoning" });
    model.start({ kind: "REASONING_MESSAGE", id, owner: ownerFor(model, command) }, { role: "reasoning" });
  },
  encrypted(model, { pick, text, flag }) {
    const ids = flag ? [...model.calls] : [...model.messages.keys()];
    const entityId = choose(ids, pick);
    if (entityId === undefined) return;
    const subtype = flag ? "tool-call" : "message";
    model.push("REASONING_ENCRYPTED_VALUE", { subtype, entityId, encryptedValue: text });
  },
  "step-start"(model, command) {
    const item: Item = { kind: "STEP", id: model.nextId("step"), owner: ownerFor(model, command) };
    model.start(item);
  },
  "subagent-start"(model, { pick, text, flag }) {
    const parent = flag ? choose(opened(model, "SUBAGENT"), pick)?.id : undefined;
    const id = model.nextId("a");
    model.open.set(`SUBAGENT ${id}`, { kind: "SUBAGENT", id, owner: parent });
    const under = parent !== undefined && { parentSubagentRunId: parent };
    model.push("SUBAGENT_STARTED", { subagentRunId: id, name: text, ...under });
  },
  "subagent-end"(model, { pick }) {
    const item = choose(opened(model, "SUBAGENT"), pick);
    if (item === undefined) return;
    endSubagent(model, item, pick % 3 === 0 ? "SUBAGENT_ERROR" : "SUBAGENT_FINISHED");
  },
  "state-snapshot"(model, { value, flag }) {
    model.state = flag ? { done: value, rows: [value] } : value;
    model.push("STATE_SNAPSHOT", { snapshot: model.state });
  },
  "state-delta"(model, command) {
    const { patch, document } = applicablePatch(model.state, command);
    model.state = document;
    model.push("STATE_DELTA", { delta: patch }, ownerFor(model, command));
  },
  "activity-snapshot"(model, { pick, value, flag }) {
    const known = flag ? choose([...model.activities.keys()], pick) : undefined;
    const messageId = known ?? model.nextId("x");
    const replace = pick % 2 === 0 ? {} : { replace: pick % 4 === 1 };
    const content = { done: value };
    if (known === undefined || replace.replace !== false) model.activities.set(messageId, content);
    model.messages.set(messageId, { role: "activity" });
    model.push("ACTIVITY_SNAPSHOT", { messageId, activityType: "progress", content, ...replace });
  },
  "activity-delta"(model, command) {
    const messageId = choose([...model.activities.keys()], command.pick);
    if (messageId === undefined) return;
    const { patch, document } = applicablePatch(model.activities.get(messageId), command);
    model.activities.set(messageId, Object(document));
    model.push("ACTIVITY_DELTA", { messageId, activityType: "progress", patch });
  },
  "messages-snapshot"(model, { pick, text }) {
    const kept = assistants(model, undefined).filter((_, at) => ((pick >> at) & 1) === 0);
    const id = model.nextId("m");
    const restated = kept.map((each, at) => ({ id: each, role: "assistant", content: `${text}${at}` }));
    model.push("MESSAGES_SNAPSHOT", { messages: [...restated, { id, role: "user", content: text }] });
    const stays = (each: string, role: string): boolean =>
      kept.includes(each) || role === "activity" || role === "reasoning";
    model.messages = new Map([...model.messages].filter(([each, { role }]) => stays(each, role)));
    model.messages.set(id, { role: "user" });
    // The calls went with the messages that held them.
    model.calls.clear();
  },
  raw: (model, { value, text }) => model.push("RAW", { event: value, source: text }),
  custom: (model, { value, text }) => model.push("CUSTOM", { name: text, value }),
};

function endSubagent(model: Model, item: Item, type: string): void {
  for (const child of opened(model, "SUBAGENT")) {
    if (child.owner === item.id) endSubagent(model, child, "SUBAGENT_FINISHED");
  }
  model.closeAll(item.id);
  model.open.delete(`SUBAGENT ${item.id}`);
  model.push(type, { subagentRunId: item.id, ...(type === "SUBAGENT_ERROR" && { message: "no luck" }) });
}
