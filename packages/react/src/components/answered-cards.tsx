import type { Decision } from "@holdpoint/client";
import type { FormView } from "@holdpoint/client/form";
import { type ReactElement, useId } from "react";
import { useMessages } from "../agent-provider.tsx";
import { summarizeReply } from "./answer-summary.ts";
import { questionOf } from "./question.ts";

/** The questions that another tab has answered, each with its answer as far as that is known. */
export function AnsweredCards({
  forms,
  decisions,
}: {
  /** The questions as they stood here last. */
  forms: readonly FormView[];
  decisions: readonly Decision[];
}): ReactElement | null {
  const messages = useMessages();
  const id = useId();
  const cards = forms.flatMap((form, index) => {
    const decision = decisions.find(
      ({ batch, interruptId }) => batch === form.item.batch && interruptId === form.id,
    );
    if (!decision) return [];
    const status = decision.status === "cancelled" ? "declined" : "answered";
    const headingId = `${id}-${index}`;
    return (
      <article
        key={form.id}
        className="hp-card"
        aria-labelledby={headingId}
        data-status={status}
        data-folded=""
      >
        <header className="hp-card__header">
          <h3 id={headingId} className="hp-card__question">
            {questionOf(form.item, messages)}
          </h3>
          <p className="hp-card__answer">
            {summarizeReply(form, { status, payload: decision.payload }, messages)}
          </p>
        </header>
      </article>
    );
  });
  return cards.length > 0 ? <div className="hp-panel__cards">{cards}</div> : null;
}
