import { type ReactElement, useState } from "react";
import { isSecret } from "../secret.ts";
import { DateField } from "./date-field.tsx";
import { Emptiness } from "./emptiness.tsx";
import { type FieldComponentProps, FieldFrame } from "./field-frame.tsx";

/** From this many allowed characters on, a text gets several lines. */
const LONG_TEXT = 200;

/** Formats for which a phone has a keyboard of its own. */
const inputTypes: Readonly<Record<string, string>> = { email: "email", uri: "url" };

/** A text on one line or several, by its format and length; a day or a moment where it is one. */
export const TextField = (shared: FieldComponentProps): ReactElement => {
  const { field, props } = shared;
  const { format, limits, kind } = field;
  const secret = isSecret(field);
  // For good, since another element under the caret would lose the focus; on one line nobody types a line break.
  const [long, setLong] = useState((limits.maxLength ?? 0) >= LONG_TEXT);
  if (!long && props.value?.includes("\n")) setLong(true);
  if (!secret && (format === "date" || format === "date-time")) return <DateField {...shared} />;
  const isNumber = kind === "number" || kind === "integer";
  return (
    <FieldFrame {...shared}>
      {long && !secret ? (
        <textarea {...props} className="hp-input" rows={4} />
      ) : (
        <input
          {...props}
          className="hp-input"
          // `type="number"` would drop what is no number yet, and change on a scroll.
          type={secret ? "password" : (inputTypes[format ?? ""] ?? "text")}
          inputMode={isNumber ? "decimal" : undefined}
          autoComplete={secret ? "off" : undefined}
        />
      )}
      <Emptiness {...shared} isEmpty={field.canAdd && field.errors.length > 0} />
    </FieldFrame>
  );
};
