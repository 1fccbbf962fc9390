import type { AgentEvent } from "@holdpoint/client";

/** The one thing about an event that a reader looks for. */
export function summarize(event: AgentEvent): string {
  switch (event.type) {
    case "RUN_STARTED":
      return event.runId;
    case "RUN_FINISHED":
      return event.outcome?.type === "interrupt"
        ? `interrupt: ${event.outcome.interrupts.map(({ id }) => id).join(", ")}`
        : (event.outcome?.type ?? "success");
    case "RUN_ERROR":
      return event.message;
    case "TEXT_MESSAGE_CONTENT":
    case "TOOL_CALL_ARGS":
      return JSON.stringify(event.delta);
    case "TOOL_CALL_START":
      return event.toolCallName;
    case "STATE_SNAPSHOT":
      return JSON.stringify(event.snapshot);
    case "STATE_DELTA":
      return event.delta.map(({ op, path }) => `${op} ${path}`).join(", ");
    default:
      return "messageId" in event && event.messageId ? event.messageId : "";
  }
}
