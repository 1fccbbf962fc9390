import type { ReactElement } from "react";
import { Choices, OneOf } from "./choices.tsx";
import { type FieldComponentProps, FieldFrame, GroupFrame, withHint } from "./field-frame.tsx";

/** A part that nobody has to fill in: a constant, or one that can only be empty. */
export const FixedField = (shared: FieldComponentProps): ReactElement => {
  return (
    <FieldFrame {...shared} group>
      <p>{shared.field.options[0]?.label ?? shared.messages.nothing}</p>
    </FieldFrame>
  );
};

/** A part that no other field can draw, typed as JSON. */
export const JsonField = (shared: FieldComponentProps): ReactElement => {
  const hinted = withHint(shared, shared.messages.jsonField);
  return (
    <FieldFrame {...hinted}>
      <textarea {...hinted.props} className="hp-input hp-input--code" rows={4} spellCheck={false} />
    </FieldFrame>
  );
};

/** The ways to answer, and the fields of the one that was chosen. */
export const UnionField = (shared: FieldComponentProps): ReactElement => {
  return (
    <GroupFrame {...shared}>
      <OneOf {...shared} />
      {shared.children}
    </GroupFrame>
  );
};

/** Yes and No for a required boolean, so that silence is no answer, and None where it may be; else a checkbox. */
export const BooleanField = (shared: FieldComponentProps): ReactElement => {
  const { field, props, label, messages } = shared;
  const { readOnly, ...checkbox } = props;
  if (!field.required && !field.nullable) {
    const head = (
      <label className="hp-choice">
        <input {...checkbox} type="checkbox" disabled={props.disabled || readOnly} />
        <span>{label}</span>
      </label>
    );
    return <FieldFrame {...shared} head={head} />;
  }
  const toChoice = (value: boolean | null, name: string) => ({
    value: String(value),
    label: name,
    checked: field.value === value,
  });
  const choices = [toChoice(true, messages.yes), toChoice(false, messages.no)];
  if (field.nullable) choices.push(toChoice(null, messages.nothing));
  return (
    <FieldFrame {...shared} group>
      <Choices {...shared} choices={choices} />
    </FieldFrame>
  );
};
