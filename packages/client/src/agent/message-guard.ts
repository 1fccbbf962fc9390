import { ProtocolError } from "../errors.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { ContentPart, Message, Role } from "../protocol/messages.ts";
import { isPlainObject } from "../protocol/trust.ts";

/** Throws the `ProtocolError` (rule `run-input`) that refuses an input. */
export function refuse(path: string, expected: string): never {
  throw new ProtocolError(`The run input is malformed: ${path || "it"} must be ${expected}`, {
    rule: "run-input",
    path,
  });
}

/** Without the members that are null, which older clients send for what they leave out. */
export function withoutNulls(value: unknown, path: string): Record<string, unknown> {
  if (!isPlainObject(value)) refuse(path, "an object");
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

const MEDIA = new Set<unknown>(["image", "audio", "video", "document"]);

function isPartSource(value: unknown): boolean {
  if (!isPlainObject(value) || typeof value.value !== "string") return false;
  if (value.type === "data") return typeof value.mimeType === "string";
  return value.type === "url" || value.type === "file";
}

/** True for one part of a user's message or of a tool's result. */
export function isContentPart(value: unknown): value is ContentPart {
  if (!isPlainObject(value)) return false;
  if (value.type === "text") return typeof value.text === "string";
  return MEDIA.has(value.type) && isPartSource(value.source);
}

/** The check of each role's own fields; says which one is wrong. */
const checks: Record<Role, (message: Record<string, unknown>) => string | undefined> = {
  developer: ({ content }) => wrongUnless(typeof content === "string", "content"),
  system: ({ content }) => wrongUnless(typeof content === "string", "content"),
  reasoning: ({ content }) => wrongUnless(typeof content === "string", "content"),
  user: ({ content }) => wrongUnless(isContent(content), "content"),
  assistant: ({ content, toolCalls }) =>
    wrongUnless(content === undefined || typeof content === "string", "content") ??
    wrongUnless(
      toolCalls === undefined || (Array.isArray(toolCalls) && toolCalls.every(isToolCall)),
      "toolCalls",
    ),
  tool: ({ content, toolCallId, error }) =>
    wrongUnless(isContent(content), "content") ??
    wrongUnless(typeof toolCallId === "string", "toolCallId") ??
    wrongUnless(error === undefined || typeof error === "string", "error"),
  activity: ({ content, activityType }) =>
    wrongUnless(isPlainObject(content), "content") ??
    wrongUnless(typeof activityType === "string", "activityType"),
};

function wrongUnless(right: boolean, field: string): string | undefined {
  return right ? undefined : field;
}

function isContent(value: unknown): boolean {
  return typeof value === "string" || (Array.isArray(value) && value.every(isContentPart));
}

function isToolCall(value: unknown): boolean {
  return (
    isPlainObject(value) &&
    typeof value.id === "string" &&
    value.type === "function" &&
    isPlainObject(value.function) &&
    typeof value.function.name === "string" &&
    typeof value.function.arguments === "string"
  );
}

function isRole(value: unknown): value is Role {
  return typeof value === "string" && Object.hasOwn(checks, value);
}

function assertMessage(
  message: Record<string, unknown>,
  role: Role,
  path: string,
): asserts message is Message {
  if (typeof message.id !== "string") refuse(`${path}.id`, "a string");
  const wrong = checks[role](message);
  if (wrong !== undefined) refuse(`${path}.${wrong}`, `what the protocol describes for a ${role} message`);
}

/**
 * Reads one message of an incoming input. A message of a role, or a part of a type, that
 * is unknown here comes from a newer client: it is left out with a warning. A known one
 * that is malformed is refused.
 * Source: AG-UI 1.1, basic/run-input and basic/processing.
 */
export function readMessage(value: unknown, path: string, onWarning: OnWarning): Message | undefined {
  const message = withoutNulls(value, path);
  const { role, content, toolCalls } = message;
  if (typeof role !== "string") refuse(`${path}.role`, "a string");
  if (!isRole(role)) {
    onWarning({ code: "unknown-role", message: `A message of an unknown role was left out`, path });
    return undefined;
  }
  if (Array.isArray(content)) {
    message.content = content.filter((part, index) => {
      const known =
        !isPlainObject(part) || typeof part.type !== "string" || part.type === "text" || MEDIA.has(part.type);
      const at = `${path}.content[${index}]`;
      if (!known)
        onWarning({
          code: "unknown-part",
          message: "A content part of an unknown type was left out",
          path: at,
        });
      return known;
    });
  }
  if (Array.isArray(toolCalls)) {
    message.toolCalls = toolCalls.map((call, index) => ({
      type: "function",
      ...withoutNulls(call, `${path}.toolCalls[${index}]`),
    }));
  }
  assertMessage(message, role, path);
  return message;
}
