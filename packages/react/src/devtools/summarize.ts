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

/** What an event does to a message, a call or a subagent, in the words of the event itself. */
export interface Addition {
  readonly to: string;
  /** What it adds; absent where it begins or ends that. */
  readonly text?: string;
}

/** What an event adds; undefined for what adds to nothing. */
export function toAddition(event: AgentEvent): Addition | undefined {
  const { toolCallId, messageId, subagentRunId, delta, content } = toNamed(event);
  const [, family] = /^(TEXT|TOOL|REASONING|SUBAGENT)_/.exec(event.type) ?? [];
  const to = family === "SUBAGENT" ? subagentRunId : family && (toolCallId ?? messageId);
  if (typeof to !== "string") return undefined;
  const said = delta ?? content;
  return said === undefined ? { to } : { to, text: typeof said === "string" ? said : toJson(said) };
}

/** An event as whatever it names. */
const toNamed = (event: AgentEvent): Readonly<Record<string, unknown>> => ({ ...event });

/** The ids of what a run stops to ask. */
export const asked = (event: AgentEvent): readonly string[] =>
  event.type === "RUN_FINISHED" && event.outcome?.type === "interrupt"
    ? event.outcome.interrupts.map(({ id }) => id)
    : [];

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
