import type { AgentEvent, EventOf } from "../protocol/events.ts";

/** What a run opens by a start event and closes by an end event. */
export type OpenKind = "message" | "call" | "reasoning" | "reasoning-message" | "step" | "subagent";

/** How a run comes to its end. */
export type RunEnding = "finished" | "stopped" | "failed";

/** Whether one item is still open. */
export type IsOpen = () => boolean;

/** What a run has open, as told by its own events. */
export interface OpenItems {
  /** `byHand`: the agent sent it itself, not a handle that knows what it has opened. */
  note(event: AgentEvent, byHand?: boolean): void;
  /** Watches what was just opened; what opens later under the same id is another item. */
  watch(kind: OpenKind, id: string): IsOpen;
  /**
   * The events that close what is open before a run ends in this way, the innermost first. A run that `finished`
   * by itself has only what handles opened closed. One that was `stopped` or `failed` ends the subagents that it
   * delegated to; reporting their parts as finished would call them a success.
   */
  closers(end: RunEnding): AgentEvent[];
  /** The calls that were made and not answered, in their order: the application's to answer. */
  unansweredCalls(): string[];
}

/**
 * Creates the record of one run. It reads the events rather than the handles, so what
 * an agent emits by hand is in it too.
 * Source: AG-UI 1.1, basic/patterns/streaming and events/lifecycle.
 */
export function createOpenItems(): OpenItems {
  const open = new Map<string, { closer: AgentEvent; byHand: boolean }>();
  const unanswered = new Set<string>();
  const key = (kind: OpenKind, id: string) => `${kind} ${id}`;
  const end = (kind: OpenKind, id: string) => open.delete(key(kind, id));

  function note(event: AgentEvent, byHand = false): void {
    const start = (kind: OpenKind, id: string, closer: AgentEvent) =>
      open.set(key(kind, id), { closer, byHand });
    switch (event.type) {
      case "TEXT_MESSAGE_START":
        start("message", event.messageId, { type: "TEXT_MESSAGE_END", messageId: event.messageId });
        break;
      case "TEXT_MESSAGE_END":
        end("message", event.messageId);
        break;
      case "TOOL_CALL_START":
        start("call", event.toolCallId, { type: "TOOL_CALL_END", toolCallId: event.toolCallId });
        unanswered.add(event.toolCallId);
        break;
      case "TOOL_CALL_CHUNK":
        if (event.toolCallId !== undefined) unanswered.add(event.toolCallId);
        break;
      case "TOOL_CALL_END":
        end("call", event.toolCallId);
        break;
      case "TOOL_CALL_RESULT":
        unanswered.delete(event.toolCallId);
        break;
      case "REASONING_START":
        start("reasoning", event.messageId, { type: "REASONING_END", messageId: event.messageId });
        break;
      case "REASONING_END":
        end("reasoning", event.messageId);
        break;
      case "REASONING_MESSAGE_START":
        start("reasoning-message", event.messageId, {
          type: "REASONING_MESSAGE_END",
          messageId: event.messageId,
        });
        break;
      case "REASONING_MESSAGE_END":
        end("reasoning-message", event.messageId);
        break;
      case "STEP_STARTED": {
        const { stepName, subagentRunId } = event;
        const owner = subagentRunId === undefined ? {} : { subagentRunId };
        start("step", stepKey(event), { type: "STEP_FINISHED", stepName, ...owner });
        break;
      }
      case "STEP_FINISHED":
        end("step", stepKey(event));
        break;
      case "SUBAGENT_STARTED":
        start("subagent", event.subagentRunId, {
          type: "SUBAGENT_FINISHED",
          subagentRunId: event.subagentRunId,
        });
        break;
      case "SUBAGENT_FINISHED":
      case "SUBAGENT_ERROR":
        end("subagent", event.subagentRunId);
        break;
    }
  }

  return {
    note,
    watch(kind, id) {
      const item = open.get(key(kind, id));
      return () => item !== undefined && open.get(key(kind, id)) === item;
    },
    closers: (end) =>
      [...open.values()]
        .reverse()
        .filter(({ byHand }) => end !== "finished" || !byHand)
        .flatMap(({ closer }) => (closer.type === "SUBAGENT_FINISHED" ? endOf(closer, end) : closer)),
    unansweredCalls: () => [...unanswered],
  };
}

/** Steps are told apart by owner and name, so a parent and a subagent may each have one of the same name. */
export function stepKey(step: { stepName: string; subagentRunId?: string }): string {
  return JSON.stringify([step.subagentRunId ?? null, step.stepName]);
}

/** The end of a subagent that is cut off by that of the run; a failed one takes it down by itself. */
function endOf(finished: EventOf<"SUBAGENT_FINISHED">, end: RunEnding): AgentEvent[] {
  if (end === "finished") return [finished];
  if (end === "failed") return [];
  const { subagentRunId } = finished;
  return [{ type: "SUBAGENT_ERROR", subagentRunId, message: "The run was cancelled.", code: "CANCELLED" }];
}
