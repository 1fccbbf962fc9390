import type { FormView } from "@holdpoint/client/form";
import { type ReactElement, useEffect, useId, useRef } from "react";
import { useMessages } from "../use-messages.ts";
import { summarizeAnswer } from "./answer-summary.ts";
import { questionOf } from "./question.ts";

/** What a message that is sent past the pending questions declines, before it does. Takes the focus as it comes. */
export function DeclinePreview({
  forms,
  onConfirm,
  onCancel,
}: {
  forms: readonly FormView[];
  onConfirm(): void;
  onCancel(): void;
}): ReactElement {
  const messages = useMessages();
  const headingId = useId();
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a section would be a landmark.
    <div
      className="hp-preview"
      role="group"
      aria-labelledby={headingId}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <p ref={heading} id={headingId} tabIndex={-1} className="hp-preview__title">
        {messages.declinePreview(forms.length)}
      </p>
      <ul className="hp-preview__list">
        {forms.map((form) => (
          <li key={form.id}>
            {questionOf(form.item, messages)}
            {form.item.status === "answered" && (
              <span className="hp-preview__dropped">
                {" "}
                {messages.answerDropped(summarizeAnswer(form, messages))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className="hp-actions">
        <button type="button" className="hp-button" onClick={onConfirm}>
          {messages.declineAndSend(forms.length)}
        </button>
        <button type="button" className="hp-button" onClick={onCancel}>
          {messages.keepQuestions}
        </button>
      </div>
    </div>
  );
}
