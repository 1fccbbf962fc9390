import type { ToolCall } from "../protocol/messages.ts";
import type { ThreadMessage } from "./types.ts";

/**
 * The message with more at the end of its text, or of the arguments of one of its calls. Text is
 * only ever added to here: reading a growing string costs its whole length.
 */
export const grow = (
  message: ThreadMessage | undefined,
  tail: string,
  toolCallId: string | undefined,
): ThreadMessage | undefined => {
  if (toolCallId !== undefined) {
    return changeCall(message, toolCallId, (call) => {
      const { name, arguments: before } = call.function;
      return { ...call, function: { name, arguments: before + tail } };
    });
  }
  if (message === undefined || message.role === "activity") return message;
  if ((message.role === "user" || message.role === "tool") && typeof message.content !== "string") {
    const content = [...message.content];
    const last = content.at(-1);
    // As text does that is a string, it continues the text that it comes after.
    if (last?.type === "text") content[content.length - 1] = { ...last, text: last.text + tail };
    else content.push({ type: "text", text: tail });
    return { ...message, content };
  }
  return { ...message, content: (message.content ?? "") + tail };
};

/** The message with one of its calls changed; itself where it does not hold the call. */
export const changeCall = (
  message: ThreadMessage | undefined,
  toolCallId: string,
  change: (call: ToolCall) => ToolCall,
): ThreadMessage | undefined => {
  if (message?.role !== "assistant" || message.toolCalls === undefined) return message;
  const toolCalls = message.toolCalls.map((call) => (call.id === toolCallId ? change(call) : call));
  return { ...message, toolCalls };
};

/** The calls that a message holds. */
export const callsOf = (message: ThreadMessage | undefined): readonly ToolCall[] => {
  return (message?.role === "assistant" && message.toolCalls) || [];
};
