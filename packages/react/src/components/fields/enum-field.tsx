import type { ReactElement } from "react";
import { useMessages } from "../../agent-provider.tsx";
import { Choices } from "./choices.tsx";
import { type FieldComponentProps, FieldFrame } from "./field-frame.tsx";

/** The most choices that are all shown at once. */
const MOST_RADIOS = 5;

/** One of a list: radio buttons for a few, a select for more. The empty choice takes an optional answer back. */
export function EnumField({ form, field }: FieldComponentProps): ReactElement {
  const messages = useMessages();
  const { readOnly, ...props } = form.getFieldProps(field);
  const options = field.options.map(({ label, description }, index) => ({
    value: String(index),
    label,
    description,
  }));
  if (options.length > MOST_RADIOS) {
    return (
      <FieldFrame field={field} props={props}>
        <select {...props} className="hp-input" disabled={props.disabled || readOnly}>
          <option value="">{field.required ? messages.choose : messages.nothing}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </FieldFrame>
    );
  }
  const choices = field.required ? options : [...options, { value: "", label: messages.nothing }];
  return (
    <FieldFrame field={field} props={props} group>
      <Choices
        field={field}
        props={readOnly ? { ...props, readOnly } : props}
        choices={choices.map((choice) => ({ ...choice, checked: props.value === choice.value }))}
      />
    </FieldFrame>
  );
}
