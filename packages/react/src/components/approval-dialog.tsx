"use client";
import { type ReactElement, useEffect, useId, useRef, useState } from "react";
import type { CardRule } from "../card-rules.ts";
import { focusInto } from "../focus.ts";
import type { Messages } from "../messages.ts";
import { AnnouncerHome, useAnnouncer } from "../use-announcer.ts";
import { useMessages } from "../use-messages.ts";
import { ApprovalPanel, type ApprovalPanelProps } from "./approval-panel.tsx";
import { CardRules } from "./card-rules.tsx";
import { failureWords, isElsewhere, statusWords } from "./panel-words.ts";
import { drawPart, type Part, rootClass } from "./part.ts";

/** The parts of an {@link ApprovalDialog} that an app may draw itself. */
export interface ApprovalDialogParts {
  /** The heading, which the focus is led to as the dialog opens. */
  heading?: Part;
  /** The button that closes it. Closing answers nothing. */
  close?: Part<{ readonly close: () => void }>;
  /** What stands between the heading and the panel; nothing unless given. */
  above?: Part;
  /** In the page while questions wait and the dialog is closed. */
  reopen?: Part<{ readonly open: () => void; readonly openQuestions: number }>;
}

/** Props of {@link ApprovalDialog}. */
export interface ApprovalDialogProps extends Omit<ApprovalPanelProps, "messages"> {
  /** Words for this dialog alone. Keep the object stable. */
  messages?: Partial<Messages>;
  /** How whole questions are drawn in it; see `CardRules`. Keep the list stable. */
  cards?: readonly CardRule[];
  /** Keep the object stable. */
  parts?: ApprovalDialogParts;
}

/**
 * The panel in a modal dialog, which opens when the agent asks, with the focus on its heading, and closes once the
 * agent has taken the answers. Closing it, also by Escape, answers and loses nothing: what was answered or typed
 * stays, and a button in its place opens it again. The focus goes back to where it was.
 */
export function ApprovalDialog(props: ApprovalDialogProps): ReactElement {
  return <Dialog key={props.run.thread.threadId} {...props} />;
}

function Dialog({ parts = {}, cards = noCards, className, ...panel }: ApprovalDialogProps): ReactElement {
  const messages = useMessages();
  const headingId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const reopener = useRef<HTMLDivElement>(null);
  const { approvals, runId } = panel.run;
  const { batch, phase, counts } = approvals;
  const words = { ...messages, ...panel.messages };
  // Who may only look has nothing to answer, now or later.
  const openQuestions = panel.readOnly ? 0 : counts.open;
  const mayAnswer = !panel.readOnly && (phase === "open" || phase === "failed");

  const [shown, setShown] = useState<{ batch: string | null; isOpen: boolean; sent: number }>({
    batch,
    isOpen: batch !== null,
    sent: 0,
  });
  // Another tab's answers are told in a dialog that is open, until the person closes it.
  const isTold = batch === null && isElsewhere(approvals.error);
  const sent =
    phase === "submitting" && !isElsewhere(approvals.error) ? counts.total : batch ? 0 : shown.sent;
  const isOpen = batch !== shown.batch ? batch !== null || (isTold && shown.isOpen) : shown.isOpen;
  if (batch !== shown.batch || isOpen !== shown.isOpen || sent !== shown.sent)
    setShown({ batch, isOpen, sent });
  const setIsOpen = (next: boolean) => setShown({ batch, sent, isOpen: next });

  const cameFrom = useRef<Element | null>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return;
    if (!element.open) {
      const { activeElement, body } = document;
      // The button that opened it again is gone with that.
      if (activeElement !== body) cameFrom.current = activeElement;
      element.showModal();
    }
    // The platform leads it to the first control, past what the questions are about.
    if (batch !== null) heading.current?.focus();
  }, [isOpen, batch]);
  useEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return;
    // Taken out of the page while it is open, it would not give the focus back.
    return () => element.close();
  }, [isOpen]);
  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || dialog.current?.contains(activeElement);
    // The platform has given it back, unless that was to the button that opened it again.
    if (isOpen || !isLost) return;
    const { current: before } = cameFrom;
    focusInto(reopener.current ?? (before instanceof HTMLElement ? before : null));
  }, [isOpen]);

  const isWaiting = batch !== null && !isOpen;
  const outside = isWaiting
    ? (failureWords(approvals, words) ?? statusWords(approvals, runId, words))
    : batch === null && phase === "accepted" && sent > 0
      ? words.accepted(sent)
      : "";
  // The panel's own announcements go unheard in a dialog that is closed.
  useAnnouncer(outside.replace(/\.+$/, ""));

  const close = () => dialog.current?.close();
  const open = () => setIsOpen(true);
  return (
    <>
      {isWaiting && (
        <div ref={reopener} className={rootClass("hp-reopen", undefined)}>
          {drawPart(
            parts.reopen,
            { open, openQuestions },
            <button
              type="button"
              className="hp-button hp-button--primary"
              aria-haspopup="dialog"
              onClick={open}
            >
              {words.reopen(openQuestions)}
            </button>,
          )}
        </div>
      )}
      <dialog
        ref={dialog}
        className={rootClass("hp-dialog", className)}
        aria-labelledby={headingId}
        onClose={(event) => {
          // One that was opened again meanwhile is not closed; those of dialogs inside come by here, too.
          if (event.target === dialog.current && !dialog.current.open) setIsOpen(false);
        }}
      >
        <div className="hp-dialog__header">
          <h2 ref={heading} id={headingId} tabIndex={-1} className="hp-dialog__title">
            {drawPart(parts.heading, {}, words.dialogTitle)}
          </h2>
          {drawPart(
            parts.close,
            { close },
            <button type="button" className="hp-link" onClick={close}>
              {mayAnswer ? words.answerLater : words.close}
            </button>,
          )}
        </div>
        {drawPart(parts.above, {}, null)}
        <AnnouncerHome.Provider value={dialog}>
          <CardRules rules={cards}>
            <ApprovalPanel {...panel} />
          </CardRules>
        </AnnouncerHome.Provider>
      </dialog>
    </>
  );
}

const noCards: readonly CardRule[] = [];
