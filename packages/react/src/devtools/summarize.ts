import type { AgentEvent } from "@holdpoint/client";
import { typeOf } from "./entries.ts";
import { cut, isObject, toJson } from "./json.ts";

/** The one thing about an event that a reader looks for; events of any shape, since they are shown as they came. */
export function summarize(raw: unknown): string {
  if (!isObject(raw)) return cut(toJson(raw));
  const { delta, snapshot, messages, message, name, toolCallName, stepName, messageId, toolCallId } = raw;
  switch (typeOf(raw)) {
    case "RUN_FINISHED":
      return outcomeOf(raw.outcome);
    case "RUN_ERROR":
    case "SUBAGENT_ERROR":
      return cut(String(message));
    case "STATE_SNAPSHOT":
      return cut(toJson(snapshot));
    case "STATE_DELTA":
      return operations(delta);
    case "ACTIVITY_DELTA":
      return operations(raw.patch);
    case "MESSAGES_SNAPSHOT":
      return Array.isArray(messages) ? `${messages.length}` : "";
    case "CUSTOM":
      return cut(`${name} ${toJson(raw.value)}`);
    case "TOOL_CALL_RESULT":
      return cut(toJson(raw.content));
    case "RUN_STARTED":
      return String(raw.runId);
    default: {
      const said = delta ?? raw.content;
      if (said !== undefined) return cut(toJson(said));
      return String(toolCallName ?? stepName ?? name ?? messageId ?? toolCallId ?? raw.subagentRunId ?? "");
    }
  }
}

function outcomeOf(outcome: unknown): string {
  if (!isObject(outcome)) return "success";
  const ids = Array.isArray(outcome.interrupts)
    ? outcome.interrupts.map((each: unknown) => Object(each).id)
    : [];
  return ids.length > 0 ? `${outcome.type}: ${ids.join(", ")}` : String(outcome.type);
}

function operations(patch: unknown): string {
  if (!Array.isArray(patch)) return "";
  return cut(patch.map((each: unknown) => `${Object(each).op} ${Object(each).path}`).join(", "));
}

/** What an event adds to a message or its call, in the words of the event itself; undefined for what adds to none. */
export function toAddition(event: AgentEvent): { readonly to: string; readonly text?: string } | undefined {
  const isTold =
    event.type.startsWith("TEXT_MESSAGE_") ||
    event.type.startsWith("TOOL_CALL_") ||
    event.type.startsWith("REASONING_");
  if (!isTold) return undefined;
  const to = "toolCallId" in event ? event.toolCallId : "messageId" in event ? event.messageId : undefined;
  if (to === undefined) return undefined;
  const text =
    "delta" in event && typeof event.delta === "string"
      ? event.delta
      : "content" in event
        ? toJson(event.content)
        : undefined;
  return text === undefined ? { to } : { to, text };
}

/** The families of events, for the filter. */
export const families = [
  "RUN",
  "TEXT_MESSAGE",
  "TOOL_CALL",
  "STATE",
  "MESSAGES",
  "ACTIVITY",
  "REASONING",
  "STEP",
  "SUBAGENT",
] as const;
