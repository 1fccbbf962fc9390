import { type MessageRole, openMessage } from "../agent/message-handle.ts";
import { type Streamed, streamed } from "./pieces.ts";
import type { Step } from "./step.ts";

/** What a message may have beside its text. */
export interface SayOptions extends Streamed {
  /** The message's id; `{runId}-msg-{n}` unless given. */
  id?: string;
  /** Whose message it is; the assistant's unless given. */
  role?: MessageRole;
}

/** Sends a message with this text. Source: AG-UI 1.1, events/text-messages. */
export function say(text: string, options: SayOptions = {}): Step {
  const name = "say";
  return {
    name,
    *play(stage) {
      const { id = stage.nextId("msg"), role = "assistant" } = options;
      const message = openMessage(stage, id, role);
      yield* streamed(name, text, options, message.delta);
      message.end();
      return undefined;
    },
  };
}

/** What a piece of reasoning may have beside its text. */
export interface ReasonOptions extends Streamed {
  /** The message's id; `{runId}-reasoning-{n}` unless given. */
  id?: string;
}

/** Sends a piece of the agent's reasoning. Source: AG-UI 1.1, events/reasoning. */
export function reason(text: string, options: ReasonOptions = {}): Step {
  const name = "reason";
  return {
    name,
    *play({ send, nextId }) {
      const { id: messageId = nextId("reasoning") } = options;
      send({ type: "REASONING_START", messageId });
      send({ type: "REASONING_MESSAGE_START", messageId, role: "reasoning" });
      yield* streamed(name, text, options, (delta) => {
        if (delta !== "") send({ type: "REASONING_MESSAGE_CONTENT", messageId, delta });
      });
      send({ type: "REASONING_MESSAGE_END", messageId });
      send({ type: "REASONING_END", messageId });
      return undefined;
    },
  };
}
