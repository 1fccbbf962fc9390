"use client";
import { isApprovalError, type Thread } from "@holdpoint/client";
import { type ReactElement, useEffect, useId, useRef, useState } from "react";
import { PartProvider, useWords } from "../agent-provider.tsx";
import type { FieldRule } from "../field-rules.ts";
import { useAfterRender } from "../focus.ts";
import { cover, isCovered } from "../lib/coverage.ts";
import { decided } from "../lib/decided.ts";
import type { PanelMessages } from "../messages.ts";
import type { AgentRun } from "../use-agent-run.ts";
import { useAnnouncer } from "../use-announcer.ts";
import { useBegan } from "../use-began.ts";
import { useHeldPage } from "../use-held-page.ts";
import { DeadlineAnnouncer } from "./deadline-announcer.tsx";
import { ErrorSummary, faultsOf, isRefused } from "./error-summary.tsx";
import { InterruptCard } from "./interrupt-card.tsx";
import { PanelActions } from "./panel-actions.tsx";
import { failureWords, isElsewhere, misuseWords, statusWords } from "./panel-words.ts";
import { Receipt } from "./receipt.tsx";

/** Props of {@link ApprovalPanel}. */
export interface ApprovalPanelProps {
  /** What `useAgentRun` gave. */
  run: Pick<
    AgentRun,
    "approvals" | "decisions" | "forms" | "error" | "runId" | "submit" | "retry" | "dismiss" | "stop"
  > & {
    // Of the thread only what does not depend on the type of its state.
    thread: Pick<Thread, "threadId" | "onEvent" | "isKept">;
  };
  className?: string;
  /** Words for this panel alone. Keep the object stable. */
  messages?: Partial<PanelMessages>;
  /** How fields are drawn in this panel where ours do not suit; before the rules from above. Keep the list stable. */
  fields?: readonly FieldRule[];
  /**
   * Shows the questions and what is answered, for somebody who may look and not decide. Of what an app draws itself
   * this disables the browser's own controls.
   */
  readOnly?: boolean;
  /**
   * Has the browser ask before the page is left while answers are begun and not yet taken by the agent.
   * Default: where the client keeps its threads nowhere, so that they would be lost.
   */
  warnOnLeave?: boolean;
}

/**
 * Every pending question of a run, with the ways to answer them and to send all answers at once.
 * Draws nothing while nothing is pending. It never takes the focus by appearing; where it held the
 * focus as the agent took the answers, words that nobody sees keep it in its place.
 */
export const ApprovalPanel = ({ messages, fields, ...props }: ApprovalPanelProps): ReactElement => {
  return (
    <PartProvider messages={messages} fields={fields}>
      <Panel key={props.run.thread.threadId} {...props} />
    </PartProvider>
  );
};

