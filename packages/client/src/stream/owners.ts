import type { AgentEvent, Naming } from "../protocol/events.ts";
import type { Report } from "./stage.ts";

/** The owner of what no subagent made. */
const PARENT = "";

/** The subagent that an event is attributed to; undefined is the parent agent, or an event that goes along. */
export const tagOf = ({ subagentRunId }: Naming): string | undefined => subagentRunId;

/** Rejects the stream for a tag that disagrees with the owner of what it names; no tag agrees with any. */
export const holdOwner = (
  report: Report,
  id: string,
  tag: string | undefined,
  owner: string | undefined,
): void => {
  if (tag !== undefined && tag !== owner)
    report.fatal({ rule: "attribution-mismatch", path: "subagentRunId", ids: [id, tag] });
};

/**
 * Keeps who owns the messages that one run speaks of. The function holds an event that opens or amends
 * something against them, and gives the owner of what it opens; undefined where nothing says it, as of a
 * message of an earlier run. Whoever created or opened a message first owns it: a tag that disagrees is
 * fatal, an event without one goes along. A call belongs to the message that carries it; one that names
 * none is its own, and its id is no message's.
 * Source: AG-UI 1.1, events/subagents, events/activity, events/state.
 */
export const createOwners = (report: Report): ((event: AgentEvent) => string | undefined) => {
  const owners = new Map<string, string>();

  return (event) => {
    const { type } = event;
    const { messageId, subagentRunId: tag }: Naming = event;
    const made = tag ?? PARENT;
    if (type === "MESSAGES_SNAPSHOT")
      for (const each of event.messages) owners.set(each.id, each.subagentRunId ?? PARENT);
    const isCall = type === "TOOL_CALL_START";
    const parent = isCall ? event.parentMessageId : undefined;
    const id = isCall ? (parent ?? `\n${event.toolCallId}`) : messageId;
    // The id of a span names no message.
    if (id === undefined || type === "REASONING_START") return made;
    if (type === "ACTIVITY_SNAPSHOT" && event.replace !== false) owners.set(id, made);
    const owner = owners.get(id);
    holdOwner(report, id, tag, owner ?? tag);
    // What only continues a message of an earlier run says nothing of its owner unless it is tagged.
    const isSilent = tag === undefined && (parent !== undefined || type === "ACTIVITY_DELTA");
    if (owner === undefined && !isSilent) owners.set(id, made);
    return tag ?? owners.get(id);
  };
};
