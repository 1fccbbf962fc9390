import type { ReactElement } from "react";
import { useMessages } from "../../agent-provider.tsx";
import { type FieldComponentProps, FieldFrame } from "./field-frame.tsx";

/** A part that no other field can draw, typed as JSON. */
export function JsonField({ form, field }: FieldComponentProps): ReactElement {
  const messages = useMessages();
  const props = form.getFieldProps(field);
  const hintId = `${field.id}-hint`;
  const described = props["aria-describedby"];
  return (
    <FieldFrame field={field} props={props}>
      <p id={hintId} className="hp-field__description">
        {messages.jsonField}
      </p>
      <textarea
        {...props}
        className="hp-input hp-input--code"
        rows={4}
        spellCheck={false}
        aria-describedby={described ? `${hintId} ${described}` : hintId}
      />
    </FieldFrame>
  );
}
