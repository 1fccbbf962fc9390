import type { ContentPart, ToolCall } from "../protocol/messages.ts";
import { defined } from "./defined.ts";

/** A tool call as a reader sees it. */
export interface ToolCallView {
  readonly id: string;
  readonly name: string;
  /** The argument text as it has arrived; a prefix while `status` is `streaming`. */
  readonly arguments: string;
  /** The arguments parsed once the call is closed; `undefined` where the text is not JSON. */
  readonly input: unknown;
  readonly status: "streaming" | "complete" | "incomplete";
  /** The message that holds the call. */
  readonly messageId: string;
  readonly result?: string | ContentPart[];
  readonly error?: string;
}

/** Builds the view; `input` is parsed when first read, and at most once. */
export const toToolCallView = (
  call: ToolCall,
  messageId: string,
  status: ToolCallView["status"],
  answer?: { content: string | ContentPart[]; error?: string },
): ToolCallView => {
  const text = call.function.arguments;
  let parsed: { value: unknown } | undefined;
  return {
    id: call.id,
    name: call.function.name,
    arguments: text,
    status,
    messageId,
    get input() {
      if (status === "streaming") return undefined;
      try {
        parsed ??= { value: JSON.parse(text) };
      } catch {
        parsed = { value: undefined };
      }
      return parsed.value;
    },
    ...defined<Pick<ToolCallView, "result" | "error">>({ result: answer?.content, error: answer?.error }),
  };
};
