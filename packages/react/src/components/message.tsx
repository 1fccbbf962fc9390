"use client";
import type { ThreadMessage } from "@holdpoint/client";
import { memo, type NamedExoticComponent, type ReactNode } from "react";
import type { Messages } from "../messages.ts";
import { useMessages } from "../use-messages.ts";
import { JsonTree } from "./json-tree.tsx";
import type { MessageParts } from "./message-parts.ts";
import { drawPart } from "./part.ts";
import { ToolCallText } from "./tool-call-text.tsx";

/** Props of {@link Message}. */
export interface MessageProps {
  message: ThreadMessage;
  className?: string | undefined;
  /** What is drawn another way, such as `text` through a Markdown renderer. Keep the object stable. */
  parts?: MessageParts | undefined;
}

/**
 * One message: its text as plain text, its tool calls, reasoning folded away, an activity as a tree. A message
 * of the agent that has nothing to show draws nothing. Memoised: a message renders again only when it changed.
 */
export const Message: NamedExoticComponent<MessageProps> = memo(function Message({
  message,
  className,
  parts = {},
}: MessageProps): ReactNode {
  const messages = useMessages();
  const body = bodyOf(message, messages, parts);
  if (body === null) return null;
  const ours = (
    <article
      className={className ? `hp-message ${className}` : "hp-message"}
      data-role={message.role}
      data-phase={message.phase}
      data-origin={message.origin}
    >
      {message.role !== "reasoning" && <p className="hp-message__role">{roleOf(message, messages)}</p>}
      {body}
      {message.role === "tool" && message.error !== undefined && (
        <p className="hp-message__error">{messages.toolError(message.error)}</p>
      )}
      {message.phase === "incomplete" && <p className="hp-message__cut">{messages.incomplete}</p>}
    </article>
  );
  return drawPart(parts.message, { message }, ours);
});

/** What a message shows below its role; null where there is nothing. */
function bodyOf(message: ThreadMessage, messages: Messages, parts: MessageParts): ReactNode {
  if (message.role === "activity") {
    return drawPart(
      parts.activity,
      { message },
      <div className="hp-message__activity">
        <JsonTree value={message.content} />
      </div>,
    );
  }
  const { content = "" } = message;
  const text = textOf(content, messages);
  const shown =
    text !== "" &&
    drawPart(
      parts.text,
      { text, message },
      <div className="hp-message__text" dir="auto">
        {text}
      </div>,
    );
  if (message.role === "reasoning") {
    // What is encrypted is the agent's alone.
    if (text === "") return null;
    return drawPart(
      parts.reasoning,
      { message },
      <details className="hp-message__reasoning">
        <summary>{messages.roleReasoning}</summary>
        {shown}
      </details>,
    );
  }
  if (message.role !== "assistant") return <>{shown}</>;
  const calls = message.toolCalls ?? [];
  if (text === "" && calls.length === 0) return null;
  return (
    <>
      {shown}
      {calls.map((call) => (
        <div key={call.id} className="hp-message__call">
          {drawPart(
            parts.toolCall,
            { call, message },
            <ToolCallText
              name={call.function.name}
              arguments={call.function.arguments}
              streaming={message.phase === "streaming"}
            />,
          )}
        </div>
      ))}
    </>
  );
}

function textOf(
  content: Exclude<ThreadMessage, { role: "activity" }>["content"],
  messages: Messages,
): string {
  if (typeof content === "string") return content;
  return (content ?? [])
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
  if (message.role === "assistant" && message.subagentRunId !== undefined) return own ?? messages.subagent;
  const kind = message.role === "activity" && message.activityType;
  return own ?? (kind || messages[roleWords[message.role]]);
}
