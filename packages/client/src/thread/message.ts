import { defined } from "../lib/defined.ts";
import type { AgentEvent, EventOf } from "../protocol/events.ts";
import type { Metadata } from "../protocol/messages.ts";
import type { ThreadStore } from "./store.ts";
import type { MessageMarks, ThreadMessage } from "./types.ts";

/** The text and tool-call events of a run, applied to the store. */
export interface MessageWriter {
  /** Takes any event; those that concern no message are passed over. */
  write(event: AgentEvent): void;
  /** Marks all that is still open: a run that ended badly left it incomplete. */
  abandon(): void;
}

/** Creates the writer for one stream; what it opens does not outlive the stream. `marks` are those of the run. */
export function createMessageWriter(
  store: ThreadStore,
  marks: (phase: MessageMarks["phase"]) => MessageMarks,
): MessageWriter {
  // How many items hold a message open: its own text, and each of its calls.
  const holds = new Map<string, number>();
  const openCalls = new Set<string>();

  function open(id: string, metadata: Metadata | undefined, create: () => ThreadMessage): void {
    holds.set(id, (holds.get(id) ?? 0) + 1);
    // A closed message is closed, not sealed: what follows is appended.
    const message: ThreadMessage = { ...(store.peek(id) ?? create()), phase: "streaming" };
    store.put(withMetadata(message, metadata));
  }

  function release(id: string, metadata?: Metadata): void {
    const left = (holds.get(id) ?? 1) - 1;
    if (left > 0) holds.set(id, left);
    else holds.delete(id);
    const message = store.peek(id);
    if (message === undefined) return;
    const phase = left > 0 ? message.phase : "complete";
    if (metadata !== undefined || phase !== message.phase)
      store.put(withMetadata({ ...message, phase }, metadata));
  }

  function addCallMetadata({ toolCallId, metadata }: EventOf<"TOOL_CALL_START" | "TOOL_CALL_END">): void {
    if (metadata !== undefined) store.updateCall(toolCallId, (call) => withMetadata(call, metadata));
  }

  function startCall(event: EventOf<"TOOL_CALL_START">): void {
    const { toolCallId, subagentRunId } = event;
    openCalls.add(toolCallId);
    const holder = store.holderOf(toolCallId);
    const id = holder ?? parentFor(event, store);
    open(id, undefined, () => ({
      id,
      role: "assistant",
      ...marks("streaming"),
      ...defined<{ subagentRunId?: string }>({ subagentRunId }),
    }));
    const parent = store.peek(id);
    if (holder === undefined && parent?.role === "assistant") {
      const made = { name: event.toolCallName, arguments: "" };
      const toolCalls = [
        ...(parent.toolCalls ?? []),
        { id: toolCallId, type: "function", function: made } as const,
      ];
      store.put({ ...parent, toolCalls });
    }
    store.setCallStatus(toolCallId, "streaming");
    addCallMetadata(event);
  }

  return {
    write(event) {
      switch (event.type) {
        case "TEXT_MESSAGE_CONTENT":
        case "REASONING_MESSAGE_CONTENT": {
          const message = store.peek(event.messageId);
          if (message !== undefined) store.put(withMetadata(append(message, event.delta), event.metadata));
          break;
        }
        case "TOOL_CALL_ARGS":
          store.updateCall(event.toolCallId, (call) => {
            const { name, arguments: before } = call.function;
            return withMetadata(
              { ...call, function: { name, arguments: before + event.delta } },
              event.metadata,
            );
          });
          break;
        case "TEXT_MESSAGE_START":
        case "REASONING_MESSAGE_START":
          open(event.messageId, event.metadata, () => ({
            id: event.messageId,
            role: event.role ?? "assistant",
            content: "",
            ...marks("streaming"),
            // Only what may be absent: a message is copied at each token, and one made of a literal copies fastest.
            ...defined<{ name?: string; subagentRunId?: string }>({
              name: "name" in event ? event.name : undefined,
              subagentRunId: event.subagentRunId,
            }),
          }));
          break;
        case "TEXT_MESSAGE_END":
        case "REASONING_MESSAGE_END":
          release(event.messageId, event.metadata);
          break;
        case "TOOL_CALL_START":
          startCall(event);
          break;
        case "TOOL_CALL_END": {
          openCalls.delete(event.toolCallId);
          store.setCallStatus(event.toolCallId, "complete");
          addCallMetadata(event);
          const holder = store.holderOf(event.toolCallId);
          if (holder !== undefined) release(holder);
          break;
        }
        case "TOOL_CALL_RESULT":
          store.put(
            defined<ThreadMessage>({
              id: event.messageId,
              role: "tool",
              toolCallId: event.toolCallId,
              content: event.content,
              metadata: event.metadata,
              subagentRunId: event.subagentRunId,
              ...marks("complete"),
            }),
          );
          break;
      }
    },
    abandon() {
      for (const id of openCalls) store.setCallStatus(id, "incomplete");
      for (const id of holds.keys()) {
        const message = store.peek(id);
        if (message !== undefined) store.put({ ...message, phase: "incomplete" });
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
    default:
      return { ...message, content: (message.content ?? "") + delta };
  }
}

/** The message that a new call goes to; one that is no assistant's cannot hold it. */
function parentFor(event: EventOf<"TOOL_CALL_START">, store: ThreadStore): string {
  const wanted = event.parentMessageId ?? event.toolCallId;
  const existing = store.peek(wanted);
  return existing === undefined || existing.role === "assistant" ? wanted : `${wanted}:${event.toolCallId}`;
}

/** Merges per key, the last write winning, without recursion. */
export function withMetadata<T extends { metadata?: Metadata }>(
  target: T,
  metadata: Metadata | undefined,
): T {
  return metadata === undefined ? target : { ...target, metadata: { ...target.metadata, ...metadata } };
}
