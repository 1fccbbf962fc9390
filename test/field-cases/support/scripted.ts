import type { RunAgentInput, Schedule, Transport } from "@holdpoint/client";
import { rawRun, type ScriptedAgent, scriptedAgent } from "@holdpoint/client/testing";
import type { WireEvent } from "./field-case.ts";

export type Script = (input: RunAgentInput) => AsyncIterable<WireEvent> | Iterable<WireEvent>;

/** An agent that answers each run with the wire events of a case, as they are. */
export const scripted = (...scripts: Script[]): ScriptedAgent =>
  scriptedAgent(
    ...scripts.map((script) =>
      rawRun(async function* (input) {
        for await (const event of script(input)) yield structuredClone(event);
      }),
    ),
  );

/** A run that says nothing and succeeds. */
export const succeeds = ({ threadId, runId }: RunAgentInput): readonly WireEvent[] => [
  { type: "RUN_STARTED", threadId, runId },
  { type: "RUN_FINISHED", threadId, runId },
];

/** A run that stops to ask. */
export const asks =
  (...interrupts: readonly object[]) =>
  ({ threadId, runId }: RunAgentInput): readonly WireEvent[] => [
    { type: "RUN_STARTED", threadId, runId },
    { type: "RUN_FINISHED", threadId, runId, outcome: { type: "interrupt", interrupts } },
  ];

/** A script that a test writes while it runs. */
export function channel(): { script: Script; emit(...events: WireEvent[]): void; end(): void } {
  const queue: WireEvent[] = [];
  let ended = false;
  let wake = () => {};
  async function* play(): AsyncGenerator<WireEvent> {
    for (;;) {
      const next = queue.shift();
      if (next !== undefined) yield next;
      else if (ended) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return {
    script: play,
    emit(...events) {
      queue.push(...events);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
  };
}

/** Plays events and, after each, publishes and lets a test look before the next one comes. */
export function stepped(
  events: readonly WireEvent[],
  look: (event: WireEvent) => void,
): { transport: Transport; schedule: Schedule } {
  let publish: (() => void) | undefined;
  return {
    schedule(task) {
      publish = task;
      return () => {
        publish = undefined;
      };
    },
    async *transport() {
      for (const event of events) {
        yield [structuredClone(event)];
        publish?.();
        look(event);
      }
    },
  };
}
