import type { ReactElement } from "react";
import { type FieldComponentProps, FieldFrame } from "./field-frame.tsx";

/** A number as text: `type="number"` would drop what is not one yet, and change on a scroll. */
export function NumberField({ form, field }: FieldComponentProps): ReactElement {
  const props = form.getFieldProps(field);
  return (
    <FieldFrame field={field} props={props}>
      <input
        {...props}
        className="hp-input hp-input--short"
        type="text"
        inputMode={field.kind === "integer" ? "numeric" : "decimal"}
        autoComplete="off"
      />
    </FieldFrame>
  );
}
