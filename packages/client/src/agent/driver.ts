import type { AgentEvent, EventOf } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";
import type { Agent } from "./define-agent.ts";
import { createEventQueue } from "./event-queue.ts";
import { isSerializationError, jsonCopy } from "./json.ts";
import type { OpenKind } from "./open-items.ts";
import { createOpenItems } from "./open-items.ts";
import type { RunOutcome } from "./outcome.ts";
import { validateOutcome } from "./outcome.ts";
import { createRunContext } from "./run-context.ts";
import type { RunErrorCode } from "./terminal-event.ts";
import { toRunError, toRunFinished } from "./terminal-event.ts";

/** How one run of an agent is driven. */
export interface RunAgentOptions {
  /** Stops the run, which then ends with the cancelled outcome. */
  signal?: AbortSignal;
  /** Hears what failed a run, with its stack; the client gets only the message, as `RUN_ERROR`. */
  onError?: (error: unknown) => void;
}

/** A run that has begun, for the one consumer that takes its events. */
export interface AgentRun {
  /** All events that wait, as soon as there is one; an empty list when the run is over. */
  take(): Promise<readonly AgentEvent[]>;
  /** The consumer is gone: aborts the agent and forgets what waits. */
  stop(): void;
}

/**
 * Begins a run. `RUN_STARTED` comes first and exactly one terminal event last, whatever the
 * agent does: what it left open is closed before, what it emits afterwards throws at the
 * agent. Events are copied when sent, so that an agent may go on changing what it sent.
 * Source: AG-UI 1.1, events/lifecycle.
 */
export function startRun<State>(
  agent: Agent<State>,
  input: RunAgentInput,
  { signal, onError }: RunAgentOptions = {},
): AgentRun {
  const queue = createEventQueue();
  const items = createOpenItems();
  const controller = new AbortController();
  let over = false;

  function push(event: AgentEvent): void {
    items.note(event);
    queue.push(event);
  }

  function finish(terminal: EventOf<"RUN_FINISHED" | "RUN_ERROR">): void {
    over = true;
    signal?.removeEventListener("abort", cancel);
    for (const closer of items.closers(terminal.type)) push(closer);
    push(terminal);
    queue.close();
  }

  function assertRunning(): void {
    controller.signal.throwIfAborted();
    if (over) throw new Error(`The run "${input.runId}" has ended; nothing can be added to it`);
  }

  function send(event: AgentEvent): void {
    assertRunning();
    if (event.type === "RUN_STARTED") throw new Error("RUN_STARTED is sent by the driver, once");
    const copy = jsonCopy(event);
    if (copy.type === "RUN_FINISHED") finishAsReported(copy);
    else if (copy.type === "RUN_ERROR") finish(copy);
    else push(copy);
  }

  function finishAsReported(event: EventOf<"RUN_FINISHED">): void {
    try {
      if (event.outcome !== undefined) validateOutcome(event.outcome);
    } catch (error) {
      fail(error, "PROTOCOL");
      return;
    }
    finish(event);
  }

  function succeed(outcome: RunOutcome): void {
    if (over) return;
    finishAsReported(jsonCopy(toRunFinished(input, outcome, items.unansweredCalls())));
  }

  function fail(error: unknown, code: RunErrorCode): void {
    if (over) return;
    finish(toRunError(error, code));
    try {
      onError?.(error);
    } catch {
      // A listener that fails must not bring down the server that serves other runs.
    }
  }

  function abort(reason: unknown): void {
    over = true;
    signal?.removeEventListener("abort", cancel);
    controller.abort(reason);
  }

  function cancel(): void {
    if (over) return;
    succeed({ type: "cancelled" });
    abort(signal?.reason);
  }

  async function run(): Promise<void> {
    try {
      const port = {
        send,
        emit: send,
        assertRunning,
        isOpen: (kind: OpenKind, id: string) => !over && items.isOpen(kind, id),
        signal: controller.signal,
        drained: queue.drained,
      };
      const context = createRunContext(input, port, agent.state);
      succeed((await agent.run(context)) ?? { type: "success" });
    } catch (error) {
      fail(error, isSerializationError(error) ? "SERIALIZATION" : "AGENT_ERROR");
    }
  }

  push({
    type: "RUN_STARTED",
    threadId: input.threadId,
    runId: input.runId,
    protocolVersion: PROTOCOL_VERSION,
    ...(input.parentRunId !== undefined && { parentRunId: input.parentRunId }),
  });
  if (signal?.aborted) {
    cancel();
  } else {
    signal?.addEventListener("abort", cancel, { once: true });
    void run();
  }

  return {
    take: queue.take,
    stop() {
      if (!over) abort(new DOMException("The client is gone", "AbortError"));
      queue.discard();
    },
  };
}
