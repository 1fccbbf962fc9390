import { defined } from "../lib/defined.ts";
import type { AgentEvent, EventOf } from "../protocol/events.ts";
import { isAgentEvent } from "../protocol/trust.ts";
import { ITEM_KEYS } from "./open-items.ts";
import type { Report, Stage } from "./stage.ts";

type Chunk = EventOf<"TEXT_MESSAGE_CHUNK" | "TOOL_CALL_CHUNK" | "REASONING_MESSAGE_CHUNK">;

/** An item that chunks are assembling, with what its opener established, also by leaving it out. */
interface OpenItem {
  /** What the types of its events begin with, such as `TEXT_MESSAGE`. */
  readonly kind: string;
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

  /** Pushes one event of an item. */
  function push(step: "START" | "CONTENT" | "END", { kind, id }: OpenItem, fields: object): void {
    const type = kind === "TOOL_CALL" && step === "CONTENT" ? "TOOL_CALL_ARGS" : `${kind}_${step}`;
    const event = defined({ type, [ITEM_KEYS[kind] ?? ""]: id, ...fields });
    if (isAgentEvent(event)) next(event);
  }

  function close(lane: string): void {
    const item = lanes.get(lane);
    if (item === undefined) return;
    lanes.delete(lane);
    push("END", item, { subagentRunId: item.owner });
  }

  function acceptChunk(chunk: Chunk): void {
    const { type, delta, metadata, rawEvent, subagentRunId } = chunk;
    const kind = kindOf(chunk);
    const id = idOf(chunk);
    const lane = laneOf(chunk, kind, lanes, report);
    const open = lanes.get(lane);
    const carried = { rawEvent, subagentRunId };
    if (open?.kind === kind && (id === undefined || id === open.id)) {
      refuseConflicts(chunk, open, report);
      if (delta !== undefined || metadata !== undefined) {
        push("CONTENT", open, { delta: delta ?? "", metadata, ...carried });
      }
      return;
    }
    if (id === undefined) {
      const path = ITEM_KEYS[kind] ?? "";
      report.fatal(`The first ${type} of an item carries no ${path}.`, {
        rule: "first-chunk-without-id",
        path,
      });
    }
    const established = establish(chunk);
    if (type === "TOOL_CALL_CHUNK" && established.toolCallName === undefined) {
      report.fatal(`The first TOOL_CALL_CHUNK of call "${id}" carries no toolCallName.`, {
        rule: "first-chunk-without-name",
        path: "toolCallName",
        ids: [id],
      });
    }
    close(lane);
    const item = { kind, id, owner: subagentRunId, established };
    lanes.set(lane, item);
    push("START", item, { ...established, metadata, ...carried });
    if (delta !== undefined) push("CONTENT", item, { delta, ...carried });
  }

  return (event) => {
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
        for (const lane of [...lanes.keys()]) close(lane);
        break;
      default:
        if (lanes.size > 0) {
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

const kindOf = (chunk: Chunk): string => chunk.type.slice(0, -"_CHUNK".length);

const idOf = (chunk: Chunk): string | undefined =>
  chunk.type === "TOOL_CALL_CHUNK" ? chunk.toolCallId : chunk.messageId;

function laneOf(chunk: Chunk, kind: string, lanes: ReadonlyMap<string, OpenItem>, report: Report): string {
  const id = idOf(chunk);
  const ofKind = [...lanes].filter(([, item]) => item.kind === kind);
  if (id !== undefined) {
    return ofKind.find(([, item]) => item.id === id)?.[0] ?? chunk.subagentRunId ?? PARENT;
  }
  if (chunk.subagentRunId !== undefined) return chunk.subagentRunId;
  if (lanes.get(PARENT)?.kind === kind) return PARENT;
  if (ofKind.length > 1) {
    const ids = ofKind.map(([, item]) => item.id);
    report.fatal(`A ${chunk.type} without id could continue "${ids.join('" or "')}".`, {
      rule: "ambiguous-chunk",
      ids,
    });
  }
  return ofKind[0]?.[0] ?? PARENT;
}

function refuseConflicts(chunk: Chunk, open: OpenItem, report: Report): void {
  for (const [path, value] of Object.entries(open.established)) {
    const again: unknown = Reflect.get(chunk, path);
    if (again === undefined || again === value) continue;
    report.fatal(
      `A ${chunk.type} carries ${path} "${again}", but "${open.id}" was opened with ${value ?? "none"}.`,
      {
        rule: "chunk-conflict",
        path,
        ids: [open.id],
      },
    );
  }
}

/** What later chunks may repeat only with the same value; an absent role means assistant. */
function establish(chunk: Chunk): OpenItem["established"] {
  if (chunk.type === "TEXT_MESSAGE_CHUNK") return { role: chunk.role ?? "assistant", name: chunk.name };
  if (chunk.type === "REASONING_MESSAGE_CHUNK") return { role: "reasoning" };
  return { toolCallName: chunk.toolCallName, parentMessageId: chunk.parentMessageId };
}
