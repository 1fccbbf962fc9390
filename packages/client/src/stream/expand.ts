import { defined } from "../lib/defined.ts";
import type { AgentEvent, EventOf } from "../protocol/events.ts";
import { isAgentEvent } from "../protocol/trust.ts";
import { ITEM_KEYS } from "./open-items.ts";
import { CONTENTS } from "./plain-delta.ts";
import type { Report, Stage } from "./stage.ts";

type Chunk = EventOf<"TEXT_MESSAGE_CHUNK" | "TOOL_CALL_CHUNK" | "REASONING_MESSAGE_CHUNK">;

/** An item that chunks are assembling, with what its opener established, also by leaving it out. */
interface OpenItem {
  /** What the types of its events begin with, such as `TEXT_MESSAGE`. */
  readonly kind: string;
  /** The type of the chunks that continue it. */
  readonly chunk: string;
  readonly lane: string;
  /** The type of the events that continue it. */
  readonly content: string;
  readonly id: string;
  readonly owner: string | undefined;
  readonly established: Readonly<Record<string, string | undefined>>;
}

/** The lane of the parent agent; a subagent's lane is its id. */
const PARENT = "";

/**
 * Chunk expansion: turns `*_CHUNK` events into start, content and end, one open
 * item a lane. Source: AG-UI 1.1, basic/patterns/streaming.
 */
export const expand: Stage<AgentEvent, AgentEvent> = (next, report: Report) => {
  const lanes = new Map<string, OpenItem>();
  /** The open item of the last chunk: most chunks are no more than its next delta. */
  let current: OpenItem | undefined;

  /** Pushes one event of an item. */
  function push(type: string, { kind, id }: OpenItem, fields: object): void {
    const event = defined({ type, [ITEM_KEYS[kind] ?? ""]: id, ...fields });
    if (isAgentEvent(event)) next(event);
  }

  function close(lane: string): void {
    const item = lanes.get(lane);
    if (item === undefined) return;
    lanes.delete(lane);
    current = undefined;
    push(`${item.kind}_END`, item, { subagentRunId: item.owner });
  }

  function acceptChunk(chunk: Chunk): void {
    const { type, delta } = chunk;
    const id = idOf(chunk);
    // Most are a bare delta: nothing beside its type and the id of the last.
    if (
      current?.chunk === type &&
      current.id === id &&
      delta !== undefined &&
      Object.keys(chunk).length === 3
    ) {
      const event = { ...chunk, type: current.content };
      if (isAgentEvent(event)) next(event);
      return;
    }
    const { metadata, rawEvent, subagentRunId } = chunk;
    const ofKind = [...lanes.values()].filter((item) => item.chunk === type);
    const lane = laneOf(chunk, ofKind, report);
    const open = ofKind.find((item) => (id === undefined ? item.lane === lane : item.id === id));
    const carried = { rawEvent, subagentRunId };
    if (open !== undefined) {
      current = open;
      refuseConflicts(chunk, open, report);
      if ((delta ?? metadata) !== undefined)
        push(open.content, open, { delta: delta ?? "", metadata, ...carried });
      return;
    }
    const kind = type.slice(0, -"_CHUNK".length);
    if (id === undefined) {
      report.fatal({ rule: "first-chunk-without-id", path: ITEM_KEYS[kind] ?? "" });
    }
    const established = establish(chunk);
    if (type === "TOOL_CALL_CHUNK" && established.toolCallName === undefined) {
      report.fatal({ rule: "first-chunk-without-name", path: "toolCallName", ids: [id] });
    }
    close(lane);
    const item = { kind, chunk: type, lane, content: CONTENTS[type], id, owner: subagentRunId, established };
    lanes.set(lane, item);
    current = item;
    push(`${kind}_START`, item, { ...established, metadata, ...carried });
    if (delta !== undefined) push(item.content, item, { delta, ...carried });
  }

  return (event) => {
    // Where nothing is open in shorthand, nothing can end it.
    if (lanes.size === 0 && !event.type.endsWith("_CHUNK")) {
      next(event);
      return;
    }
    switch (event.type) {
      case "TEXT_MESSAGE_CHUNK":
      case "TOOL_CALL_CHUNK":
      case "REASONING_MESSAGE_CHUNK":
        acceptChunk(event);
        return;
      case "RAW":
      case "ACTIVITY_SNAPSHOT":
      case "ACTIVITY_DELTA":
      case "REASONING_ENCRYPTED_VALUE":
      case "SUBAGENT_STARTED":
        break;
      case "RUN_STARTED":
      case "RUN_FINISHED":
      case "RUN_ERROR":
      case "MESSAGES_SNAPSHOT":
        for (const [lane] of [...lanes]) close(lane);
        break;
      default: {
        close(event.subagentRunId ?? PARENT);
        // An explicit event about an item that chunks assemble ends the shorthand, whatever its tag.
        const named =
          "messageId" in event ? event.messageId : "toolCallId" in event ? event.toolCallId : undefined;
        for (const [lane, item] of [...lanes]) if (item.id === named) close(lane);
      }
    }
    next(event);
  };
};

const idOf = (chunk: Chunk): string | undefined =>
  chunk.type === "TOOL_CALL_CHUNK" ? chunk.toolCallId : chunk.messageId;

/** The lane of a chunk, unless it names an item that is open. */
function laneOf(chunk: Chunk, ofKind: readonly OpenItem[], report: Report): string {
  const lane = chunk.subagentRunId ?? PARENT;
  if (lane !== PARENT || idOf(chunk) !== undefined || ofKind.some((item) => item.lane === PARENT))
    return lane;
  if (ofKind.length > 1) report.fatal({ rule: "ambiguous-chunk", ids: ofKind.map(({ id }) => id) });
  return ofKind[0]?.lane ?? PARENT;
}

function refuseConflicts(chunk: Chunk, open: OpenItem, report: Report): void {
  for (const [path, value] of Object.entries(open.established)) {
    const again: unknown = Reflect.get(chunk, path);
    if (again === undefined || again === value) continue;
    report.fatal({ rule: "chunk-conflict", path, ids: [open.id], detail: `${again}, not ${value}` });
  }
}

/** What later chunks may repeat only with the same value; an absent role means assistant. */
function establish(chunk: Chunk): OpenItem["established"] {
  if (chunk.type === "TEXT_MESSAGE_CHUNK") return { role: chunk.role ?? "assistant", name: chunk.name };
  if (chunk.type === "REASONING_MESSAGE_CHUNK") return { role: "reasoning" };
  return { toolCallName: chunk.toolCallName, parentMessageId: chunk.parentMessageId };
}
