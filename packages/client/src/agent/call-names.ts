import type { AgentEvent } from "../protocol/events.ts";
import type { Message } from "../protocol/messages.ts";

/** The names of the tools that calls were made of, by the ids of the calls. */
export interface CallNames {
  note(event: AgentEvent): void;
  nameOf(toolCallId: string): string | undefined;
}

/**
 * Creates the names of the calls that one run may speak of: those in the messages it was given, those that it
 * makes, and those in the snapshots that it sends.
 */
export function createCallNames(messages: readonly Message[]): CallNames {
  const names = new Map<string, string>();

  function noteMessages(list: readonly Message[]): void {
    for (const message of list) {
      if (message.role !== "assistant") continue;
      for (const call of message.toolCalls ?? []) names.set(call.id, call.function.name);
    }
  }

  noteMessages(messages);
  return {
    note(event) {
      const { type } = event;
      if (type === "MESSAGES_SNAPSHOT") noteMessages(event.messages);
      if (type !== "TOOL_CALL_START" && type !== "TOOL_CALL_CHUNK") return;
      const { toolCallId, toolCallName } = event;
      if (toolCallId !== undefined && toolCallName !== undefined) names.set(toolCallId, toolCallName);
    },
    nameOf: (toolCallId) => names.get(toolCallId),
  };
}
