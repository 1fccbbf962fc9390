import type { FieldProps, FormField } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import { labelId } from "./field-frame.tsx";

/** One of several choices. */
export interface Choice {
  /** What the field's `onChange` takes for it. */
  readonly value: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly checked: boolean;
}

/** Choices as radio buttons, under the id of their field so that an error list can point there. */
export function Choices({
  field,
  props,
  choices,
  row = false,
}: {
  field: FormField;
  props: FieldProps;
  choices: readonly Choice[];
  /** Side by side and drawn as buttons. */
  row?: boolean;
}): ReactElement {
  return (
    <div
      id={props.id}
      role="radiogroup"
      aria-labelledby={labelId(field)}
      aria-describedby={props["aria-describedby"]}
      aria-invalid={props["aria-invalid"]}
      aria-required={props["aria-required"]}
      className={row ? "hp-choices hp-choices--row" : "hp-choices"}
    >
      {choices.map(({ value, label, description, checked }) => (
        <label key={value} className="hp-choice">
          <input
            type="radio"
            name={props.name}
            value={value}
            checked={checked}
            disabled={props.disabled || props.readOnly}
            onChange={props.onChange}
            onBlur={props.onBlur}
          />
          <span>
            {label}
            {description && <span className="hp-choice__description"> {description}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
