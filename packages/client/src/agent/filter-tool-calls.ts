import type { EventOf } from "../protocol/events.ts";
import type { RunFinishedOutcome } from "../protocol/interrupts.ts";
import type { Message } from "../protocol/messages.ts";
import { createCallNames } from "./call-names.ts";
import { interruptsOf } from "./outcome.ts";
import type { EventTransformer } from "./transformer.ts";

/**
 * Keeps calls of some tools from the client: their starts, arguments, chunks, ends, results and encrypted values,
 * their places in snapshots of the messages, and their ids among the calls that a run leaves to the application and
 * where a subagent says what it was started by. A call is known by its name, which a call of an earlier run has from the messages.
 *
 * A question about such a call is still asked, since somebody must answer it, but without its `toolCallId`. What the client
 * has never seen is not in the messages of the run that answers, nor in `unansweredCalls`: an agent that carries it out there must
 * keep it itself, such as in its state. A warning `hidden-call-asked` says so.
 */
export const filterToolCalls = {
  /** Only the calls of these tools pass. */
  allow(names: readonly string[]): EventTransformer {
    const allowed = new Set(names);
    return filterBy((name) => allowed.has(name));
  },
  /** All calls pass but those of these tools. */
  deny(names: readonly string[]): EventTransformer {
    const denied = new Set(names);
    return filterBy((name) => !denied.has(name));
  },
} as const;

function filterBy(passes: (toolName: string) => boolean): EventTransformer {
  return ({ input, warn }) => {
    const names = createCallNames(input.messages);
    /** The calls that the last named chunks are of, by the subagent that sent them; undefined is the agent itself. */
    const lanes = new Map<string | undefined, string>();

    function isHidden(toolCallId: string | undefined): boolean {
      const name = toolCallId === undefined ? undefined : names.nameOf(toolCallId);
      return name !== undefined && !passes(name);
    }

    function isHiddenChunk({ toolCallId, subagentRunId }: EventOf<"TOOL_CALL_CHUNK">): boolean {
      if (toolCallId !== undefined) lanes.set(subagentRunId, toolCallId);
      return isHidden(lanes.get(subagentRunId));
    }

    return (event) => {
      names.note(event);
      switch (event.type) {
        case "TOOL_CALL_START":
        case "TOOL_CALL_ARGS":
        case "TOOL_CALL_END":
        case "TOOL_CALL_RESULT":
          return isHidden(event.toolCallId) ? null : event;
        case "TOOL_CALL_CHUNK":
          return isHiddenChunk(event) ? null : event;
        case "REASONING_ENCRYPTED_VALUE":
          return event.subtype === "tool-call" && isHidden(event.entityId) ? null : event;
        case "MESSAGES_SNAPSHOT":
          return { ...event, messages: event.messages.flatMap((message) => withoutCalls(message, isHidden)) };
        case "SUBAGENT_STARTED": {
          const { parentToolCallId: _, ...own } = event;
          return isHidden(event.parentToolCallId) ? own : event;
        }
        case "RUN_FINISHED":
          for (const { id, toolCallId } of interruptsOf(event)) {
            if (!isHidden(toolCallId)) continue;
            const message = `The question "${id}" is about a call that is kept from the client: the run that answers it will not have the call.`;
            warn({ code: "hidden-call-asked", message });
          }
          return event.outcome ? { ...event, outcome: outcomeWithout(event.outcome, isHidden) } : event;
        default:
          return event;
      }
    };
  };
}

type IsHidden = (toolCallId: string | undefined) => boolean;

function withoutCalls(message: Message, isHidden: IsHidden): Message[] {
  if (message.role === "tool") return isHidden(message.toolCallId) ? [] : [message];
  if (message.role !== "assistant" || !message.toolCalls?.some(({ id }) => isHidden(id))) return [message];
  const { toolCalls, ...rest } = message;
  const shown = toolCalls.filter(({ id }) => !isHidden(id));
  return [shown.length > 0 ? { ...rest, toolCalls: shown } : rest];
}

function outcomeWithout(outcome: RunFinishedOutcome, isHidden: IsHidden): RunFinishedOutcome {
  if (outcome.type === "success" && outcome.pendingToolCallIds) {
    const { pendingToolCallIds, ...rest } = outcome;
    const shown = pendingToolCallIds.filter((id) => !isHidden(id));
    return shown.length > 0 ? { ...rest, pendingToolCallIds: shown } : rest;
  }
  if (outcome.type !== "interrupt") return outcome;
  return {
    ...outcome,
    interrupts: outcome.interrupts.map(({ toolCallId, ...question }) =>
      toolCallId === undefined || isHidden(toolCallId) ? question : { ...question, toolCallId },
    ),
  };
}
