import { defined } from "../lib/defined.ts";
import type { AgentEvent, EventOf, Naming } from "../protocol/events.ts";
import type { AssistantMessage, Metadata, ToolCall } from "../protocol/messages.ts";
import { callsOf } from "./grow.ts";
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
export const createMessageWriter = (
  store: ThreadStore,
  marks: (phase: MessageMarks["phase"]) => MessageMarks,
): MessageWriter => {
  // What is open, with the message that it holds, whatever a snapshot has made of that since: calls by
  // their ids, texts by their messages' after a line end, since a call may have the id of its message.
  const open = new Map<string, string>();

  /** Opens an item of a message, which is made where it is not there yet. */
  const start = (
    key: string,
    message: ThreadMessage,
    more: Pick<AssistantMessage, "name" | "toolCalls">,
  ): void => {
    open.set(key, message.id);
    // A closed message is closed, not sealed: what follows is appended.
    store.put({ ...(store.peek(message.id) ?? message), ...more, phase: "streaming" });
  };

  /** The first of these ids under which no message of another role is kept. */
  const fit = (role: ThreadMessage["role"], ...wanted: [string, ...string[]]): string => {
    return wanted.find((id) => (store.peek(id)?.role ?? role) === role) ?? wanted[0];
  };

  const setPhase = (id: string, phase: MessageMarks["phase"]): void => {
    const message = store.peek(id);
    if (message !== undefined) store.put({ ...message, phase });
  };

  const release = (key: string): void => {
    const id = open.get(key) ?? "";
    open.delete(key);
    if (![...open.values()].includes(id)) setPhase(id, "complete");
  };

  const startCall = (event: EventOf<"TOOL_CALL_START">): void => {
    const { toolCallId, subagentRunId } = event;
    const holder = store.holderOf(toolCallId);
    // A message that is no assistant's cannot hold a call.
    const id =
      holder ?? fit("assistant", event.parentMessageId ?? toolCallId, toolCallId, `${toolCallId}-call`);
    const call: ToolCall = {
      id: toolCallId,
      type: "function",
      function: { name: event.toolCallName, arguments: "" },
    };
    start(
      toolCallId,
      defined<ThreadMessage>({ id, role: "assistant", subagentRunId, ...marks("streaming") }),
      holder === undefined ? { toolCalls: [...callsOf(store.peek(id)), call] } : {},
    );
    store.setCallStatus(toolCallId, "streaming");
  };

  return {
    write(event) {
      switch (event.type) {
        case "TEXT_MESSAGE_CONTENT":
        case "REASONING_MESSAGE_CONTENT":
          store.extend(event.messageId, event.delta);
          break;
        case "TOOL_CALL_ARGS":
          store.extend(store.holderOf(event.toolCallId), event.delta, event.toolCallId);
          break;
        case "TEXT_MESSAGE_START":
        case "REASONING_MESSAGE_START": {
          const { name }: Naming = event;
          start(
            `\n${event.messageId}`,
            defined<ThreadMessage>({
              ...marks("streaming"),
              id: event.messageId,
              role: event.role ?? "assistant",
              content: "",
              subagentRunId: event.subagentRunId,
            }),
            defined<{ name?: string }>({ name }),
          );
          break;
        }
        case "TEXT_MESSAGE_END":
        case "REASONING_MESSAGE_END":
          release(`\n${event.messageId}`);
          break;
        case "TOOL_CALL_START":
          startCall(event);
          break;
        case "TOOL_CALL_END":
          store.setCallStatus(event.toolCallId, "complete");
          release(event.toolCallId);
          break;
        case "TOOL_CALL_RESULT":
          store.put(
            defined<ThreadMessage>({
              ...marks("complete"),
              // A result replaces nothing but a result, also where it comes under the id of its call.
              id: fit("tool", event.messageId, `${event.toolCallId}-result`),
              role: "tool",
              toolCallId: event.toolCallId,
              content: event.content,
              metadata: event.metadata,
              subagentRunId: event.subagentRunId,
            }),
          );
          return;
        default:
          return;
      }
      const { metadata } = event;
      if (metadata === undefined) return;
      if ("toolCallId" in event) {
        store.updateCall(event.toolCallId, (call) => withMetadata(call, metadata));
        return;
      }
      const message = store.peek(event.messageId);
      if (message !== undefined) store.put(withMetadata(message, metadata));
    },
    abandon() {
      for (const [key, id] of open) {
        store.setCallStatus(key, "incomplete");
        setPhase(id, "incomplete");
      }
      open.clear();
    },
  };
};

/** Merges per key, the last write winning, without recursion. */
export const withMetadata = <T extends { metadata?: Metadata }>(
  target: T,
  metadata: Metadata | undefined,
): T => {
  return metadata === undefined ? target : { ...target, metadata: { ...target.metadata, ...metadata } };
};
