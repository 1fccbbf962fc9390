import { defined } from "../lib/defined.ts";
import type { AgentEvent, Naming } from "../protocol/events.ts";
import { isAgentEvent } from "../protocol/trust.ts";
import { isPlainDelta, type Step, stepOf } from "./items.ts";
import { createOwners, holdOwner, tagOf } from "./owners.ts";
import type { Report } from "./stage.ts";

/** An event by the names of its members. */
type Members = Readonly<Record<string, unknown>>;

interface Item extends Step {
  readonly name: string;
  readonly opener: AgentEvent;
  /** Undefined where nothing has said it yet. */
  owner: string | undefined;
  open: boolean;
}

/** The items that one run has opened. */
export interface OpenItems {
  /** Holds an event against the items, and lets it through to `next` where it may go; a chunk as what it stands for. */
  pass(event: AgentEvent): void;
  /** Closes what chunks are assembling; where the run has `finished`, everything else must be closed. */
  end(finished: boolean): void;
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
export const createOpenItems = (
  next: (event: AgentEvent) => void,
  report: Report,
  isLenient: boolean,
): OpenItems => {
  const items = new Map<string, Item>();
  /** The items that chunks are assembling. */
  const assembled = new Set<Item>();
  const ownerOf = createOwners(report);
  /** The item of the last event: most events are its next token, and need no key to find it. */
  let last: Item | undefined;

  const push = (fields: object): void => {
    const event = defined(fields);
    if (isAgentEvent(event)) judge(event, stepOf(event.type));
  };

  const close = (item: Item): void => {
    assembled.delete(item);
    const { kind, field, name, owner } = item;
    const end = stepOf(`${kind}_END`) ? "END" : "FINISHED";
    push({ type: `${kind}_${end}`, [field]: name, subagentRunId: owner || undefined });
  };

  /** Closes what chunks are assembling: in a lane and under a name, or all. */
  const settle = (lane?: { readonly tag: unknown; readonly name?: unknown }): void => {
    for (const item of assembled)
      if (!lane || tagOf(item.opener) === lane.tag || item.name === lane.name) close(item);
  };

  const expand = (chunk: Members, step: Step): void => {
    const { kind, field, content: type } = step;
    const id = chunk[field];
    if (last?.name === id && last?.kind === kind && assembled.has(last) && isPlainDelta(chunk)) {
      const event = { ...chunk, type };
      if (isAgentEvent(event)) next(event);
      return;
    }
    const { delta, metadata, rawEvent, subagentRunId } = chunk;
    // The item that the chunk names; else its lane's, or for no lane the parent's own or the only one.
    const candidates = [...assembled].filter((item) => {
      if (item.kind !== kind) return false;
      return id === undefined
        ? subagentRunId === undefined || subagentRunId === tagOf(item.opener)
        : id === item.name;
    });
    const own = candidates.find((item) => tagOf(item.opener) === subagentRunId);
    if (own === undefined && candidates.length > 1)
      report.fatal({ rule: "ambiguous-chunk", ids: candidates.map(({ name }) => name) });
    const item = own ?? candidates[0];
    const content = { type, [field]: item?.name ?? id, rawEvent, subagentRunId };
    if (item) {
      const opener: Members = item.opener;
      for (const path of ESTABLISHED) {
        const value = chunk[path];
        const before = opener[path];
        if (value !== undefined && value !== before)
          report.fatal({ rule: "chunk-conflict", path, ids: [item.name] });
      }
      if ((delta ?? metadata) !== undefined) push({ ...content, delta: delta ?? "", metadata });
      return;
    }
    const isCall = kind === "TOOL_CALL";
    if (typeof id !== "string") report.fatal({ rule: "first-chunk-without-id", path: field });
    else if (isCall && chunk.toolCallName === undefined)
      report.fatal({ rule: "first-chunk-without-name", path: "toolCallName", ids: [id] });
    settle({ tag: subagentRunId });
    const role = isCall ? undefined : (chunk.role ?? (kind === "TEXT_MESSAGE" ? "assistant" : "reasoning"));
    push({ ...chunk, type: `${kind}_START`, role, delta: undefined, timestamp: undefined });
    if (last) assembled.add(last);
    if (delta !== undefined) push({ ...content, delta });
  };

  const judge = (event: AgentEvent, step: Step | undefined): void => {
    if (step === undefined) {
      ownerOf(event);
      next(event);
      return;
    }
    const { type } = event;
    const { kind, opens, continues } = step;
    const members: Members = event;
    const name = String(members[step.field]);
    const tag = tagOf(event);
    if (last?.name !== name || last.kind !== kind || kind === "STEP")
      last = items.get(keyOf(kind, name, tag));
    const item = last;
    if (opens) {
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
      last = { ...step, name, opener: event, owner: ownerOf(event), open: true };
      items.set(keyOf(kind, name, tag), last);
      next(event);
      return;
    }
    if (item === undefined || (!item.open && !isLenient)) report.fatal({ rule: "not-open", ids: [name] });
    item.owner ??= tag;
    holdOwner(report, name, tag, item.owner);
    if (!item.open) {
      report.mended("item-reopened", `${type} opens "${name}" again`);
      // What it would close is closed already.
      if (!continues) return;
      item.open = true;
      next(item.opener);
    }
    item.open = continues !== undefined;
    next(event);
  };

  return {
    pass(event) {
      const { type } = event;
      const step = stepOf(type);
      if (step?.continues === "CHUNK") return expand(event, step);
      if (type === "MESSAGES_SNAPSHOT") settle();
      else if (assembled.size > 0 && !ASIDE.test(type)) {
        // An explicit event about an item that chunks assemble ends the shorthand, whatever its tag.
        const { messageId, toolCallId, subagentRunId: tag }: Naming = event;
        settle({ tag, name: messageId ?? toolCallId });
      }
      judge(event, step);
    },
    end(finished) {
      settle();
      const open = [...items.values()].filter((item) => finished && item.open);
      if (!isLenient && open.length > 0)
        report.fatal({ rule: "open-at-finish", ids: open.map(({ name }) => name) });
      for (const item of open.reverse()) {
        report.mended("item-left-open", `RUN_FINISHED leaves "${item.name}" open`);
        close(item);
      }
    },
  };
};
