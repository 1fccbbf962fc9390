import type { AgentEvent, EventOf, JsonPatchOperation } from "../protocol/events.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { createCallNames } from "./call-names.ts";
import type { EventTransformer } from "./transformer.ts";

/** What becomes of a result that has become the state. */
export interface ToolResultToStateOptions {
  /** Whether the state takes the result's place, so that the client never sees the call answered; no by default. */
  replacing?: boolean;
}

/**
 * Turns each result of one tool into the shared state, for a tool whose work is to make it. Its content must be
 * JSON text, or a list whose text parts together are; what is not is passed on as it is, with a warning. For an agent that does not publish
 * its state itself: it is not told of the state that this makes.
 * Source: AG-UI 1.1, events/state.
 */
export const toolResultToState = {
  /** The result is the new state: a `STATE_SNAPSHOT`. */
  snapshot(toolName: string, options: ToolResultToStateOptions = {}): EventTransformer {
    return promote(toolName, options, (snapshot) => ({ type: "STATE_SNAPSHOT", snapshot }));
  },
  /** The result is a JSON Patch (RFC 6902), a list of operations on the state: a `STATE_DELTA`. */
  delta(toolName: string, options: ToolResultToStateOptions = {}): EventTransformer {
    return promote(toolName, options, (delta) =>
      isPatch(delta) ? { type: "STATE_DELTA", delta } : undefined,
    );
  },
} as const;

function promote(
  toolName: string,
  { replacing = false }: ToolResultToStateOptions,
  toState: (value: unknown) => AgentEvent | undefined,
): EventTransformer {
  return ({ input, warn }) => {
    const names = createCallNames(input.messages);
    return (event) => {
      names.note(event);
      if (event.type !== "TOOL_CALL_RESULT" || names.nameOf(event.toolCallId) !== toolName) return event;
      const value = parse(event.content);
      const state = value === undefined ? undefined : toState(value);
      if (state === undefined) {
        const message = `The result of "${toolName}" is not the JSON that becomes the state, and is passed on as it is.`;
        warn({ code: "result-not-state", message, path: "content" });
        return event;
      }
      const { subagentRunId } = event;
      const owned = subagentRunId === undefined ? state : { ...state, subagentRunId };
      return replacing ? owned : [event, owned];
    };
  };
}

function parse(content: EventOf<"TOOL_CALL_RESULT">["content"]): unknown {
  const text =
    typeof content === "string"
      ? content
      : content.map((part) => (part.type === "text" ? part.text : "")).join("");
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The operations themselves are judged with the event. */
function isPatch(value: unknown): value is JsonPatchOperation[] {
  return Array.isArray(value) && value.every((one) => isPlainObject(one) && typeof one.op === "string");
}
