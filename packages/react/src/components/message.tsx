"use client";
import type { ThreadMessage } from "@holdpoint/client";
import { memo, type NamedExoticComponent, type ReactElement } from "react";
import type { Messages } from "../messages.ts";
import { useMessages } from "../use-messages.ts";
import { toText } from "./json-text.ts";
import { ToolCallText } from "./tool-call-text.tsx";

/** Props of {@link Message}. */
export interface MessageProps {
  message: ThreadMessage;
  className?: string;
}

/**
 * One message as plain text, with its tool calls. An assistant message that has neither draws
 * nothing. Memoised: a message renders again only when it changed.
 */
export const Message: NamedExoticComponent<MessageProps> = memo(function Message({
  message,
  className,
}: MessageProps): ReactElement | null {
  const messages = useMessages();
  const text = textOf(message, messages);
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  if (text === "" && calls.length === 0 && message.role === "assistant") return null;
  return (
    <article
      className={className ? `hp-message ${className}` : "hp-message"}
      data-role={message.role}
      data-phase={message.phase}
    >
      <p className="hp-message__role">{roleOf(message, messages)}</p>
      {text !== "" && <div className="hp-message__text">{text}</div>}
      {calls.map((call) => (
        <ToolCallText
          key={call.id}
          name={call.function.name}
          arguments={call.function.arguments}
          streaming={message.phase === "streaming"}
        />
      ))}
      {message.role === "tool" && message.error !== undefined && (
        <p className="hp-message__error">{messages.toolError(message.error)}</p>
      )}
      {message.phase === "incomplete" && <p className="hp-message__cut">{messages.incomplete}</p>}
    </article>
  );
});

function textOf(message: ThreadMessage, messages: Messages): string {
  if (message.role === "activity") return toText(message.content);
  const { content = "" } = message;
  if (typeof content === "string") return content;
  return content
    .map((part) => (part.type === "text" ? part.text : messages.attachment(part.type)))
    .join("\n");
}

const roleWords = {
  user: "roleUser",
  assistant: "roleAgent",
  tool: "roleTool",
  reasoning: "roleReasoning",
  activity: "roleActivity",
  system: "roleSystem",
  developer: "roleDeveloper",
} as const;

function roleOf(message: ThreadMessage, messages: Messages): string {
  const own = message.role === "assistant" ? message.name : undefined;
  const kind = message.role === "activity" && message.activityType;
  return own ?? (kind || messages[roleWords[message.role]]);
}