const Panel = ({
  run,
  className,
  readOnly,
  warnOnLeave = !run.thread.isKept,
}: Omit<ApprovalPanelProps, "messages" | "fields">): ReactElement | null => {
  const messages = useWords();
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const afterRender = useAfterRender();
  // The batch whose faults are listed, once Send was pressed too early.
  const [mending, setMending] = useState<string | null>(null);
  const [sent, setSent] = useState(0);
  const [tookFocus, setTookFocus] = useState(false);
  const section = useRef<HTMLElement | null>(null);
  const [follow] = useState(() => (element: HTMLElement | null) => {
    // It is let go of just before it leaves the page, while the focus is still known.
    if (!element && section.current?.contains(document.activeElement)) setTookFocus(true);
    section.current = element;
  });

  const { approvals, forms } = run;
  const { phase, batch, counts, error } = approvals;
  const isPending = forms.length > 0;
  const elsewhere = isElsewhere(error);
  const isShown = isPending || elsewhere;
  const sending = phase === "submitting" && !elsewhere;
  const began = useBegan(run.thread, sending);
  const nowSent = sending ? counts.total : isShown ? 0 : sent;
  if (nowSent !== sent) setSent(nowSent);
  if (isPending && tookFocus) setTookFocus(false);
  // Their questions are gone with the batch, and their answers are told with them.
  const lastForms = useRef(forms);
  useEffect(() => {
    if (isPending || !elsewhere) lastForms.current = forms;
  }, [isPending, elsewhere, forms]);

  const words = statusWords(approvals, run.runId, messages);
  const failure = failureWords(approvals, messages);
  useHeldPage(warnOnLeave && approvals.started);
  const accepted = sent > 0 ? messages.accepted(sent) : "";
  // Without its full stop, which some voices read out.
  useAnnouncer((isShown ? (failure ?? words) : accepted).replace(/\.+$/, ""));
  useEffect(() => {
    const { activeElement } = document;
    // From the status, where sending has left it, the focus goes on to what there is to mend.
    if (phase === "failed" && activeElement === status.current) summary.current?.focus();
    // What is locked or taken away under the fingers loses the focus.
    if (elsewhere && (tookFocus || section.current?.contains(activeElement))) status.current?.focus();
  }, [phase, elsewhere, tookFocus]);
  if (!isShown) {
    return tookFocus && accepted && phase === "accepted" ? (
      <Receipt words={accepted} onLeave={() => setTookFocus(false)} />
    ) : null;
  }

  const cardId = (index: number) => `${id}-card-${index}`;
  const cards = isPending ? forms : decided(lastForms.current, run.decisions);
  const faults = forms.flatMap((form, index) => faultsOf(form, cardId(index), messages, mending === batch));
  const namesFault = forms.some(isRefused);
  const misuse =
    isPending && isApprovalError(run.error) && run.error !== error && misuseWords(run.error, messages);

  const act = (action: () => unknown) => {
    afterRender(() => status.current?.focus());
    action();
  };
  const send = () => {
    // Each is tried, so that all that is missing shows at once.
    const isComplete = forms.map(cover).every(Boolean);
    setMending(isComplete ? null : batch);
    if (isComplete) act(run.submit);
    else if (summary.current) summary.current.focus();
    else afterRender(() => summary.current?.focus());
  };

  return (
    <section
      // Another one once the questions are gone, so that it is known whether the focus went with them.
      key={String(isPending)}
      ref={follow}
      className={className ? `hp-panel ${className}` : "hp-panel"}
      aria-labelledby={`${id}-title`}
      aria-busy={phase === "submitting"}
      data-phase={isPending ? phase : "elsewhere"}
    >
      <header className="hp-panel__header">
        <h2 id={`${id}-title`} className="hp-panel__title">
          {messages.panelTitle}
        </h2>
        <p ref={status} tabIndex={-1} className="hp-panel__status">
          {words}
        </p>
      </header>
      {failure && (
        <p className="hp-note" data-tone="error">
          {/* The list below has the agent's words. */}
          {namesFault ? messages.notAccepted : failure}
        </p>
      )}
      {misuse && (
        <p className="hp-note" data-tone="error" role="alert">
          {misuse}
        </p>
      )}
      {faults.length > 0 && <ErrorSummary faults={faults} summaryRef={summary} />}
      {cards.length > 0 && (
        <fieldset role="none" className="hp-panel__cards" disabled={readOnly}>
          {cards.map((form, index) => (
            <InterruptCard
              key={`${form.item.batch} ${form.id}`}
              form={form}
              id={cardId(index)}
              hasDone={forms.length > 1}
              missed={mending === batch}
              // Where the agent names what it means, that opens by itself, and the rest may rest.
              refused={phase === "failed" && !namesFault}
              decided={!isPending}
            />
          ))}
        </fieldset>
      )}
      {isPending && !readOnly && (
        <PanelActions
          run={run}
          blocked={forms.filter((form) => !isCovered(form)).length}
          canStop={sending && !began}
          onSend={send}
          act={act}
        />
      )}
      {forms.some(({ item }) => item.expiresAt !== null) && <DeadlineAnnouncer key={batch} forms={forms} />}
    </section>
  );
};
