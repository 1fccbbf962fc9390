import { isProtocolError, ProtocolError } from "../errors.ts";
import { consoleWarnings, isolated } from "../lib/warning.ts";
import type { AgentEvent, EventOf } from "../protocol/events.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";
import { createAnswerCheck } from "./answer-policy.ts";
import type { Agent } from "./define-agent.ts";
import { createEventQueue } from "./event-queue.ts";
import { jsonCopy } from "./json.ts";
import { onAbort } from "./on-abort.ts";
import type { OpenKind } from "./open-items.ts";
import { createOpenItems } from "./open-items.ts";
import type { RunOutcome } from "./outcome.ts";
import { interruptsOf, validateOutcome } from "./outcome.ts";
import { createOutlet } from "./outlet.ts";
import { createRunContext } from "./run-context.ts";
import type { RunAgentOptions } from "./run-options.ts";
import { isAbortError, toCancelled, toDisconnection, toRunError, toRunFinished } from "./terminal-event.ts";
import { codeOfFault } from "./verifier.ts";

const DEFAULT_BUFFER_LIMIT = 16 * 1024 * 1024;

/** A run that has begun, for the one consumer that takes its events. */
export interface AgentRun {
  /** All events that wait, as soon as there is one; an empty list when the run is over. */
  take(): Promise<readonly AgentEvent[]>;
  /** The consumer is gone: aborts the agent and forgets what waits. */
  stop(): void;
}

type Terminal = EventOf<"RUN_FINISHED" | "RUN_ERROR">;

/**
 * Begins a run. `RUN_STARTED` comes first and exactly one terminal event last, whatever the
 * agent does; what it emits afterwards throws at it. Events are copied when sent, so that an agent may go on
 * changing what it sent, pass the transformers and are then held to the protocol.
 *
 * What is open at the end: a handle's items are closed, since a handle stands for "until I am done". What an
 * agent opened by `emit` it must close by itself: a run that returns without fails, as a stream that was cut off must not
 * look complete. A run that fails or is stopped closes both.
 *
 * An event that breaks the protocol ends the run there, with the error thrown at the agent as well: an agent
 * that catches everything must not hide it.
 *
 * A stop: `signal` ends the run as cancelled and aborts the agent with the signal's reason. When the client has gone,
 * which is `gone` or `stop()`, the agent is aborted with an `AbortError` of code `DISCONNECTED`.
 * Source: AG-UI 1.1, events/lifecycle.
 */
