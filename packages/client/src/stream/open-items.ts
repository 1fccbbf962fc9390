import { defined } from "../lib/defined.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { isAgentEvent } from "../protocol/trust.ts";
import { isPlainDelta, STEPS } from "./items.ts";
import { createOwners, refuseOwner, tagOf } from "./owners.ts";
import type { Report } from "./stage.ts";

interface Item {
  readonly name: string;
  /** What the types of its events begin with, such as `TEXT_MESSAGE`. */
  readonly kind: string;
  readonly opener: AgentEvent;
  readonly owner: string | undefined;
  open: boolean;
}

/** What a chunk of any kind may carry. */
interface Chunk {
  readonly type: string;
  readonly messageId?: string;
  readonly toolCallId?: string;
  readonly role?: string;
  readonly delta?: string;
  readonly metadata?: object;
  readonly rawEvent?: unknown;
  readonly subagentRunId?: string;
}

/** The items that one run has opened. */
export interface OpenItems {
  /** Holds an event against the items, and lets it through to `next` where it may go; a chunk as what it stands for. */
  pass(event: AgentEvent): void;
  /** Closes what chunks are assembling. */
  settle(): void;
  /** The run is over: everything must be closed. */
  finish(): void;
}

/** What closes nothing that chunks are assembling. */
const ASIDE = /^(RAW|ACTIVITY|REASONING_ENCRYPTED|SUBAGENT_START)/;

/** What a chunk may repeat only as the first had it, or left it out. */
const ESTABLISHED = ["role", "name", "toolCallName", "parentMessageId"];

const keyOf = (kind: string, name: string, owner = ""): string =>
  `${kind}\n${kind === "STEP" ? owner : ""}\n${name}`;

/**
 * The items of one run: each opens before it continues and closes once, before its run does; a tag
 * that disagrees with its opener's is fatal. Steps are apart for each owner. Chunks become start,
 * content and end, of one item a lane: the parent agent's, or a subagent's. Where `isLenient`, items
 * are closed and opened again as older peers mean it, with one warning of each kind.
 * Source: AG-UI 1.1, basic/patterns/streaming and events/subagents.
 */
export function createOpenItems(
  next: (event: AgentEvent) => void,
  report: Report,
  isLenient: boolean,
): OpenItems {
  const items = new Map<string, Item>();
  /** The items that chunks are assembling. */
  const assembled = new Set<Item>();
  const ownerOf = createOwners(report);
  /** The item of the last event: most events are its next token, and need no key to find it. */
  let last: Item | undefined;

  /** Judges an event that stands for a chunk, or that closes an item. */
  function push(type: string, name: string, fields: object): void {
    const event = defined({ type, [STEPS.get(type)?.field ?? ""]: name, ...fields });
    if (isAgentEvent(event)) judge(event);
  }

  function close(item: Item): void {
    assembled.delete(item);
    const end = STEPS.has(`${item.kind}_END`) ? "END" : "FINISHED";
    push(`${item.kind}_${end}`, item.name, { subagentRunId: item.owner });
  }

  /** Closes what chunks are assembling: in a lane and under a name, or all. */
  function settle(lane?: { readonly tag: string | undefined; readonly name?: unknown }): void {
    for (const item of assembled)
      if (!lane || tagOf(item.opener) === lane.tag || item.name === lane.name) close(item);
  }

  /** The item that a chunk continues: the one it names, or that of its lane, or the only one of its kind. */
  function continued(kind: string, id: string | undefined, tag: string | undefined): Item | undefined {
    const candidates = [...assembled].filter((item) => {
      if (item.kind !== kind) return false;
      return id === undefined ? tag === undefined || tag === tagOf(item.opener) : id === item.name;
    });
    const own = candidates.find((item) => tagOf(item.opener) === tag);
    if (own === undefined && candidates.length > 1)
      report.fatal({ rule: "ambiguous-chunk", ids: candidates.map(({ name }) => name) });
    return own ?? candidates[0];
  }

  function expand(chunk: Chunk): void {
    const { type, messageId, toolCallId, delta, metadata, rawEvent, subagentRunId } = chunk;
    const kind = type.slice(0, -"_CHUNK".length);
    const isCall = kind === "TOOL_CALL";
    const content = isCall ? "TOOL_CALL_ARGS" : `${kind}_CONTENT`;
    const id = isCall ? toolCallId : messageId;
    if (last?.name === id && last?.kind === kind && assembled.has(last) && isPlainDelta(chunk)) {
      const event = { ...chunk, type: content };
      if (isAgentEvent(event)) next(event);
      return;
    }
    const carried = { rawEvent, subagentRunId };
    const item = continued(kind, id, subagentRunId);
    const established: Record<string, unknown> = {};
    for (const path of ESTABLISHED) {
      const value: unknown = Reflect.get(chunk, path);
      const before: unknown = item && Reflect.get(item.opener, path);
      if (item && value !== undefined && value !== before)
        report.fatal({ rule: "chunk-conflict", path, ids: [item.name], detail: `${value}, not ${before}` });
      established[path] = value;
    }
    if (item) {
      if ((delta ?? metadata) !== undefined)
        push(content, item.name, { delta: delta ?? "", metadata, ...carried });
      return;
    }
    if (id === undefined) {
      return report.fatal({ rule: "first-chunk-without-id", path: STEPS.get(type)?.field ?? "" });
    }
    if (!isCall) established.role ??= kind === "TEXT_MESSAGE" ? "assistant" : "reasoning";
    else if (established.toolCallName === undefined) {
      report.fatal({ rule: "first-chunk-without-name", path: "toolCallName", ids: [id] });
    }
    settle({ tag: subagentRunId });
    push(`${kind}_START`, id, { ...established, metadata, ...carried });
    if (last) assembled.add(last);
    if (delta !== undefined) push(content, id, { delta, ...carried });
  }

  function judge(event: AgentEvent): void {
    const { type } = event;
    const { kind, field = "", does } = STEPS.get(type) ?? {};
    if (kind === undefined) {
      ownerOf(event);
      next(event);
      return;
    }
    const name = String(Reflect.get(event, field));
    const tag = tagOf(event);
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
      if (parent !== undefined && !items.has(keyOf(kind, parent))) {
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
    item.open = does === "continues";
    next(event);
  }

  return {
    pass(event) {
      if (
        event.type === "TEXT_MESSAGE_CHUNK" ||
        event.type === "TOOL_CALL_CHUNK" ||
        event.type === "REASONING_MESSAGE_CHUNK"
      ) {
        expand(event);
        return;
      }
      if (event.type === "MESSAGES_SNAPSHOT") settle();
      else if (assembled.size > 0 && !ASIDE.test(event.type)) {
        // An explicit event about an item that chunks assemble ends the shorthand, whatever its tag.
        const name = "messageId" in event ? event.messageId : "toolCallId" in event && event.toolCallId;
        settle({ tag: tagOf(event), name });
      }
      judge(event);
    },
    settle: () => settle(),
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
