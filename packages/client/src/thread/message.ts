import type { EventOf } from "../protocol/events.ts";
import type { Metadata, ToolCall } from "../protocol/messages.ts";
import type { ThreadStore } from "./store.ts";
import type { MessageMarks, ThreadMessage } from "./types.ts";

/** The text and tool-call events of a run, applied to the store. */
export interface MessageWriter {
  /** The id of the run that new messages belong to. */
  setRun(runId: string): void;
  startText(event: EventOf<"TEXT_MESSAGE_START">): void;
  startReasoning(event: EventOf<"REASONING_MESSAGE_START">): void;
  appendText(id: string, delta: string, metadata: Metadata | undefined): void;
  endText(id: string, metadata: Metadata | undefined): void;
  startCall(event: EventOf<"TOOL_CALL_START">): void;
  appendArguments(event: EventOf<"TOOL_CALL_ARGS">): void;
  endCall(event: EventOf<"TOOL_CALL_END">): void;
  addResult(event: EventOf<"TOOL_CALL_RESULT">): void;
  /** Marks all that is still open: a run that ended badly left it incomplete. */
  closeAll(phase: "complete" | "incomplete"): void;
}

/** Creates the writer for one stream; what it opens does not outlive the stream. */
export function createMessageWriter(store: ThreadStore): MessageWriter {
  let runId = "";
  // How many items hold a message open: its own text, and each of its calls.
  const holds = new Map<string, number>();
  const openCalls = new Set<string>();

  const marks = (): MessageMarks => ({ phase: "streaming", origin: "agent", runId });

  function hold(id: string): void {
    holds.set(id, (holds.get(id) ?? 0) + 1);
  }

  function release(id: string, metadata: Metadata | undefined): void {
    const left = (holds.get(id) ?? 1) - 1;
    if (left > 0) holds.set(id, left);
    else holds.delete(id);
    const message = store.peek(id);
    if (message === undefined) return;
    const phase = left > 0 ? message.phase : "complete";
    if (metadata !== undefined || phase !== message.phase)
      store.put(withMetadata({ ...message, phase }, metadata));
  }

  function open(id: string, metadata: Metadata | undefined, create: () => ThreadMessage): void {
    hold(id);
    const existing = store.peek(id);
    store.put(withMetadata(existing === undefined ? create() : reopen(existing), metadata));
  }

  function updateCall(id: string, change: (call: ToolCall) => ToolCall): void {
    const holder = store.peek(store.holderOf(id) ?? "");
    if (holder?.role !== "assistant") return;
    const toolCalls = holder.toolCalls?.map((call) => (call.id === id ? change(call) : call)) ?? [];
    store.put({ ...holder, toolCalls });
  }

  return {
    setRun(id) {
      runId = id;
    },
    startText(event) {
      open(event.messageId, event.metadata, () => ({
        id: event.messageId,
        role: event.role ?? "assistant",
        content: "",
        ...(event.name !== undefined && { name: event.name }),
        ...attribution(event),
        ...marks(),
      }));
    },
    startReasoning(event) {
      open(event.messageId, event.metadata, () => ({
        id: event.messageId,
        role: "reasoning",
        content: "",
        ...attribution(event),
        ...marks(),
      }));
    },
    appendText(id, delta, metadata) {
      const message = store.peek(id);
      if (message !== undefined) store.put(withMetadata(append(message, delta), metadata));
    },
    endText: release,
    startCall(event) {
      openCalls.add(event.toolCallId);
      const holder = store.holderOf(event.toolCallId);
      if (holder !== undefined) {
        hold(holder);
        const message = store.peek(holder);
        if (message !== undefined) store.put({ ...message, phase: "streaming" });
      } else {
        const id = parentFor(event, store);
        open(id, undefined, () => ({ id, role: "assistant", ...attribution(event), ...marks() }));
        const parent = store.peek(id);
        if (parent?.role !== "assistant") return;
        const call: ToolCall = {
          id: event.toolCallId,
          type: "function",
          function: { name: event.toolCallName, arguments: "" },
        };
        store.put({ ...parent, toolCalls: [...(parent.toolCalls ?? []), call] });
      }
      store.setCallStatus(event.toolCallId, "streaming");
      if (event.metadata !== undefined)
        updateCall(event.toolCallId, (call) => withMetadata(call, event.metadata));
    },
    appendArguments(event) {
      updateCall(event.toolCallId, (call) =>
        withMetadata(
          {
            ...call,
            function: { name: call.function.name, arguments: call.function.arguments + event.delta },
          },
          event.metadata,
        ),
      );
    },
    endCall(event) {
      openCalls.delete(event.toolCallId);
      store.setCallStatus(event.toolCallId, "complete");
      if (event.metadata !== undefined)
        updateCall(event.toolCallId, (call) => withMetadata(call, event.metadata));
      const holder = store.holderOf(event.toolCallId);
      if (holder !== undefined) release(holder, undefined);
    },
    addResult(event) {
      store.put({
        id: event.messageId,
        role: "tool",
        toolCallId: event.toolCallId,
        content: event.content,
        ...(event.metadata !== undefined && { metadata: event.metadata }),
        ...attribution(event),
        phase: "complete",
        origin: "agent",
        runId,
      });
    },
    closeAll(phase) {
      for (const id of openCalls) store.setCallStatus(id, phase);
      for (const id of holds.keys()) {
        const message = store.peek(id);
        if (message !== undefined) store.put({ ...message, phase });
      }
      openCalls.clear();
      holds.clear();
    },
  };
}

/** The text is only ever added to here: reading a growing string costs its whole length. */
function append(message: ThreadMessage, delta: string): ThreadMessage {
  switch (message.role) {
    case "activity":
      return message;
    case "user":
    case "tool":
      return typeof message.content === "string"
        ? { ...message, content: message.content + delta }
        : { ...message, content: [...message.content, { type: "text", text: delta }] };
    case "assistant":
      return { ...message, content: (message.content ?? "") + delta };
    default:
      return { ...message, content: message.content + delta };
  }
}

/** A closed message is closed, not sealed: what follows is appended. */
function reopen(message: ThreadMessage): ThreadMessage {
  if (message.role === "assistant" && message.content === undefined) {
    return { ...message, content: "", phase: "streaming" };
  }
  return { ...message, phase: "streaming" };
}

/** The message that a new call goes to; one that is no assistant's cannot hold it. */
function parentFor(event: EventOf<"TOOL_CALL_START">, store: ThreadStore): string {
  const wanted = event.parentMessageId ?? event.toolCallId;
  const existing = store.peek(wanted);
  return existing === undefined || existing.role === "assistant" ? wanted : `${wanted}:${event.toolCallId}`;
}

function attribution(event: { subagentRunId?: string }): { subagentRunId?: string } {
  return event.subagentRunId === undefined ? {} : { subagentRunId: event.subagentRunId };
}

/** Merges per key, the last write winning, without recursion. */
export function withMetadata<T extends { metadata?: Metadata }>(
  target: T,
  metadata: Metadata | undefined,
): T {
  return metadata === undefined ? target : { ...target, metadata: { ...target.metadata, ...metadata } };
}
