import type { AgentEvent } from "../protocol/events.ts";
import type { Message } from "../protocol/messages.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import { createCancellation, type RunCancellation } from "./cancellation.ts";
import { type Opener, toOpener, whileOpen } from "./closing.ts";
import type { Emitter } from "./emitter.ts";
import { type MessageHandle, type MessageOptions, type MessageRole, openMessage } from "./message-handle.ts";
import { openReasoning, type ReasoningHandle, type ReasoningOptions } from "./reasoning-handle.ts";
import { createRunRequest, type RunRequest, unansweredIn } from "./run-request.ts";
import { createRunState, type StateChange, type StateUpdate } from "./run-state.ts";
import type { StateType } from "./state-type.ts";
import { uncheckedState } from "./state-type.ts";
import { openStep, type StepHandle } from "./step-handle.ts";
import {
  type AnswerableCall,
  earlierCall,
  openToolCall,
  type ToolCallHandle,
  type ToolCallOptions,
} from "./tool-call-handle.ts";

/**
 * All that an agent has during one run: what it was asked and the ways to report.
 * Reports are sent in the order of the calls and never wait. After the run was stopped
 * each of them throws the abort's reason, which ends an agent that does not watch `signal`.
 *
 * What is opened, a message, reasoning, a tool call or a step, ends once, however it is left: at the end of the body that
 * it was handed to, of the block of its `using` or `await using`, by `end()`, and with the run at the latest.
 */
export interface RunContext<State> extends RunRequest, RunCancellation {
  /**
   * The calls that earlier runs of this turn have made and nobody has answered: what a run that paused on its tools left.
   * Each can be answered by this run, and is in it no more once it was. Calls from before the last user message are in it only where the
   * input answers the interrupt with the id of the call.
   */
  readonly unansweredCalls: readonly AnswerableCall[];

  /** The state as of now; read it again after `setState`. Changing it in place publishes nothing. */
  readonly state: State;
  /**
   * Publishes the next state, or the one that a function makes of the present one: whole, or as a patch where
   * that is smaller; one that is the last published one again sends nothing. Throws a `TypeError` for what JSON cannot
   * carry and for what the agent's own schema does not read, and changes nothing then.
   */
  setState(next: StateUpdate<State>): void;
  /** As `setState`, by editing a copy in place; what the function returns, if anything, is taken instead. */
  updateState(change: StateChange<State>): void;

  /** Sends a whole message of the assistant and returns its id. */
  say(text: string): string;
  /** Sends a whole span of reasoning and returns its id. */
  think(text: string): string;
  /**
   * Opens a message to be written piece by piece, by default the assistant's.
   *
   * @example
   * await ctx.message(async (message) => {
   *   for await (const token of tokens) message.delta(token);
   * });
   */
  readonly message: Opener<MessageRole | MessageOptions, MessageHandle>;
  /** Opens reasoning to be written piece by piece. */
  readonly reasoning: Opener<ReasoningOptions, ReasoningHandle>;
  /** Opens a call of the tool with this name. */
  toolCall(name: string, options?: ToolCallOptions): ToolCallHandle;
  /** Opens a call for as long as the body runs; unless that answers it, it is the application's to execute. */
  toolCall<Result>(name: string, body: (call: ToolCallHandle) => Result): Result;
  toolCall<Result>(
    name: string,
    options: ToolCallOptions | undefined,
    body: (call: ToolCallHandle) => Result,
  ): Result;
  /** Begins a step. Steps nest, or overlap, under different names. */
  step(name: string): StepHandle;
  /** Does a step: it lasts as long as the body runs. */
  step<Result>(name: string, body: (step: StepHandle) => Result): Result;
  /**
   * Sends any event of the protocol as it is, for what no handle does. A `RUN_FINISHED` or `RUN_ERROR` ends
   * the run. What it opens is the agent's to close: a run that returns with it open fails, since only the
   * agent knows whether that was all of it; one that fails or is stopped has it closed. Throws the `ProtocolError`
   * that names the event, the rule and the ids for what breaks the protocol, `RUN_STARTED` included: nothing of the event is
   * sent, and the run has ended with code `PROTOCOL_VIOLATION` or, for a malformed event, `PROTOCOL`.
   */
  emit(event: AgentEvent): void;
  /** The next id for a message, `{runId}-msg-{n}` and new to the thread, for what is sent by `emit`. */
  newMessageId(): string;
  /** The next id for a tool call, `{runId}-call-{n}` and new to the thread, for what is sent by `emit`. */
  newToolCallId(): string;

