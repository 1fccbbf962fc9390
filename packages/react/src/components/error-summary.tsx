import type { FormField, FormView } from "@holdpoint/client/form";
import { type ReactElement, type Ref, useId } from "react";
import { useWords } from "../agent-provider.tsx";
import { focusInto } from "../focus.ts";
import type { PanelMessages } from "../messages.ts";
import { homelessOf } from "./homeless.ts";
import { labelled } from "./labelled.ts";
import { expiredWords, questionOf } from "./question.ts";
import { scopedId } from "./scoped-id.ts";

/** One thing that keeps the answers from being sent, and the element where it can be mended. */
export interface Fault {
  readonly target: string;
  /** The element of the whole question, for one that an app draws its own way. */
  readonly card: string;
  readonly text: string;
}

/** Whether the agent has refused this form's answer, in words of its own. */
export const isRefused = ({ item }: FormView): boolean => {
  return item.errors.some(({ keyword }) => keyword === "server");
};

/**
 * What the agent has refused of this form's answer; while faults are being mended, also what else keeps
 * its item from being sent. Empty where nothing does.
 */
export const faultsOf = (
  form: FormView,
  cardId: string,
  messages: PanelMessages,
  isMending: boolean,
): readonly Fault[] => {
  const { item, fields } = form;
  const question = questionOf(item, messages);
  const inCard = (words: string, target = cardId): Fault => ({
    target,
    card: cardId,
    text: labelled(question, words),
  });
  /** The faults of a field and of its parts, each with the names of all that holds it. */
  const inField = (field: FormField, holders: readonly string[]): readonly Fault[] => {
    const names = field.label === "" ? holders : [...holders, field.label];
    const own = field.errors.map((error) => ({
      target: scopedId(cardId, field),
      card: cardId,
      text: labelled(names.join(", ") || question, messages.fault(error)),
    }));
    return [...own, ...field.children.flatMap((child) => inField(child, names))];
  };

  if (isMending && item.expired && item.status !== "declined") return [inCard(expiredWords(item, messages))];
  const isOpen = isMending && item.status === "open";
  if (!isOpen && !isRefused(form)) return [];
  const faults = [
    ...fields.flatMap((field) => inField(field, [])),
    ...homelessOf(form).map((error) => inCard(messages.fault(error))),
  ];
  const hasActions = form.actions.length > 0;
  if (!isOpen || (!hasActions && faults.length > 0)) return faults;
  return [inCard(messages.unanswered, hasActions ? answerId(cardId) : cardId), ...faults];
};

/** The id of what holds a card's buttons. */
export const answerId = (cardId: string): string => {
  return `${cardId}-answer`;
};

/** The list of faults, each a link to its place. */
export const ErrorSummary = ({
  faults,
  summaryRef,
}: {
  faults: readonly Fault[];
  summaryRef: Ref<HTMLDivElement>;
}): ReactElement => {
  const messages = useWords();
  const headingId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, this groups links.
    <div ref={summaryRef} className="hp-summary" role="group" tabIndex={-1} aria-labelledby={headingId}>
      <h3 id={headingId} className="hp-summary__title">
        {messages.toMend(faults.length)}
      </h3>
      <ul>
        {faults.map(({ target, card, text }) => (
          <li key={`${target} ${text}`}>
            <a
              href={`#${target}`}
              onClick={(event) => {
                event.preventDefault();
                focusInto(document.getElementById(target) ?? document.getElementById(card));
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};
