import type { FieldProps, FormField, FormView } from "@holdpoint/client/form";
import type { ReactElement, ReactNode } from "react";
import type { PanelMessages } from "../../messages.ts";

/** What every kind of field is given. */
export interface FieldComponentProps {
  form: FormView;
  field: FormField;
  /** The field that this one is a part of. */
  holder: FormField | undefined;
  /** For the element of the field. */
  props: FieldProps;
  label: string;
  messages: PanelMessages;
  /** What is drawn of its parts, in their order. */
  children: readonly ReactElement[];
}

/** What a frame is made of. */
interface FrameProps {
  field: Pick<FormField, "id" | "kind" | "description" | "errors"> & { required?: boolean };
  props: Pick<FieldProps, "id" | "aria-invalid" | "aria-describedby">;
  label: string;
  messages: PanelMessages;
  children?: ReactNode;
}

/** Label, description, control and error of one field, in that order. */
export const FieldFrame = ({
  field,
  props,
  label,
  messages,
  group = false,
  head,
  children,
}: FrameProps & {
  /** The control is a group of choices, which a `label` element cannot name. */
  group?: boolean;
  /** A control that has its label in itself. */
  head?: ReactElement;
}): ReactElement => {
  const named = { id: labelId(field), className: "hp-field__label" };
  return (
    <div className="hp-field" data-kind={field.kind} data-invalid={props["aria-invalid"]}>
      {head ?? (
        <div className="hp-field__head">
          {group ? (
            <span {...named}>{label}</span>
          ) : (
            <label {...named} htmlFor={props.id}>
              {label}
            </label>
          )}
          {/* Screen readers have it from `aria-required`. */}
          {field.required && (
            <span className="hp-field__required" aria-hidden="true">
              {messages.required}
            </span>
          )}
        </div>
      )}
      {toDescription(field)}
      {children}
      {toErrors(field, props, messages)}
    </div>
  );
};

/**
 * The parts of a field, or its choices, under its name. A chosen way to answer has no frame of its own:
 * it stands in the one of the choice.
 */
export const GroupFrame = ({
  field,
  props,
  label,
  messages,
  holder,
  children,
}: FrameProps & Pick<FieldComponentProps, "holder">): ReactElement => {
  const { kind } = field;
  const body = (
    <>
      {toDescription(field)}
      {children}
    </>
  );
  // Choices have faults of their own to show, the parts of others show theirs.
  if (holder?.kind === "union" && kind !== "multi-enum") return body;
  // Others have a control that an error list can point to, and that says what is wrong.
  const isControl = kind === "object" || kind === "tuple" || kind === "multi-enum";
  return (
    <fieldset
      id={isControl ? field.id : undefined}
      className="hp-field hp-group"
      tabIndex={-1}
      aria-describedby={isControl ? props["aria-describedby"] : undefined}
      data-kind={kind}
      data-invalid={props["aria-invalid"]}
    >
      <legend className="hp-field__label">
        <span id={labelId(field)}>{label}</span>{" "}
        {field.required && kind !== "object" && (
          <span className="hp-field__required">{messages.required}</span>
        )}
      </legend>
      {body}
      {toErrors(field, props, messages)}
    </fieldset>
  );
};

/** The id of the name of a group of choices. */
export const labelId = (field: Pick<FormField, "id">): string => {
  return `${field.id}-label`;
};

/** As the description goes on to say how to fill the field in. */
export const withHint = (shared: FieldComponentProps, hint: string): FieldComponentProps => {
  const { form, field } = shared;
  const { description } = field;
  const hinted = { ...field, description: description ? `${description}\n${hint}` : hint };
  return { ...shared, field: hinted, props: form.getFieldProps(hinted) };
};

/** Words about a field. */
export const toHint = (id: string | undefined, words: string): ReactElement => {
  return (
    <p id={id} className="hp-field__description">
      {words}
    </p>
  );
};

/** The description, under the id that the control points to. */
const toDescription = ({ id, description }: FrameProps["field"]): ReactElement | undefined => {
  return description ? toHint(`${id}-description`, description) : undefined;
};

/** The errors, under the id that the control points to, once the field counts as invalid. */
const toErrors = (
  { id, errors }: FrameProps["field"],
  props: FrameProps["props"],
  messages: PanelMessages,
): ReactNode => {
  return (
    props["aria-invalid"] && (
      <p id={`${id}-error`} className="hp-field__error">
        {errors.map((error) => messages.fault(error)).join(" ")}
      </p>
    )
  );
};
