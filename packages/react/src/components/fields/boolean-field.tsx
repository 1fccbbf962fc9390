import type { ReactElement } from "react";
import { useMessages } from "../../agent-provider.tsx";
import { Choices } from "./choices.tsx";
import { Description, type FieldComponentProps, FieldErrors, FieldFrame } from "./field-frame.tsx";

/** Yes and No for a required boolean, so that silence is no answer; else a checkbox. */
export function BooleanField({ form, field }: FieldComponentProps): ReactElement {
  const messages = useMessages();
  const props = form.getFieldProps(field);
  if (field.required) {
    return (
      <FieldFrame field={field} props={props} group>
        <Choices
          row
          field={field}
          props={props}
          choices={[
            { value: "true", label: messages.yes, checked: field.value === true },
            { value: "false", label: messages.no, checked: field.value === false },
          ]}
        />
      </FieldFrame>
    );
  }
  const { readOnly, ...checkbox } = props;
  return (
    <div className="hp-field" data-kind={field.kind} data-invalid={props["aria-invalid"]}>
      <label className="hp-choice">
        <input {...checkbox} type="checkbox" disabled={props.disabled || readOnly} />
        <span>{field.label || messages.answerLabel}</span>
      </label>
      <Description field={field} />
      <FieldErrors field={field} props={props} />
    </div>
  );
}
