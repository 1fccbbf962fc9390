import { type AgentEvent, httpTransport, type RunAgentInput } from "@holdpoint/client";
import { runOptions } from "../../../support/transport-run.ts";

const isEvent = (value: unknown): value is AgentEvent =>
  typeof value === "object" && value !== null && "type" in value;

/** One run without a thread around it, as a client sends it that keeps no answers: the events just as they came. */
export async function rawRun(url: string, input: RunAgentInput): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const batch of httpTransport({ url })(input, runOptions()))
    events.push(...batch.filter(isEvent));
  return events;
}

/** All the text of a run, in order. */
export const textOf = (events: readonly AgentEvent[]): string =>
  events.map((event) => (event.type === "TEXT_MESSAGE_CONTENT" ? event.delta : "")).join("");
