import { type ReactElement, useState } from "react";
import { type FieldComponentProps, FieldFrame } from "./field-frame.tsx";

/** From this many allowed characters on, a text gets several lines. */
const LONG_TEXT = 200;

const inputTypes: Readonly<Record<string, string>> = {
  email: "email",
  "idn-email": "email",
  uri: "url",
  iri: "url",
  date: "date",
};

/** Formats of few characters. */
const shortFormats: readonly (string | undefined)[] = ["date", "time"];

/** A text on one line or several, by its format and length. */
export function TextField({ form, field }: FieldComponentProps): ReactElement {
  const props = form.getFieldProps(field);
  // Decided once, since another element under the caret would lose the focus.
  const [long] = useState(
    () =>
      field.format === "multiline" ||
      field.format === "textarea" ||
      (field.limits.maxLength ?? 0) >= LONG_TEXT ||
      (props.value ?? "").includes("\n"),
  );
  return (
    <FieldFrame field={field} props={props}>
      {long ? (
        <textarea {...props} className="hp-input" rows={4} />
      ) : (
        <input
          {...props}
          className={shortFormats.includes(field.format) ? "hp-input hp-input--short" : "hp-input"}
          type={inputTypes[field.format ?? ""] ?? "text"}
        />
      )}
    </FieldFrame>
  );
}