export function startRun<State>(
  agent: Agent<State>,
  input: RunAgentInput,
  options: RunAgentOptions = {},
  gone?: AbortSignal,
): AgentRun {
  const { signal, onError, onWarning = consoleWarnings(), transformers = [], echoInput, answers } = options;
  const { bufferLimit = DEFAULT_BUFFER_LIMIT } = options;
  const warn = isolated(onWarning);
  const queue = createEventQueue(bufferLimit);
  const items = createOpenItems();
  const outlet = createOutlet(input, { transformers, warn }, queue.push);
  const answerCheck = answers && createAnswerCheck(answers, input, warn);
  const controller = new AbortController();
  const forgetStops: (() => void)[] = [];
  let over = false;

  function close(): void {
    over = true;
    for (const forget of forgetStops) forget();
    queue.close();
  }

  function abort(reason: unknown): void {
    close();
    controller.abort(reason);
  }

  function report(error: unknown): void {
    try {
      onError?.(error);
    } catch {
      // A listener that fails must not bring down the server that serves other runs.
    }
  }

  function assertRunning(type = "This event"): void {
    controller.signal.throwIfAborted();
    if (!over) return;
    const message = `${type} breaks the rule run-ended: the run "${input.runId}" has ended; nothing can be added to it`;
    throw new ProtocolError(message, { rule: "run-ended", ids: [input.runId] });
  }

  function push(copy: AgentEvent, byHand?: boolean): void {
    outlet.send(copy);
    items.note(copy, byHand);
    if (outlet.isOver() && !over) abort(new DOMException("A transformer has ended the run", "AbortError"));
  }

  /** Sends for the agent. What cannot be sent ends the run, and stops an agent that goes on all the same. */
  function send(event: AgentEvent, byHand?: boolean): void {
    assertRunning(event.type);
    queue.assertRoom();
    const copy = jsonCopy(event);
    try {
      if (copy.type === "RUN_FINISHED" || copy.type === "RUN_ERROR") finish(copy);
      else push(copy, byHand);
    } catch (error) {
      fail(error, codeOfRefusal(error));
      abort(error);
      throw error;
    }
  }

  /** Ends the run; throws what it cannot end with, and has then not ended. */
  function finish(terminal: Terminal, wasStopped = false): void {
    if (terminal.type === "RUN_FINISHED" && terminal.outcome !== undefined) {
      validateOutcome(terminal.outcome);
      answerCheck?.checkAsked(interruptsOf(terminal));
    }
    const end = wasStopped ? "stopped" : terminal.type === "RUN_ERROR" ? "failed" : "finished";
    for (const closer of items.closers(end)) push(closer);
    if (over) return;
    outlet.send(terminal);
    close();
  }

  function succeed(outcome: RunOutcome): void {
    if (over) return;
    try {
      const isCancelled = outcome.type === "cancelled";
      finish(
        jsonCopy(isCancelled ? toCancelled(input) : toRunFinished(input, outcome, items.unansweredCalls())),
      );
    } catch (error) {
      fail(error, codeOfRefusal(error));
    }
  }

  function fail(error: unknown, code?: string): void {
    const wasAborted = controller.signal.aborted;
    if (wasAborted && (error === controller.signal.reason || isAbortError(error))) return;
    if (!over) failWith(toRunError(error, code));
    report(error);
  }

  /** Ends the run as failed, whatever the transformers do. */
  function failWith(terminal: EventOf<"RUN_ERROR">): void {
    try {
      if (!outlet.isOver()) finish(terminal);
    } catch {
      outlet.force(terminal);
    }
    close();
  }

  function cancel(): void {
    stopWith(signal?.reason);
  }

  function leave(): void {
    stopWith(toDisconnection());
  }

  function stopWith(reason: unknown): void {
    if (over) return;
    try {
      finish(toCancelled(input), true);
    } catch (error) {
      fail(error, codeOfRefusal(error));
    }
    abort(reason);
  }

  async function run(): Promise<void> {
    try {
      if (answerCheck) await answerCheck.check();
      if (over) return;
      const port = {
        send,
        emit: (event: AgentEvent) => send(event, true),
        assertRunning,
        watch(kind: OpenKind, id: string) {
          const isOpen = items.watch(kind, id);
          return () => !over && isOpen();
        },
        signal: controller.signal,
        drained: queue.drained,
      };
      const context = createRunContext(input, port, agent.state);
      succeed((await agent.run(context)) ?? { type: "success" });
    } catch (error) {
      fail(error);
    }
  }

  function begin(): void {
    const { threadId, runId, parentRunId } = input;
    const started: EventOf<"RUN_STARTED"> = {
      type: "RUN_STARTED",
      threadId,
      runId,
      protocolVersion: PROTOCOL_VERSION,
      ...(parentRunId !== undefined && { parentRunId }),
    };
    try {
      push(echoInput ? { ...started, input: jsonCopy(withoutNulls(input)) } : started);
    } catch (error) {
      outlet.force(started);
      fail(error, codeOfRefusal(error));
    }
  }

  begin();
  if (signal?.aborted) cancel();
  else if (gone?.aborted) leave();
  if (!over) {
    if (signal) forgetStops.push(onAbort(signal, cancel));
    if (gone) forgetStops.push(onAbort(gone, leave));
    void run();
  }

  return {
    take: queue.take,
    stop() {
      if (!over) abort(toDisconnection());
      queue.discard();
    },
  };
}

/** The code of what was thrown while an event was on its way; that of the error itself, unless a rule refused it. */
function codeOfRefusal(error: unknown): string | undefined {
  return isProtocolError(error) ? codeOfFault(error) : undefined;
}

/** The wire has no null for what an input leaves out. */
function withoutNulls({ state, forwardedProps, ...input }: RunAgentInput): RunAgentInput {
  return {
    ...input,
    ...(state !== undefined && state !== null && { state }),
    ...(forwardedProps !== undefined && forwardedProps !== null && { forwardedProps }),
  };
}
