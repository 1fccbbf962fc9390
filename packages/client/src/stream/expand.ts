import type { AgentEvent, EventOf } from "../protocol/events.ts";
import type { Report, Stage } from "./stage.ts";

type Chunk = EventOf<"TEXT_MESSAGE_CHUNK" | "TOOL_CALL_CHUNK" | "REASONING_MESSAGE_CHUNK">;

/** An item that chunks are assembling, with what its opener established, also by leaving it out. */
interface OpenItem {
  readonly type: Chunk["type"];
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

  function close(lane: string): void {
    const item = lanes.get(lane);
    if (item === undefined) return;
    lanes.delete(lane);
    next(endOf(item));
  }

  function acceptChunk(chunk: Chunk): void {
    const lane = laneOf(chunk, lanes, report);
    const open = lanes.get(lane);
    const id = idOf(chunk);
    if (open !== undefined && open.type === chunk.type && (id === undefined || id === open.id)) {
      refuseConflicts(chunk, open, report);
      if (contentOf(chunk) !== undefined || chunk.metadata !== undefined) next(toContent(chunk, open, true));
      return;
    }
    if (id === undefined) {
      report.fatal(
        `The first ${chunk.type} of an item carries no ${idField(chunk)}, so there is nothing to open.`,
        {
          rule: "first-chunk-without-id",
          path: idField(chunk),
        },
      );
    }
    if (chunk.type === "TOOL_CALL_CHUNK" && chunk.toolCallName === undefined) {
      report.fatal(`The first TOOL_CALL_CHUNK of call "${id}" carries no toolCallName.`, {
        rule: "first-chunk-without-name",
        path: "toolCallName",
        ids: [id],
      });
    }
    close(lane);
    const item = { type: chunk.type, id, owner: chunk.subagentRunId, established: establish(chunk) };
    lanes.set(lane, item);
    next(toStart(chunk, item));
    if (contentOf(chunk) !== undefined) next(toContent(chunk, item, false));
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

function laneOf(chunk: Chunk, lanes: ReadonlyMap<string, OpenItem>, report: Report): string {
  const id = idOf(chunk);
  if (id !== undefined) {
    for (const [lane, item] of lanes) if (item.type === chunk.type && item.id === id) return lane;
    return chunk.subagentRunId ?? PARENT;
  }
  if (chunk.subagentRunId !== undefined) return chunk.subagentRunId;
  if (lanes.get(PARENT)?.type === chunk.type) return PARENT;
  const candidates = [...lanes].filter(([, item]) => item.type === chunk.type);
  if (candidates.length > 1) {
    report.fatal(
      `A ${chunk.type} without id and subagentRunId could continue any of ${candidates.length} open items.`,
      { rule: "ambiguous-chunk", ids: candidates.map(([, item]) => item.id) },
    );
  }
  return candidates[0]?.[0] ?? PARENT;
}

function refuseConflicts(chunk: Chunk, open: OpenItem, report: Report): void {
  const repeated: Readonly<Record<string, unknown>> = { ...chunk };
  for (const [field, value] of Object.entries(open.established)) {
    const again = repeated[field];
    if (again !== undefined && again !== value) {
      report.fatal(
        `A ${chunk.type} repeats ${field} as "${String(again)}" where "${open.id}" was opened with ${value === undefined ? "none" : `"${value}"`}.`,
        { rule: "chunk-conflict", path: field, ids: [open.id] },
      );
    }
  }
}

const idField = (chunk: Chunk): string => (chunk.type === "TOOL_CALL_CHUNK" ? "toolCallId" : "messageId");
const idOf = (chunk: Chunk): string | undefined =>
  chunk.type === "TOOL_CALL_CHUNK" ? chunk.toolCallId : chunk.messageId;
const contentOf = (chunk: Chunk): string | undefined => chunk.delta;

/** What later chunks may repeat only with the same value; an absent role means assistant. */
function establish(chunk: Chunk): OpenItem["established"] {
  if (chunk.type === "TEXT_MESSAGE_CHUNK") return { role: chunk.role ?? "assistant", name: chunk.name };
  if (chunk.type === "TOOL_CALL_CHUNK") {
    return { toolCallName: chunk.toolCallName, parentMessageId: chunk.parentMessageId };
  }
  return {};
}

type Carried = Pick<Chunk, "metadata" | "rawEvent" | "subagentRunId">;

function carried(chunk: Chunk, withMetadata: boolean): Carried {
  return {
    ...(withMetadata && chunk.metadata !== undefined && { metadata: chunk.metadata }),
    ...(chunk.rawEvent !== undefined && { rawEvent: chunk.rawEvent }),
    ...(chunk.subagentRunId !== undefined && { subagentRunId: chunk.subagentRunId }),
  };
}

function toStart(chunk: Chunk, item: OpenItem): AgentEvent {
  const rest = carried(chunk, true);
  if (chunk.type === "TEXT_MESSAGE_CHUNK") {
    return {
      type: "TEXT_MESSAGE_START",
      messageId: item.id,
      role: chunk.role ?? "assistant",
      ...(chunk.name !== undefined && { name: chunk.name }),
      ...rest,
    };
  }
  if (chunk.type === "TOOL_CALL_CHUNK") {
    return {
      type: "TOOL_CALL_START",
      toolCallId: item.id,
      toolCallName: chunk.toolCallName ?? "",
      ...(chunk.parentMessageId !== undefined && { parentMessageId: chunk.parentMessageId }),
      ...rest,
    };
  }
  return { type: "REASONING_MESSAGE_START", messageId: item.id, role: "reasoning", ...rest };
}

function toContent(chunk: Chunk, item: OpenItem, withMetadata: boolean): AgentEvent {
  const rest = carried(chunk, withMetadata);
  const delta = contentOf(chunk) ?? "";
  if (chunk.type === "TEXT_MESSAGE_CHUNK")
    return { type: "TEXT_MESSAGE_CONTENT", messageId: item.id, delta, ...rest };
  if (chunk.type === "TOOL_CALL_CHUNK")
    return { type: "TOOL_CALL_ARGS", toolCallId: item.id, delta, ...rest };
  return { type: "REASONING_MESSAGE_CONTENT", messageId: item.id, delta, ...rest };
}

function endOf(item: OpenItem): AgentEvent {
  const owner = item.owner === undefined ? {} : { subagentRunId: item.owner };
  if (item.type === "TEXT_MESSAGE_CHUNK") return { type: "TEXT_MESSAGE_END", messageId: item.id, ...owner };
  if (item.type === "TOOL_CALL_CHUNK") return { type: "TOOL_CALL_END", toolCallId: item.id, ...owner };
  return { type: "REASONING_MESSAGE_END", messageId: item.id, ...owner };
}
