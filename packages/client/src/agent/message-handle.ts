import type { AgentEvent, EventOf } from "../protocol/events.ts";
import { type Ending, endingBy } from "./closing.ts";
import type { Emitter } from "./emitter.ts";
import { sendWhileOpen } from "./emitter.ts";

/** Who a streamed message is from. */
export type MessageRole = NonNullable<EventOf<"TEXT_MESSAGE_START">["role"]>;

/** What a message may start with. */
export interface MessageOptions {
  /** The assistant unless given. */
  role?: MessageRole;
  /** The message's id, where something else has made one; `{runId}-msg-{n}` otherwise. */
  id?: string;
  /** The name of who speaks, where several do. */
  name?: string;
}

/** A message while it is written. It ends by itself when the run does, however that comes about. */
export interface MessageHandle extends Ending {
  readonly id: string;
  /** Appends text; an empty text sends nothing, because older clients refuse an empty delta. Throws once the message has ended. */
  delta(text: string): void;
  /** Ends the message; a second call does nothing. */
  end(): void;
}

/**
 * Opens a message.
 * Source: AG-UI 1.1, events/text-messages.
 */
export function openMessage(
  emitter: Emitter,
  id: string,
  of: MessageRole | MessageOptions = {},
): MessageHandle {
  const { role = "assistant", name }: MessageOptions = typeof of === "string" ? { role: of } : of;
  emitter.send({ type: "TEXT_MESSAGE_START", messageId: id, role, ...(name !== undefined && { name }) });
  const isOpen = emitter.watch("message", id);

  function end(): void {
    if (isOpen()) emitter.send({ type: "TEXT_MESSAGE_END", messageId: id });
  }

  return {
    id,
    delta(text) {
      if (text === "") return;
      const event: AgentEvent = { type: "TEXT_MESSAGE_CONTENT", messageId: id, delta: text };
      sendWhileOpen(emitter, isOpen, `message "${id}"`, event);
    },
    end,
    ...endingBy(end),
  };
}
