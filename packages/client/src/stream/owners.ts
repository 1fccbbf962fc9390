import type { AgentEvent } from "../protocol/events.ts";
import type { Report } from "./stage.ts";

/** The subagent that an event is attributed to; undefined is the parent agent, or no word of it. */
export const tagOf = (event: AgentEvent): string | undefined =>
  "subagentRunId" in event ? event.subagentRunId : undefined;

/** Rejects the stream for a tag that disagrees with the owner of what it names. */
export function refuseOwner(report: Report, id: string, tag: string): never {
  return report.fatal({ rule: "attribution-mismatch", path: "subagentRunId", ids: [id, tag] });
}

/**
 * Keeps who owns the messages that one run speaks of; undefined is the parent agent. The function holds
 * an event that opens or amends something against them, and gives the owner of what it opens. Whoever
 * created or opened a message first owns it: a tag that disagrees is fatal, an event without one goes
 * along. A call belongs to the message that carries it.
 * Source: AG-UI 1.1, events/subagents, events/activity, events/state.
 */
export function createOwners(report: Report): (event: AgentEvent) => string | undefined {
  const owners = new Map<string, string | undefined>();

  return (event) => {
    const tag = tagOf(event);
    const { type } = event;
    if (type === "MESSAGES_SNAPSHOT")
      for (const each of event.messages) owners.set(each.id, each.subagentRunId);
    const id =
      "messageId" in event
        ? event.messageId
        : type === "TOOL_CALL_START"
          ? (event.parentMessageId ?? event.toolCallId)
          : undefined;
    // The id of a span names no message.
    if (id === undefined || type === "REASONING_START") return tag;
    const isSnapshot = type === "ACTIVITY_SNAPSHOT";
    if (isSnapshot && event.replace !== false) owners.set(id, tag);
    if (owners.has(id)) {
      if (tag !== undefined && tag !== owners.get(id) && !isSnapshot) refuseOwner(report, id, tag);
    } else if (tag !== undefined || (type !== "ACTIVITY_DELTA" && !("parentMessageId" in event))) {
      // What only continues a message of an earlier run says nothing of its owner unless it is tagged.
      owners.set(id, tag);
    }
    return tag ?? owners.get(id);
  };
}
