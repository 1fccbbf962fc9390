import type { ContentPart } from "../protocol/messages.ts";
import { readStandard, type StandardSchema } from "../schema/standard.ts";
import { type Ending, endingBy } from "./closing.ts";
import type { Emitter } from "./emitter.ts";
import { sendWhileOpen } from "./emitter.ts";
import { toExactJson, toJsonText } from "./json.ts";
import { isContentPart } from "./message-guard.ts";
import { sendEncrypted } from "./reasoning-handle.ts";
import { toSentence } from "./sentence.ts";

/** What a call may start with. */
export interface ToolCallOptions {
  /** The call's id, where the model has one; `{runId}-call-{n}` otherwise. */
  id?: string;
  /** The assistant message that the call belongs to. */
  parentMessageId?: string;
}

/** A tool call that can be answered: one of this run, or one that an earlier run left. */
export interface AnswerableCall {
  readonly id: string;
  /** The tool's name. */
  readonly name: string;
  /** The argument text as of now, conventionally JSON. */
  readonly rawArgs: string;
  /** Whether this run has answered it. */
  readonly isAnswered: boolean;
  /** The arguments as a JSON value; no text is `{}`. Throws a `TypeError` that names the call for what is no JSON. */
  parseArgs(): unknown;
  /** The arguments as a schema reads them. Throws a `TypeError` that names the call and what does not fit. */
  parseArgs<Args>(schema: StandardSchema<Args, unknown>): Args;
  /**
   * Answers the call: a string or a list of content parts as it is, anything else as JSON text. Ends it first where it
   * is open. Returns the id of the tool message. Throws if the call was answered before.
   */
  result(contentOrJson: unknown): string;
  /** As `result`, but always as JSON text: a string in quotes, a list of what looks like content parts as a list. */
  resultJson(value: unknown): string;
}

/** A tool call while it is made. It ends by itself when the run does, however that comes about. */
export interface ToolCallHandle extends AnswerableCall, Ending {
  /** The id that the tool message will have, taken when the call was opened. */
  readonly resultMessageId: string;
  /**
   * Appends to the argument text: a string as it is, anything else as JSON text.
   * An empty text sends nothing. Throws once the call has ended.
   */
  args(textOrJson: unknown): void;
  /** As `args`, but always as JSON text: a string in quotes. */
  argsJson(value: unknown): void;
  /** Hands over what a provider wants back with the call in the next request; `encryptedType` is its kind. At any time. */
  encryptedValue(value: string, encryptedType?: string): void;
  /** Ends the arguments; a second call does nothing. A call left without a result is the application's to execute. */
  end(): void;
}

/**
 * Opens a tool call.
 * Source: AG-UI 1.1, events/tool-calls.
 */
export function openToolCall(
  emitter: Emitter,
  ids: { call: string; result: string },
  name: string,
  parentMessageId?: string,
): ToolCallHandle {
  const id = ids.call;
  let sent = "";
  emitter.send({
    type: "TOOL_CALL_START",
    toolCallId: id,
    toolCallName: name,
    ...(parentMessageId !== undefined && { parentMessageId }),
  });
  const isOpen = emitter.watch("call", id);

  function append(delta: string): void {
    if (delta === "") return;
    sendWhileOpen(emitter, isOpen, `call "${id}"`, { type: "TOOL_CALL_ARGS", toolCallId: id, delta });
    sent += delta;
  }

  function end(): void {
    if (isOpen()) emitter.send({ type: "TOOL_CALL_END", toolCallId: id });
  }

  const own = answerable(emitter, { id, name, rawArgs: () => sent }, () => ids.result, end);
  return {
    ...own,
    get rawArgs() {
      return sent;
    },
    get isAnswered() {
      return own.isAnswered;
    },
    resultMessageId: ids.result,
    args: (textOrJson) => append(toJsonText(textOrJson)),
    argsJson: (value) => append(toExactJson(value) ?? ""),
    encryptedValue: (value, encryptedType) => sendEncrypted(emitter, "tool-call", id, value, encryptedType),
    end,
    ...endingBy(end),
  };
}

/** A call that was made before this run, to be answered by it; the tool message takes the next id when it is. */
export function earlierCall(
  emitter: Emitter,
  { id, name, rawArgs }: { id: string; name: string; rawArgs: string },
  nextMessageId: () => string,
): AnswerableCall {
  return answerable(emitter, { id, name, rawArgs: () => rawArgs }, nextMessageId, () => {});
}

function answerable(
  emitter: Emitter,
  { id, name, rawArgs }: { id: string; name: string; rawArgs: () => string },
  takeMessageId: () => string,
  end: () => void,
): AnswerableCall {
  let answered = false;

  function answer(content: string | ContentPart[]): string {
    emitter.assertRunning();
    if (answered) throw new Error(`The tool call "${id}" already has its result`);
    end();
    const messageId = takeMessageId();
    emitter.send({ type: "TOOL_CALL_RESULT", messageId, toolCallId: id, content, role: "tool" });
    answered = true;
    return messageId;
  }

  function parseArgs(): unknown;
  function parseArgs<Args>(schema: StandardSchema<Args, unknown>): Args;
  function parseArgs(schema?: StandardSchema<unknown, unknown>): unknown {
    const value = parseJson(rawArgs().trim() || "{}", `The arguments of ${name} ("${id}")`);
    if (schema === undefined) return value;
    const reading = readStandard(schema, value);
    if (reading.ok) return reading.value;
    throw new TypeError(`The arguments of ${name} ("${id}") do not fit: ${toSentence(reading.errors)}`);
  }

  return {
    id,
    name,
    rawArgs: rawArgs(),
    get isAnswered() {
      return answered;
    },
    parseArgs,
    result: (contentOrJson) => answer(toContent(contentOrJson)),
    resultJson: (value) => answer(toExactJson(value) ?? ""),
  };
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TypeError(`${what} are not valid JSON: ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`);
  }
}

/** An empty list is data, not content: a result without parts would tell the model nothing. */
function toContent(value: unknown): string | ContentPart[] {
  if (Array.isArray(value) && value.length > 0 && value.every(isContentPart)) return value;
  return toJsonText(value);
}
