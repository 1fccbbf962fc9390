import type { Answer, InterruptDefinition } from "../approvals/define-interrupt.ts";
import type { AgentEvent } from "../protocol/events.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { Message } from "../protocol/messages.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import type { Emitter } from "./emitter.ts";
import type { MessageHandle, MessageRole } from "./message-handle.ts";
import { openMessage } from "./message-handle.ts";
import type { StateUpdate } from "./run-state.ts";
import { createRunState } from "./run-state.ts";
import type { ToolCallHandle, ToolCallOptions } from "./tool-call-handle.ts";
import { openToolCall } from "./tool-call-handle.ts";

/**
 * All that an agent has during one run: what it was asked and the ways to report.
 * Reports are sent in the order of the calls and never wait. After the run was stopped
 * each of them throws the abort's reason, which ends an agent that does not watch `signal`.
 */
export interface RunContext<State> {
  readonly input: RunAgentInput;
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly Message[];
  /** The text of the last user message, its text parts joined; `undefined` if there is none. */
  readonly lastUserText: string | undefined;

  /** True if the input answers at least one interrupt. */
  readonly isResume: boolean;
  /** The answers of this input, empty if there are none. Answers of earlier inputs are not in it. */
  readonly resume: readonly ResumeEntry[];
  /** The first answer to the interrupt with this id. */
  resumeFor(interruptId: string): ResumeEntry | undefined;
  /**
   * The answer to a typed question, read by its schema; by its reason, which is its id unless it was
   * given another. Undefined where there is none, or none that fits: the agent then asks again.
   */
  resumeFor<Output>(
    definition: Pick<InterruptDefinition<never, Output>, "reason" | "read">,
    interruptId?: string,
  ): Answer<Output> | undefined;

  /** The state as of now; read it again after `setState`. Changing it in place publishes nothing. */
  readonly state: State;
  /**
   * Publishes the next state; a state that is the last published one again sends nothing.
   * Throws a `TypeError` for a value that JSON cannot carry.
   */
  setState(next: StateUpdate<State>): void;

  /** Sends a whole message of the assistant and returns its id. */
  say(text: string): string;
  /** Opens a message to be written piece by piece, by default the assistant's. */
  message(role?: MessageRole): MessageHandle;
  /** Opens a call of the tool with this name. */
  toolCall(name: string, options?: ToolCallOptions): ToolCallHandle;
  /**
   * Sends any event of the protocol as it is, for what no handle does. A `RUN_FINISHED` or `RUN_ERROR` ends
   * the run. What it opens is the agent's to close: a run that returns with it open fails, since only the
   * agent knows whether that was all of it; one that fails or is stopped has it closed. Throws the `ProtocolError`
   * that names the event, the rule and the ids for what breaks the protocol, `RUN_STARTED` included: nothing of the event is
   * sent, and the run has ended with code `PROTOCOL_VIOLATION` or, for a malformed event, `PROTOCOL`.
   */
  emit(event: AgentEvent): void;

  /** Aborted when the client is gone or the run is stopped; hand it to whatever the agent waits for. */
  readonly signal: AbortSignal;
  /**
   * Resolves when the client has taken all that was sent; await it in a loop that
   * produces faster than a client may read. Rejects with the abort's reason after a stop.
   */
  drained(): Promise<void>;
}

/** What a context needs of its run. */
export interface RunPort extends Emitter {
  /** Sends what the agent sends itself and not a handle for it, where that makes a difference. */
  emit?(event: AgentEvent): void;
  readonly signal: AbortSignal;
  drained(): Promise<void>;
}

/** Creates the context of one run; its ids are `{runId}-msg-{n}` and `{runId}-call-{n}`, from 1. */
export function createRunContext<State>(input: RunAgentInput, port: RunPort): RunContext<State> {
  const prefix = input.runId === "" ? "run" : input.runId;
  const resume = input.resume ?? [];
  const state = createRunState<State>(input, port);
  let messageCount = 0;
  let callCount = 0;
  const entryFor = (id: string) => resume.find((entry) => entry.interruptId === id);
  const nextMessageId = () => `${prefix}-msg-${++messageCount}`;

  function message(role: MessageRole = "assistant"): MessageHandle {
    return openMessage(port, nextMessageId(), role);
  }

  function resumeFor(interruptId: string): ResumeEntry | undefined;
  function resumeFor<Output>(
    definition: Pick<InterruptDefinition<never, Output>, "reason" | "read">,
    interruptId?: string,
  ): Answer<Output> | undefined;
  function resumeFor(
    of: string | Pick<InterruptDefinition<never, unknown>, "reason" | "read">,
    id?: string,
  ): ResumeEntry | Answer<unknown> | undefined {
    return typeof of === "string" ? entryFor(of) : of.read(entryFor(id ?? of.reason));
  }

  return {
    input,
    threadId: input.threadId,
    runId: input.runId,
    messages: input.messages,
    lastUserText: lastUserText(input.messages),
    isResume: resume.length > 0,
    resume,
    resumeFor,
    get state() {
      return state.get();
    },
    setState: state.set,
    say(text) {
      const spoken = message();
      spoken.delta(text);
      spoken.end();
      return spoken.id;
    },
    message,
    toolCall(name, { id, parentMessageId } = {}) {
      const call = id ?? `${prefix}-call-${++callCount}`;
      return openToolCall(port, { call, result: nextMessageId() }, name, parentMessageId);
    },
    emit: port.emit ?? port.send,
    signal: port.signal,
    async drained() {
      await port.drained();
      port.signal.throwIfAborted();
    },
  };
}

function lastUserText(messages: readonly Message[]): string | undefined {
  const content = messages.findLast((message) => message.role === "user")?.content;
  if (content === undefined || typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
