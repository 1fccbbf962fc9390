import type { OnWarning } from "../lib/warning.ts";
import type { ResumeEntry } from "../protocol/interrupts.ts";
import type { Message } from "../protocol/messages.ts";
import type { Context, RunAgentInput, Tool } from "../protocol/run-input.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { readMessage, refuse, withoutNulls } from "./message-guard.ts";

/**
 * Reads an incoming run input. Optional fields that are null read as absent, absent lists as
 * empty, and fields the protocol does not describe are left out. Throws a `ProtocolError`
 * (rule `run-input`) that names the malformed field.
 * Source: AG-UI 1.1, basic/run-input.
 */
export function readRunInput(value: unknown, onWarning: OnWarning): RunAgentInput {
  const input = withoutNulls(value, "");
  const { threadId, runId, protocolVersion, parentRunId, state, forwardedProps, resume } = input;
  if (typeof threadId !== "string") refuse("threadId", "a string");
  if (typeof runId !== "string") refuse("runId", "a string");
  if (!isOptionalText(protocolVersion)) refuse("protocolVersion", "a string");
  if (!isOptionalText(parentRunId)) refuse("parentRunId", "a string");
  if (!Array.isArray(input.messages)) refuse("messages", "a list");
  return {
    threadId,
    runId,
    ...(protocolVersion !== undefined && { protocolVersion }),
    ...(parentRunId !== undefined && { parentRunId }),
    state: state ?? {},
    messages: input.messages.flatMap((message, index): Message[] => {
      const read = readMessage(message, `messages[${index}]`, onWarning);
      return read === undefined ? [] : [read];
    }),
    tools: readList(input.tools, "tools", isTool),
    context: readList(input.context, "context", isContext),
    ...(forwardedProps !== undefined && { forwardedProps }),
    ...(resume !== undefined && { resume: readList(resume, "resume", isResumeEntry) }),
  };
}

function readList<T extends Record<string, unknown>>(
  value: unknown,
  path: string,
  isElement: (element: Record<string, unknown>) => element is T,
): T[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) refuse(path, "a list");
  return value.map((element, index) => {
    const at = `${path}[${index}]`;
    const read = withoutNulls(element, at);
    return isElement(read) ? read : refuse(at, "what the protocol describes");
  });
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isTool(value: Record<string, unknown>): value is Tool {
  return typeof value.name === "string" && typeof value.description === "string";
}

function isContext(value: Record<string, unknown>): value is Context {
  return typeof value.description === "string" && typeof value.value === "string";
}

/** An unknown status is refused and not left out: an answer that silently disappears would be asked for again for ever. */
function isResumeEntry(value: Record<string, unknown>): value is ResumeEntry {
  return (
    typeof value.interruptId === "string" &&
    (value.status === "resolved" || value.status === "cancelled") &&
    (value.metadata === undefined || isPlainObject(value.metadata))
  );
}
