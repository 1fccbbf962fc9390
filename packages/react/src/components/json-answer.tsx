import type { FieldError } from "@holdpoint/client";
import { type FormView, parseJson } from "@holdpoint/client/form";
import { type ReactElement, useId, useState } from "react";
import { useWords } from "../agent-provider.tsx";
import { FieldFrame } from "./fields/field-frame.tsx";

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
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const props = {
    id,
    disabled: form.disabled,
    "aria-describedby": `${id}-description ${id}-error`,
    ...(errors.length > 0 && { "aria-invalid": true as const }),
  };
  const use = () => {
    const parsed = parseJson(form.json);
    const faults = parsed.ok ? form.answer(parsed.value) : [parsed.fault];
    setErrors(faults);
    if (faults.length === 0) onAnswer(true);
  };
  return (
    <details className="hp-json">
      <summary>{messages.jsonAnswer}</summary>
      <FieldFrame
        field={{ id, kind: "json", description: messages.jsonField, errors }}
        props={props}
        label={messages.answerLabel}
        messages={messages}
      >
        <textarea
          {...props}
          className="hp-input hp-input--code"
          rows={4}
          spellCheck={false}
          value={form.json}
          onChange={({ target }) => form.setJson(target.value)}
        />
        <button type="button" className="hp-button" disabled={form.disabled} onClick={use}>
          {messages.jsonUse}
        </button>
      </FieldFrame>
    </details>
  );
};
