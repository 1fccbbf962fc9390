import { type ReactElement, useState } from "react";
import { toMoment, toShownDate } from "./dates.ts";
import { type FieldComponentProps, FieldFrame, withHint } from "./field-frame.tsx";

/**
 * A day, or a moment in the zone of the person, which is sent with its offset. What was not touched is sent
 * as it came, and a text that is neither stays one that can be seen and mended.
 */
export function DateField(shared: FieldComponentProps): ReactElement {
  const { field, props, messages } = shared;
  const stored = props.value ?? "";
  const isDay = field.format === "date";
  // While somebody types, their own digits stay: a year passes through others, at other offsets.
  const [typed, setTyped] = useState({ shown: "", stored: "" });
  const shown = typed.stored === stored ? typed.shown : toShownDate(stored, isDay);
  const isText = stored !== "" && shown === "";
  const hasHint = !isDay && !isText;
  const control = {
    ...(hasHint ? withHint(field, props) : props),
    className: "hp-input hp-input--short",
  };
  return (
    <FieldFrame {...shared} hint={hasHint ? messages.localTime : undefined}>
      {isText ? (
        <input {...control} type="text" />
      ) : (
        <input
          {...control}
          type={isDay ? "date" : "datetime-local"}
          // In seconds: what is finer than this is shown where it is there.
          step={isDay ? undefined : shown.length > 19 ? 0.001 : shown.length > 16 ? 1 : 60}
          value={shown}
          onChange={({ target: { value } }) => {
            const next = isDay ? value : toMoment(value);
            setTyped({ shown: value, stored: next });
            props.onChange(next);
          }}
          onBlur={() => {
            setTyped({ shown: "", stored: "" });
            props.onBlur();
          }}
        />
      )}
    </FieldFrame>
  );
}
