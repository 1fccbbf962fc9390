import type { Decision } from "@holdpoint/client";
import type { FormView } from "@holdpoint/client/form";
import { type ReactElement, useEffect, useId, useRef } from "react";
import { useMessages } from "../agent-provider.tsx";
import { summarizeReply } from "./answer-summary.ts";
import { questionOf } from "./question.ts";

/** What is left of a panel whose questions another tab has answered: that, and the answers as far as they are known. */
export function AnsweredElsewhere({
  forms,
  decisions,
  className,
  takesFocus,
}: {
  /** The questions as they stood here last. */
  forms: readonly FormView[];
  decisions: readonly Decision[];
  className: string;
  /** The focus was in the panel that this one replaces. */
  takesFocus: boolean;
}): ReactElement {
  const messages = useMessages();
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) status.current?.focus();
  }, [takesFocus]);
  const answers = forms.flatMap((form) => {
    const decision = decisions.find(
      ({ batch, interruptId }) => batch === form.item.batch && interruptId === form.id,
    );
    if (!decision) return [];
    const status = decision.status === "cancelled" ? "declined" : "answered";
    const answer = summarizeReply(form, { status, payload: decision.payload }, messages);
    return { id: form.id, question: questionOf(form.item, messages), status, answer };
  });
  return (
    <section className={className} aria-labelledby={`${id}-title`} data-phase="elsewhere">
      <header className="hp-panel__header">
        <h2 id={`${id}-title`} className="hp-panel__title">
          {messages.panelTitle}
        </h2>
        <p ref={status} tabIndex={-1} className="hp-panel__status">
          {messages.answeredElsewhere}
        </p>
      </header>
      {answers.length > 0 && (
        <div className="hp-panel__cards">
          {answers.map((each, index) => (
            <article
              key={each.id}
              className="hp-card"
              aria-labelledby={`${id}-${index}`}
              data-status={each.status}
              data-folded=""
            >
              <header className="hp-card__header">
                <h3 id={`${id}-${index}`} className="hp-card__question">
                  {each.question}
                </h3>
                <p className="hp-card__answer">{each.answer}</p>
              </header>
            </article>
          ))}
        </div>
      )}
    </section>
  );
}
