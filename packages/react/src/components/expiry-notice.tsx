"use client";
import { type ReactElement, useState } from "react";
import { useAnnouncer } from "../use-announcer.ts";
import { useCountdown } from "../use-countdown.ts";
import { useMessages } from "../use-messages.ts";
import { MOMENTS } from "./deadline-announcer.tsx";
import { labelled } from "./labelled.ts";
import { drawPart, type Part, rootClass } from "./part.ts";

/** Props of {@link ExpiryNotice}. */
export interface ExpiryNoticeProps {
  /** When it is too late, such as `item.expiresAt` or `approvals.nextExpiry`: milliseconds since the epoch. */
  expiresAt: number | null | undefined;
  /** What it is the deadline of, such as the question; announced before the time. */
  label?: string;
  /** Says nothing aloud: for a deadline that a panel on the page speaks of. */
  silent?: boolean;
  className?: string;
  /** Draws it another way; `left` is 0 once it is too late. */
  parts?: { time?: Part<{ readonly left: number; readonly expiresAt: number }> };
}

/**
 * The time that is left until a deadline. Announced when five minutes and when one minute is left, and, cutting
 * in, once it is too late; not each second. Nothing without a deadline, and on a server, whose clock is another one.
 */
export function ExpiryNotice({
  expiresAt,
  label,
  silent = false,
  className,
  parts = {},
}: ExpiryNoticeProps): ReactElement | null {
  const messages = useMessages();
  const left = useCountdown(expiresAt);
  const at = expiresAt ?? null;
  const isOver = left === 0;
  const passed = left === null ? null : MOMENTS.filter((moment) => left <= moment).length + Number(isOver);
  const words =
    left === null || at === null ? "" : isOver ? messages.expired(new Date(at)) : messages.timeLeft(left);
  const news = useNews(at, passed, label === undefined ? words : labelled(label, words));
  useAnnouncer(silent || isOver ? "" : news);
  useAnnouncer(silent || !isOver ? "" : news, "assertive");
  if (left === null || at === null) return null;
  return (
    <div
      className={rootClass("hp-expiry", className)}
      data-near={passed && !isOver ? "" : undefined}
      data-over={isOver ? "" : undefined}
    >
      {drawPart(parts.time, { left, expiresAt: at }, <p role={isOver ? undefined : "timer"}>{words}</p>)}
    </div>
  );
}

/** The words as they were when the last moment had come; none for the moments that were over at first. */
function useNews(at: number | null, passed: number | null, words: string): string {
  const [told, setTold] = useState({ at, passed, words: "" });
  if (told.at !== at || told.passed === null) {
    if (passed !== told.passed || told.at !== at) setTold({ at, passed, words: "" });
  } else if (passed !== null && passed !== told.passed) {
    setTold({ at, passed, words });
  }
  return told.words;
}
