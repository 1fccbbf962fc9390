import { toJsonText } from "../agent/json.ts";
import { openToolCall } from "../agent/tool-call-handle.ts";
import { type Streamed, streamed } from "./pieces.ts";
import type { Step } from "./step.ts";

/** What a call may have beside its tool and its arguments. */
export interface CallToolOptions extends Streamed {
  /** The call's id, by which an interrupt names it; `{runId}-call-{n}` unless given. */
  id?: string;
  /** The message that the call belongs to. */
  parentMessageId?: string;
  /**
   * What the tool gave: text or content parts as they are, anything else as JSON text. It comes in a
   * moment of its own. Without it the call stays unanswered: the app's to make, or a person's to approve.
   */
  result?: unknown;
}

/**
 * Calls a tool; arguments other than text go out as JSON text, none as `{}`.
 * Source: AG-UI 1.1, events/tool-calls.
 */
export function callTool(tool: string, args: unknown = {}, options: CallToolOptions = {}): Step {
  const name = "callTool";
  return {
    name,
    *play(stage) {
      const { id = stage.nextId("call"), parentMessageId, result } = options;
      const ids = { call: id, result: `${id}-result` };
      const call = openToolCall(stage, ids, tool, parentMessageId);
      yield* streamed(name, toJsonText(args), options, call.args);
      call.end();
      if (result === undefined) return undefined;
      yield name;
      call.result(result);
      return undefined;
    },
  };
}
