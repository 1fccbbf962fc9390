import type { FieldProps, FormField, FormView } from "@holdpoint/client/form";
import type { ReactElement, ReactNode } from "react";
import { useMessages } from "../../agent-provider.tsx";

/** What every kind of field is given. */
export interface FieldComponentProps {
  form: FormView;
  field: FormField;
}

/** Label, description, control and error of one field, in that order. */
export function FieldFrame({
  field,
  props,
  group = false,
  children,
}: {
  field: FormField;
  props: FieldProps;
  /** The control is a group of choices, which a `label` element cannot name. */
  group?: boolean;
  children: ReactNode;
}): ReactElement {
  const messages = useMessages();
  const label = field.label || messages.answerLabel;
  return (
    <div className="hp-field" data-kind={field.kind} data-invalid={props["aria-invalid"]}>
      <div className="hp-field__head">
        {group ? (
          <span id={labelId(field)} className="hp-field__label">
            {label}
          </span>
        ) : (
          <label htmlFor={props.id} className="hp-field__label">
            {label}
          </label>
        )}
        <RequiredMark field={field} />
      </div>
      <Description field={field} />
      {children}
      <FieldErrors field={field} props={props} />
    </div>
  );
}

/** The id of the label of a group of choices. */
export function labelId(field: FormField): string {
  return `${field.id}-label`;
}

/** Says in words that an answer is needed. Screen readers have it from `aria-required`. */
export function RequiredMark({ field }: { field: FormField }): ReactElement | null {
  const { required } = useMessages();
  return field.required ? (
    <span className="hp-field__required" aria-hidden="true">
      {required}
    </span>
  ) : null;
}

/** The description, under the id that the control points to. */
export function Description({ field }: { field: FormField }): ReactElement | null {
  return field.description ? (
    <p id={`${field.id}-description`} className="hp-field__description">
      {field.description}
    </p>
  ) : null;
}

/** The errors, under the id that the control points to, once the field counts as invalid. */
export function FieldErrors({ field, props }: { field: FormField; props: FieldProps }): ReactElement | null {
  return props["aria-invalid"] ? (
    <p id={`${field.id}-error`} className="hp-field__error">
      {field.errors.map((error) => error.message).join(" ")}
    </p>
  ) : null;
}
