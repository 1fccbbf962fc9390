/** Holds every event of an agent to the protocol's own schemas, and counts what it has seen. */
import { type BaseEvent, enforceEvents } from "@ag-ui/client";
import { EventSchemas } from "@ag-ui/core/schemas";
import type { AgentEvent, RunAgentInput } from "@holdpoint/client";
import {
  type Agent,
  type AgentFunction,
  createRunInput,
  defineAgent,
  type RunAgentOptions,
  runAgent,
} from "@holdpoint/client/agent";
import { of as observable } from "rxjs";
import { expect, onTestFinished, vi } from "vitest";

const resume: RunAgentInput["resume"] = [{ interruptId: "a", status: "resolved", payload: 1 }];
const usualInput = createRunInput({ threadId: "t", runId: "r", parentRunId: "p", resume });

/** How many events of each type have been judged in this file. */
export const seen = new Map<string, number>();

/** What the official client lets through of an event, and what it says of the rest. */
export function enforced(event: unknown): { event: unknown; said: string[] } {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  warn.mockClear();
  const kept: unknown[] = [];
  observable<BaseEvent>(Object(event))
    .pipe(enforceEvents())
    .subscribe({
      next: (one) => void kept.push(one),
      error: (error) => expect.unreachable(String(error)),
    });
  return { event: kept[0], said: warn.mock.calls.map((words) => words.join(" ")) };
}

/** Protocol 1.1 has this field, `@ag-ui/core` 1.0.0 does not know it. */
const NEWER = "encryptedValueType";
const without = ({ [NEWER]: _, ...rest }: Record<string, unknown>): unknown => rest;

/** Runs an agent and judges each of its events: valid as it is, and with nothing in it that is unknown there. */
export async function judge<State>(
  of: AgentFunction<State> | Agent<State>,
  options: RunAgentOptions = {},
  input: RunAgentInput = usualInput,
): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  const agent = typeof of === "function" ? defineAgent(of) : of;
  for await (const event of runAgent(agent, input, options)) events.push(event);
  for (const event of events) {
    seen.set(event.type, (seen.get(event.type) ?? 0) + 1);
    const parsed = EventSchemas.safeParse(event);
    expect(parsed.error, JSON.stringify(event)).toBeUndefined();
    expect(parsed.data).toStrictEqual(event);
    const { event: kept, said } = enforced(event);
    expect(kept).toEqual(without(Object(event)));
    expect(said.filter((words) => !words.includes(NEWER))).toEqual([]);
  }
  return events;
}
