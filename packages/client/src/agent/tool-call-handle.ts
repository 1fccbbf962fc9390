import type { ContentPart } from "../protocol/messages.ts";
import type { Emitter } from "./emitter.ts";
import { sendWhileOpen } from "./emitter.ts";
import { toJsonText } from "./json.ts";
import { isContentPart } from "./message-guard.ts";

/** What a call may start with. */
export interface ToolCallOptions {
  /** The call's id, where the model has one; `{runId}-call-{n}` otherwise. */
  id?: string;
  /** The assistant message that the call belongs to. */
  parentMessageId?: string;
}

/** A tool call while it is made. It ends by itself when the run does, however that comes about. */
export interface ToolCallHandle {
  readonly id: string;
  /**
   * Appends to the argument text: a string as it is, anything else as JSON text.
   * An empty text sends nothing. Throws once the call has ended.
   */
  args(textOrJson: unknown): void;
  /** Ends the arguments; a second call does nothing. A call left without a result is the application's to execute. */
  end(): void;
  /**
   * Ends the call and answers it: a string or a list of content parts as it is,
   * anything else as JSON text. Returns the id of the tool message. Throws if the call was answered before.
   */
  result(contentOrJson: unknown): string;
}

/**
 * Opens a tool call.
 * Source: AG-UI 1.1, events/tool-calls.
 */
export function openToolCall(
  emitter: Emitter,
  ids: { call: string; result: string },
  name: string,
  parentMessageId?: string,
): ToolCallHandle {
  const id = ids.call;
  let answered = false;
  emitter.send({
    type: "TOOL_CALL_START",
    toolCallId: id,
    toolCallName: name,
    ...(parentMessageId !== undefined && { parentMessageId }),
  });

  function end(): void {
    if (emitter.isOpen("call", id)) emitter.send({ type: "TOOL_CALL_END", toolCallId: id });
  }

  return {
    id,
    args(textOrJson) {
      const delta = toJsonText(textOrJson);
      if (delta === "") return;
      sendWhileOpen(emitter, "call", id, { type: "TOOL_CALL_ARGS", toolCallId: id, delta });
    },
    end,
    result(contentOrJson) {
      if (answered) throw new Error(`The tool call "${id}" already has its result`);
      end();
      emitter.send({
        type: "TOOL_CALL_RESULT",
        messageId: ids.result,
        toolCallId: id,
        content: toContent(contentOrJson),
        role: "tool",
      });
      answered = true;
      return ids.result;
    },
  };
}

/** An empty list is data, not content: a result without parts would tell the model nothing. */
function toContent(value: unknown): string | ContentPart[] {
  if (Array.isArray(value) && value.length > 0 && value.every(isContentPart)) return value;
  return toJsonText(value);
}
