"use client";
import type { InboxEntry } from "@holdpoint/client";
import { type ReactElement, useId, useState } from "react";
import { useAgentClient } from "../agent-provider.tsx";
import type { Messages } from "../messages.ts";
import { useAnnouncer } from "../use-announcer.ts";
import { useMessages } from "../use-messages.ts";
import { useSelector } from "../use-selector.ts";
import { ExpiryNotice } from "./expiry-notice.tsx";
import { isElsewhere } from "./panel-words.ts";
import { drawPart, type Part, rootClass } from "./part.ts";
import { questionOf } from "./question.ts";

/** The parts of an {@link Inbox} that an app may draw itself. */
export interface InboxParts {
  /** One thread, whole; `open` shows it. */
  entry?: Part<{ readonly entry: InboxEntry; readonly open: () => void }>;
  /** What the button of a thread has in it. */
  summary?: Part<{ readonly entry: InboxEntry }>;
  /** What stands for no threads. */
  empty?: Part;
}

/** Props of {@link Inbox}. */
export interface InboxProps {
  /** Shows a thread, where it is answered. */
  onOpen(threadId: string): void;
  /** The thread that is shown now. */
  current?: string;
  /** What a thread is called; its id unless given. */
  titleOf?(threadId: string): string;
  className?: string;
  /** Keep the object stable. */
  parts?: InboxParts;
}

/**
 * Every thread of the client that waits for somebody, open here or not: what it asks, how much of it is answered,
 * and until when. Those with the nearest deadline come first. One that begins to wait is announced, but not the
 * one that is shown, whose panel speaks for itself.
 */
export function Inbox({
  onOpen,
  current,
  titleOf = itself,
  className,
  parts = {},
}: InboxProps): ReactElement {
  const messages = useMessages();
  const headingId = useId();
  const inbox = useSelector(useAgentClient().inbox);
  const [known, setKnown] = useState(inbox);
  const [news, setNews] = useState("");
  if (inbox !== known) {
    setKnown(inbox);
    const fresh = inbox.filter((entry) => isNew(entry, known) && entry.threadId !== current);
    setNews(fresh.map((entry) => messages.inboxNews(titleOf(entry.threadId))).join(" "));
  }
  useAnnouncer(news);
  return (
    <section className={rootClass("hp-inbox", className)} aria-labelledby={headingId}>
      <h2 id={headingId} className="hp-inbox__title">
        {messages.inboxTitle}
        {inbox.length > 0 && <span className="hp-inbox__count">{inbox.length}</span>}
      </h2>
      {inbox.length === 0 ? (
        drawPart(parts.empty, {}, <p className="hp-inbox__empty">{messages.inboxEmpty}</p>)
      ) : (
        <ul className="hp-inbox__list">
          {[...inbox].sort(byDeadline).map((entry) => {
            const open = () => onOpen(entry.threadId);
            return (
              <li key={entry.threadId} className="hp-inbox__entry" data-phase={entry.approvals.phase}>
                {drawPart(
                  parts.entry,
                  { entry, open },
                  <>
                    <button
                      type="button"
                      className="hp-inbox__open"
                      aria-current={entry.threadId === current ? "true" : undefined}
                      onClick={open}
                    >
                      {drawPart(
                        parts.summary,
                        { entry },
                        <Summary entry={entry} title={titleOf(entry.threadId)} />,
                      )}
                    </button>
                    {/* What has been sent has no deadline any more. */}
                    <ExpiryNotice expiresAt={canAnswer(entry) ? entry.approvals.nextExpiry : null} silent />
                  </>,
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function Summary({ entry, title }: { entry: InboxEntry; title: string }): ReactElement {
  const messages = useMessages();
  const [first, ...others] = entry.approvals.items;
  return (
    <>
      <span className="hp-inbox__thread">{title}</span>
      {first && (
        <span className="hp-inbox__question">
          {questionOf(first, messages)} {others.length > 0 && messages.moreQuestions(others.length)}
        </span>
      )}
      <span className="hp-inbox__state">{stateOf(entry, messages)}</span>
    </>
  );
}

/** Where a thread stands that waits for somebody. */
function stateOf({ approvals }: InboxEntry, messages: Messages): string {
  const { phase, counts, error } = approvals;
  if (phase === "submitting")
    return isElsewhere(error) ? messages.sendingElsewhere : messages.sending(counts.total);
  if (phase === "unknown") return messages.inboxUnknown;
  if (phase === "failed") return messages.inboxFailed;
  const done = counts.answered + counts.declined;
  if (done === counts.total) return messages.allAnswered;
  return done > 0 ? messages.progress(done, counts.total) : messages.questions(counts.total);
}

function canAnswer({ approvals: { phase } }: InboxEntry): boolean {
  return phase === "open" || phase === "failed";
}

const itself = (threadId: string): string => threadId;

/** Whether it asks something that it did not ask before. */
function isNew({ threadId, approvals }: InboxEntry, known: readonly InboxEntry[]): boolean {
  return !known.some((each) => each.threadId === threadId && each.approvals.batch === approvals.batch);
}

function byDeadline(a: InboxEntry, b: InboxEntry): number {
  const [one, other] = [a, b].map(({ approvals }) => approvals.nextExpiry ?? Number.POSITIVE_INFINITY);
  return one === other ? 0 : Number(one) - Number(other);
}
