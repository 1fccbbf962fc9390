import type { AgentEvent } from "@holdpoint/client";
import { cut, isObject, toJson, toText } from "./json.ts";

/** The one thing about an event that a reader looks for; events of any shape, since they are shown as they came. */
export function summarize(raw: unknown): string {
  return cut(isObject(raw) ? gist(raw) : toJson(raw));
}

function gist(raw: Readonly<Record<string, unknown>>): string {
  const { delta, content, messages, name, messageId, toolCallId } = raw;
  switch (raw.type) {
    case "RUN_FINISHED":
      return outcomeOf(raw.outcome);
    case "RUN_ERROR":
    case "SUBAGENT_ERROR":
      return toText(raw.message);
    case "STATE_SNAPSHOT":
      return toJson(raw.snapshot);
    case "STATE_DELTA":
      return operations(delta);
    case "ACTIVITY_DELTA":
      return operations(raw.patch);
    case "MESSAGES_SNAPSHOT":
      return Array.isArray(messages) ? String(messages.length) : "";
    case "CUSTOM":
      return `${toText(name)} ${toJson(raw.value)}`;
    case "RUN_STARTED":
      return toText(raw.runId);
    default: {
      const said = delta ?? content;
      if (said !== undefined) return toJson(said);
      const { toolCallName, stepName, subagentRunId } = raw;
      return toText(toolCallName ?? stepName ?? name ?? messageId ?? toolCallId ?? subagentRunId ?? "");
    }
  }
}

function outcomeOf(outcome: unknown): string {
  if (!isObject(outcome)) return "success";
  const { type, interrupts } = outcome;
  const asking: readonly unknown[] = Array.isArray(interrupts) ? interrupts : [];
  const ids = asking.map((each) => toText(Object(each).id));
  return ids.length > 0 ? `${toText(type)}: ${ids.join(", ")}` : toText(type);
}

function operations(patch: unknown): string {
  const list: readonly unknown[] = Array.isArray(patch) ? patch : [];
  return list.map((each) => `${toText(Object(each).op)} ${toText(Object(each).path)}`).join(", ");
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
  return said === undefined ? { to } : { to, text: toText(said) };
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
