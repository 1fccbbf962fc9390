import type { FormField, FormView } from "@holdpoint/client/form";
import { type ReactElement, type Ref, useId } from "react";
import { useMessages } from "../agent-provider.tsx";
import { focusInto } from "../focus.ts";
import type { Messages } from "../messages.ts";
import { labelled } from "./labelled.ts";
import { startsWith } from "./path.ts";
import { expiredWords, questionOf } from "./question.ts";
import { scopedId } from "./scoped-id.ts";

/** One thing that keeps the answers from being sent, and the element where it can be mended. */
export interface Fault {
  readonly target: string;
  readonly text: string;
}

/** What keeps this form's item from being sent, or why the agent has refused it; empty where nothing does. */
export function faultsOf(form: FormView, cardId: string, messages: Messages): readonly Fault[] {
  const { item } = form;
  const question = questionOf(item, messages);
  if (item.expired) {
    return item.status === "declined"
      ? []
      : [{ target: cardId, text: `${question} ${expiredWords(item, messages)}` }];
  }
  if (item.status !== "open") return refusalsOf(form, cardId, messages);
  const faults = shownFaults(form, cardId, question);
  const text = labelled(question, messages.unanswered);
  if (form.actions.length > 0) return [{ target: answerId(cardId), text }, ...faults];
  return faults.length === 0 ? [{ target: cardId, text }] : faults;
}

/** Why the agent has refused this form's answer, in its own words. */
export function refusalsOf(form: FormView, cardId: string, messages: Messages): readonly Fault[] {
  const isRefused = form.item.errors.some(({ keyword }) => keyword === "server");
  return isRefused ? shownFaults(form, cardId, questionOf(form.item, messages)) : [];
}

/** The faults that show in a card, each at its place. */
function shownFaults(form: FormView, cardId: string, question: string): readonly Fault[] {
  const homeless = form.errors.filter(
    (error) => !form.fields.some((field) => startsWith(error.path, field.path)),
  );
  return [
    ...form.fields.flatMap((field) => fieldFaults(field, [], cardId, question)),
    ...homeless.map(({ message }) => ({ target: cardId, text: labelled(question, message) })),
  ];
}

/** The faults of a field and of its parts, each with the names of all that holds it. */
function fieldFaults(
  field: FormField,
  holders: readonly string[],
  cardId: string,
  question: string,
): readonly Fault[] {
  const names = field.label === "" ? holders : [...holders, field.label];
  const own = field.errors.map(({ message }) => ({
    target: scopedId(cardId, field),
    text: labelled(names.join(", ") || question, message),
  }));
  return [...own, ...field.children.flatMap((child) => fieldFaults(child, names, cardId, question))];
}

/** The id of a card's first answering button. */
export function answerId(cardId: string): string {
  return `${cardId}-answer`;
}

/** The list of faults, each a link to its place. */
export function ErrorSummary({
  faults,
  summaryRef,
}: {
  faults: readonly Fault[];
  summaryRef: Ref<HTMLDivElement>;
}): ReactElement {
  const messages = useMessages();
  const headingId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, this groups links.
    <div ref={summaryRef} className="hp-summary" role="group" tabIndex={-1} aria-labelledby={headingId}>
      <h3 id={headingId} className="hp-summary__title">
        {messages.toMend(faults.length)}
      </h3>
      <ul>
        {faults.map(({ target, text }) => (
          <li key={`${target} ${text}`}>
            <a
              href={`#${target}`}
              onClick={(event) => {
                event.preventDefault();
                focusInto(document.getElementById(target));
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
