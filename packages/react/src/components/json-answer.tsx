import { type FormView, parseJson } from "@holdpoint/client/form";
import { type ReactElement, useId, useState } from "react";
import { useWords } from "../agent-provider.tsx";

/** Folded away: any JSON value as the answer, for a question that came without a usable schema. */
export const JsonAnswer = ({
  form,
  onAnswer,
}: {
  form: FormView;
  onAnswer(accepted: true): void;
}): ReactElement => {
  const messages = useWords();
  const id = useId();
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const use = () => {
    const parsed = parseJson(text);
    const errors = parsed.ok ? form.answer(parsed.value) : [parsed.fault];
    setFault(errors.map((error) => messages.fault(error)).join(" "));
    if (errors.length === 0) onAnswer(true);
  };
  return (
    <details className="hp-json">
      <summary>{messages.jsonAnswer}</summary>
      <div className="hp-field">
        <label htmlFor={id} className="hp-field__label">
          {messages.answerLabel}
        </label>
        <p id={`${id}-hint`} className={fault ? "hp-field__error" : "hp-field__description"}>
          {fault || messages.jsonField}
        </p>
        <textarea
          id={id}
          className="hp-input hp-input--code"
          rows={3}
          spellCheck={false}
          value={text}
          disabled={form.disabled}
          aria-invalid={fault !== ""}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="button" className="hp-button" disabled={form.disabled} onClick={use}>
          {messages.jsonUse}
        </button>
      </div>
    </details>
  );
};
