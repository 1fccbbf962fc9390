import type { AgentEvent } from "../protocol/events.ts";
import { type Ending, endingBy } from "./closing.ts";
import type { Emitter } from "./emitter.ts";
import { sendWhileOpen } from "./emitter.ts";

/** What a span of reasoning may start with. */
export interface ReasoningOptions {
  /** The id of the span and of its message, where a model has one; `{runId}-msg-{n}` otherwise. */
  id?: string;
}

/** A span of reasoning while it is written: one message with its span around it, under one id. */
export interface ReasoningHandle extends Ending {
  readonly id: string;
  /** Appends text; an empty text sends nothing. Throws once the reasoning has ended. */
  delta(text: string): void;
  /**
   * Hands over what a provider wants back with the next request, which nobody else can read; `encryptedType` is its kind,
   * where the provider has several. May come at any time, also once the reasoning has ended.
   */
  encryptedValue(value: string, encryptedType?: string): void;
  /** Ends the message, then the span; a second call does nothing. */
  end(): void;
}

/**
 * Opens a span of reasoning and its message.
 * Source: AG-UI 1.1, events/reasoning.
 */
export function openReasoning(emitter: Emitter, id: string): ReasoningHandle {
  emitter.send({ type: "REASONING_START", messageId: id });
  emitter.send({ type: "REASONING_MESSAGE_START", messageId: id, role: "reasoning" });
  const isOpen = emitter.watch("reasoning", id);
  const isMessageOpen = emitter.watch("reasoning-message", id);

  function end(): void {
    if (isMessageOpen()) emitter.send({ type: "REASONING_MESSAGE_END", messageId: id });
    if (isOpen()) emitter.send({ type: "REASONING_END", messageId: id });
  }

  return {
    id,
    delta(text) {
      if (text === "") return;
      const event: AgentEvent = { type: "REASONING_MESSAGE_CONTENT", messageId: id, delta: text };
      sendWhileOpen(emitter, isMessageOpen, `reasoning "${id}"`, event);
    },
    encryptedValue: (value, encryptedType) => sendEncrypted(emitter, "message", id, value, encryptedType),
    end,
    ...endingBy(end),
  };
}

/** Sends what belongs to a message or a call and only its provider can read. */
export function sendEncrypted(
  emitter: Emitter,
  subtype: "message" | "tool-call",
  entityId: string,
  encryptedValue: string,
  encryptedValueType?: string,
): void {
  emitter.send({
    type: "REASONING_ENCRYPTED_VALUE",
    subtype,
    entityId,
    encryptedValue,
    ...(encryptedValueType !== undefined && { encryptedValueType }),
  });
}
