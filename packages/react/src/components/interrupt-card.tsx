"use client";
import type { FormView } from "@holdpoint/client/form";
import { memo, type NamedExoticComponent, type ReactNode, useContext, useId, useRef, useState } from "react";
import { useWords } from "../agent-provider.tsx";
import { CardContext } from "../card-context.ts";
import type { FieldRule } from "../field-rules.ts";
import { focusInto, useAfterRender } from "../focus.ts";
import { summarizeAnswer } from "./answer-summary.ts";
import { CardAbout } from "./card-about.tsx";
import { CardActions } from "./card-actions.tsx";
import { FormErrors, ScopedForm } from "./interrupt-form.tsx";
import { JsonAnswer } from "./json-answer.tsx";
import { askerOf, describe } from "./question.ts";
import { Suggestion } from "./suggestion.tsx";
import { TimeLeft } from "./time-left.tsx";

/** Props of {@link InterruptCard}. */
export interface InterruptCardProps {
  form: FormView;
  /** An id for the card itself, to link to. */
  id?: string;
  /** Whether the fields have a Done button, which folds the card; default true. A lone question needs none. */
  hasDone?: boolean;
  /** Send was pressed while this was open: a card with buttons then says that one is to be chosen. */
  missed?: boolean;
  /** The agent refused the answers: a card with buttons opens again, with what there is to mend. */
  refused?: boolean;
  /** The answer has been sent from elsewhere: there is nothing to change any more. */
  decided?: boolean;
  /** How its fields are drawn where ours do not suit; before the rules from above. Keep the list stable. */
  fields?: readonly FieldRule[];
}

/**
 * One question: who asks, what will happen, the form and the actions. Folded to a line once it was
 * answered by a button, but never under the fingers of a person who is typing. Inside of `CardRules`
 * a rule of the app may draw it. Memoised: it renders again only when its form changed.
 */
export const InterruptCard: NamedExoticComponent<InterruptCardProps> = memo(function InterruptCard({
  form,
  id,
  hasDone = true,
  missed,
  refused = false,
  decided,
  fields,
}: InterruptCardProps): ReactNode {
  const messages = useWords();
  const headingId = useId();
  const scope = id ?? headingId;
  const card = useRef<HTMLElement>(null);
  const afterRender = useAfterRender();
  const { item } = form;
  const isAnswered = item.status === "answered" && !item.expired;
  // What the agent has refused is still answered, and open to be mended.
  const answered = isAnswered && item.errors.length === 0 && !(refused && form.actions.length > 0);
  const [fold, setFold] = useState<"open" | "folding" | "folded">(
    answered && !item.notice ? "folded" : "open",
  );
  // A button folds the card as soon as its answer is published; what opens it again does so for good.
  if (fold === "folding" && item.status !== "open") setFold(answered ? "folded" : "open");
  if (fold === "folded" && !answered) setFold("open");
  const folded = item.status === "declined" || (fold === "folded" && answered);

  const focusFault = () => {
    const fault = card.current?.querySelector<HTMLElement>("[aria-invalid=true], .hp-form [data-invalid]");
    focusInto(fault);
    return Boolean(fault);
  };
  const onAnswer = (accepted: boolean) => {
    if (accepted) {
      setFold("folding");
      afterRender(() => card.current?.dataset.folded !== undefined && card.current.focus());
      // Errors that show already draw nothing new; others show with the next render.
    } else if (!focusFault()) afterRender(() => void focusFault());
  };
  const change = () => {
    setFold("open");
    if (item.status === "declined" || form.fields.length === 0) form.clear();
    afterRender(() => card.current?.dataset.folded === undefined && focusInto(card.current));
  };

  const { question, source, detail } = describe(item, messages);
  const asker = askerOf(item, source, messages);
  const ours = (
    <article
      id={id}
      ref={card}
      className="hp-card"
      tabIndex={-1}
      aria-labelledby={headingId}
      data-status={item.status}
      data-folded={folded ? "" : undefined}
    >
      <header className="hp-card__header">
        {asker && !folded && <p className="hp-card__asker">{asker}</p>}
        <h3 id={headingId} className="hp-card__question">
          {question}
        </h3>
        {(folded || isAnswered) && (
          <p className="hp-card__answer">{folded ? summarizeAnswer(form, messages) : messages.answered}</p>
        )}
        {item.policy && item.status !== "open" && (
          <p className="hp-card__rule">{messages.answeredByRule(item.policy)}</p>
        )}
        {/* What is answered and not sent can still be too late. */}
        {folded && answered && <TimeLeft form={form} />}
      </header>
      {folded ? (
        <>
          {!decided && (
            <button
              type="button"
              className="hp-link"
              disabled={form.disabled}
              aria-describedby={headingId}
              onClick={change}
            >
              {messages.change}
            </button>
          )}
          <FormErrors form={form} />
        </>
      ) : (
        <>
          <CardAbout form={form} detail={detail} />
          <Suggestion form={form} describedBy={headingId} onAnswer={onAnswer} />
          {item.expired ? (
            <FormErrors form={form} />
          ) : (
            <ScopedForm form={form} fields={fields} scope={scope} />
          )}
          <CardActions
            form={form}
            cardId={scope}
            missed={missed && item.status === "open"}
            hasDone={hasDone}
            describedBy={headingId}
            onAnswer={onAnswer}
          />
          {form.answersAnything && !item.expired && <JsonAnswer form={form} onAnswer={onAnswer} />}
        </>
      )}
    </article>
  );
  return useContext(CardContext)({ form, id: scope, missed, children: ours });
});
