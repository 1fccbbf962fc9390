"use client";
import type { Approvals, Thread, ThreadMessage } from "@holdpoint/client";
import { memo, type ReactElement, type ReactNode, useEffect, useMemo, useRef } from "react";
import { useMessages } from "../use-messages.ts";
import { useSelector } from "../use-selector.ts";
import { Message } from "./message.tsx";
import type { MessageParts } from "./message-parts.ts";
import { type MessageRow, toRows } from "./message-rows.ts";
import { keyOf, type MessageStretch, toStretches } from "./message-stretches.ts";
import { drawPart, rootClass } from "./part.ts";
import { SubagentGroup } from "./subagent-group.tsx";

/** What a list reads of a thread. */
type ListedThread = Pick<Thread, "messageIds" | "message" | "subagents" | "approvals">;

/** Props of {@link MessageList}. */
export interface MessageListProps {
  /** The handle of `useThread`, or `run.thread`: the list reads what it shows by itself. */
  thread: ListedThread;
  /** What is drawn another way, such as `text` through a Markdown renderer. Keep the object stable. */
  parts?: MessageParts;
  className?: string;
}

/**
 * The messages of a thread, those of a subagent inside a group of their own. It renders when one comes or goes;
 * what streams into a message renders that message alone. A message of the agent that has no text, and whose
 * calls all wait for a decision, is not drawn: their approval stands for it.
 */
export function MessageList({ thread, parts = noParts, className }: MessageListProps): ReactElement {
  const messages = useMessages();
  const ids = useSelector(thread.messageIds);
  const views = useSelector(thread.subagents);
  const shown = useRef<readonly MessageStretch[]>([]);
  const stretches = useMemo(() => toStretches(toRows(ids, views), shown.current), [ids, views]);
  useEffect(() => {
    shown.current = stretches;
  });
  return (
    <section className={rootClass("hp-messages", className)} aria-label={messages.messagesTitle}>
      {stretches.map(({ key, rows }) => (
        <div key={key} className="hp-messages__stretch">
          {drawRows(rows, thread, parts)}
        </div>
      ))}
    </section>
  );
}

const noParts: MessageParts = {};

function drawRows(rows: readonly MessageRow[], thread: ListedThread, parts: MessageParts): ReactNode {
  return rows.map((row) =>
    row.kind === "message" ? (
      <Row key={keyOf(row)} thread={thread} id={row.id} parts={parts} />
    ) : (
      <div key={keyOf(row)}>
        {drawPart(
          parts.subagent,
          { subagent: row.view },
          <SubagentGroup subagent={row.view}>{drawRows(row.rows, thread, parts)}</SubagentGroup>,
        )}
      </div>
    ),
  );
}

const Row = memo(function Row({
  thread,
  id,
  parts,
}: {
  thread: ListedThread;
  id: string;
  parts: MessageParts;
}): ReactNode {
  const message = useSelector(thread.message(id));
  const isStoodFor = useSelector(thread.approvals, (approvals) => standsFor(approvals, message));
  return message && !isStoodFor && <Message message={message} parts={parts} />;
});

/** Whether the pending questions say all that there is to a message. */
function standsFor({ items }: Approvals, message: ThreadMessage | undefined): boolean {
  if (message?.role !== "assistant" || message.content || !message.toolCalls?.length) return false;
  const asked = new Set(items.map(({ interrupt, toolCall }) => interrupt?.toolCallId ?? toolCall?.id));
  return message.toolCalls.every(({ id }) => asked.has(id));
}
