import type { AgentEvent, RunAgentInput } from "@holdpoint/client";

/** One run by hand: the request as it is, and the `data` lines of what comes back. */
export async function post(url: string, input: RunAgentInput): Promise<AgentEvent[]> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  return text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [toEvent(line.slice(6))] : []));
}

function toEvent(data: string): AgentEvent {
  const event: AgentEvent = JSON.parse(data);
  return event;
}

export const spokenText = (events: readonly AgentEvent[]): string =>
  events.map((event) => (event.type === "TEXT_MESSAGE_CONTENT" ? event.delta : "")).join("");

/** The ids of the questions that the run stopped at; empty where it did not. */
export const askedIds = (events: readonly AgentEvent[]): string[] =>
  events.flatMap((event) =>
    event.type === "RUN_FINISHED" && event.outcome?.type === "interrupt"
      ? event.outcome.interrupts.map(({ id }) => id)
      : [],
  );
