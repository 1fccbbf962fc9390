import { type ReactElement, useState } from "react";
import { toMoment, toShownDate } from "./dates.ts";
import { type FieldComponentProps, FieldFrame, withHint } from "./field-frame.tsx";

/**
 * A day, or a moment in the zone of the person, which is sent with its offset. What was not touched is sent
 * as it came, and a text that is neither stays one that can be seen and mended.
 */
export const DateField = (shared: FieldComponentProps): ReactElement => {
  const { field, props } = shared;
  const { value: stored = "" } = props;
  const isDay = field.format === "date";
  // While somebody types, their own digits stay: a year passes through others, at other offsets.
  const [typed, setTyped] = useState<{ readonly shown: string; readonly stored: string }>();
  const shown = typed?.stored === stored ? typed.shown : toShownDate(stored, isDay);
  const isText = stored !== "" && shown === "";
  const hinted = isDay || isText ? shared : withHint(shared, shared.messages.localTime);
  return (
    <FieldFrame {...hinted}>
      <input
        {...hinted.props}
        className="hp-input"
        type={isText ? "text" : isDay ? "date" : "datetime-local"}
        step="any"
        value={isText ? stored : shown}
        onChange={({ target: { value } }) => {
          const next = isDay || isText ? value : toMoment(value);
          setTyped({ shown: isText ? "" : value, stored: next });
          props.onChange(next);
        }}
        onBlur={() => {
          setTyped(undefined);
          props.onBlur();
        }}
      />
    </FieldFrame>
  );
};