  /**
   * Resolves when the client has taken all that was sent; await it in a loop that
   * produces faster than a client may read. Rejects with the abort's reason after a stop.
   */
  drained(): Promise<void>;
}

/** What a context needs of its run. */
export interface RunPort extends Emitter {
  /** As `send`, for an event that the agent sends itself and not a handle for it. */
  emit(event: AgentEvent): void;
  readonly signal: AbortSignal;
  drained(): Promise<void>;
}

/**
 * Creates the context of one run; its ids are `{runId}-msg-{n}` and `{runId}-call-{n}`, from 1, but for those that the messages
 * have: not every client gives each run an id of its own. Throws a `TypeError`,
 * marked as one of serialization, for an input whose state does not fit `stateType`.
 */
export function createRunContext<State>(
  input: RunAgentInput,
  port: RunPort,
  stateType: StateType<State> = uncheckedState(),
): RunContext<State> {
  const prefix = input.runId === "" ? "run" : input.runId;
  const state = createRunState(stateType, input.state, port);
  const newMessageId = createIds(`${prefix}-msg-`, () => input.messages.map(({ id }) => id));
  const newToolCallId = createIds(`${prefix}-call-`, () => callIdsIn(input.messages));

  const message = toOpener((of?: MessageRole | MessageOptions) => {
    const id = typeof of === "object" ? of.id : undefined;
    return openMessage(port, id ?? newMessageId(), of);
  });
  const reasoning = toOpener((of?: ReasoningOptions) => openReasoning(port, of?.id ?? newMessageId()));

  function toolCall(name: string, options?: ToolCallOptions): ToolCallHandle;
  function toolCall<Result>(name: string, body: (call: ToolCallHandle) => Result): Result;
  function toolCall<Result>(
    name: string,
    options: ToolCallOptions | undefined,
    body: (call: ToolCallHandle) => Result,
  ): Result;
  function toolCall(
    name: string,
    first: ToolCallOptions | ((call: ToolCallHandle) => unknown) = {},
    second?: (call: ToolCallHandle) => unknown,
  ): unknown {
    const [options, body] = typeof first === "function" ? [{}, first] : [first, second];
    const ids = { call: options.id ?? newToolCallId(), result: newMessageId() };
    const handle = openToolCall(port, ids, name, options.parentMessageId);
    return body === undefined ? handle : whileOpen(handle, body);
  }

  function step(name: string): StepHandle;
  function step<Result>(name: string, body: (step: StepHandle) => Result): Result;
  function step(name: string, body?: (step: StepHandle) => unknown): unknown {
    const handle = openStep(port, name);
    return body === undefined ? handle : whileOpen(handle, body);
  }

  const earlierCalls = unansweredIn(input).map(({ id, function: { name, arguments: rawArgs } }) =>
    earlierCall(port, { id, name, rawArgs }, newMessageId),
  );
  const cancellation = createCancellation(port.signal);
  return {
    ...createRunRequest(input),
    get unansweredCalls() {
      return earlierCalls.filter(({ isAnswered }) => !isAnswered);
    },
    get state() {
      return state.get();
    },
    setState: state.set,
    updateState: state.update,
    say: (text) =>
      message((spoken) => {
        spoken.delta(text);
        return spoken.id;
      }),
    think: (text) =>
      reasoning((thought) => {
        thought.delta(text);
        return thought.id;
      }),
    message,
    reasoning,
    toolCall,
    step,
    emit(event) {
      port.emit(event);
      if (event.type === "STATE_SNAPSHOT" || event.type === "STATE_DELTA") state.forget();
    },
    newMessageId,
    newToolCallId,
    ...cancellation,
    get isCancelled() {
      return cancellation.isCancelled;
    },
    async drained() {
      await port.drained();
      port.signal.throwIfAborted();
    },
  };
}

/** Counts up, past the ids that are taken. */
function createIds(prefix: string, taken: () => readonly string[]): () => string {
  let known: ReadonlySet<string> | undefined;
  let count = 0;
  return () => {
    known ??= new Set(taken().filter((id) => id.startsWith(prefix)));
    do count += 1;
    while (known.has(`${prefix}${count}`));
    return `${prefix}${count}`;
  };
}

const callIdsIn = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [],
  );
