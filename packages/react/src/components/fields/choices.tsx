import type { FieldProps, FormField } from "@holdpoint/client/form";
import type { ReactElement } from "react";
import { type FieldComponentProps, labelId, toHint } from "./field-frame.tsx";

/** The most choices that are all shown at once. */
const MOST_RADIOS = 5;
/** From here on choices are searched. */
const MOST_LISTED = 20;
/** The most that a search shows. */
const MOST_FOUND = 50;

/** Whether the options of a field are radio buttons. */
export const hasRadios = ({ options }: FormField): boolean => options.length <= MOST_RADIOS;

/** Whether a field has too many options to look through. */
export const isLong = ({ options }: FormField): boolean => options.length > MOST_LISTED;

/** One of several choices. */
export interface Choice {
  /** What the field's `onChange` takes for it. */
  readonly value: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly checked: boolean;
}

/** The props of `Choices`. */
interface ChoicesProps {
  field: FormField;
  props: FieldProps;
  choices: readonly Choice[];
}

/** Choices as radio buttons, under the id of their field so that an error list can point there. */
export const Choices = (shared: ChoicesProps): ReactElement => {
  const { field, props } = shared;
  return (
    <div
      id={props.id}
      role="radiogroup"
      aria-labelledby={labelId(field)}
      aria-describedby={props["aria-describedby"]}
      aria-invalid={props["aria-invalid"]}
      aria-required={props["aria-required"]}
      className="hp-choices"
    >
      <Buttons {...shared} type="radio" />
    </div>
  );
};

/** The buttons of choices, of which one or several can be chosen. */
export const Buttons = ({
  props,
  choices,
  type,
}: Pick<ChoicesProps, "props" | "choices"> & { type: "radio" | "checkbox" }): ReactElement[] => {
  return choices.map(({ value, label, description, checked }) => (
    <label key={value} className="hp-choice">
      <input
        type={type}
        name={props.name}
        value={value}
        checked={checked}
        disabled={props.disabled || props.readOnly}
        onChange={props.onChange}
        onBlur={props.onBlur}
      />
      <span>
        {label} {description && <span className="hp-choice__description">{description}</span>}
      </span>
    </label>
  ));
};

/** The options of a field as choices. */
export const toChoices = (
  { options }: FormField,
  isChosen: (value: string, at: number) => boolean,
): readonly Choice[] => {
  return options.map(({ label, description }, at) => ({
    value: String(at),
    label,
    description,
    checked: isChosen(String(at), at),
  }));
};

/**
 * One of the options of a field: radio buttons for a few, a select for more. The empty choice takes an
 * answer back that may be left out.
 */
export const OneOf = (shared: FieldComponentProps): ReactElement => {
  const { field, props, messages } = shared;
  const { readOnly, ...rest } = props;
  const choices = toChoices(field, (value) => value === props.value);
  // An option of null says the same.
  const mayBeNone = (!field.required || field.nullable) && field.options.every(({ value }) => value !== null);
  if (hasRadios(field)) {
    const none = { value: "", label: messages.nothing, checked: props.value === "" };
    return <Choices {...shared} choices={mayBeNone ? [...choices, none] : choices} />;
  }
  const description = choices.find(({ checked }) => checked)?.description;
  return (
    <>
      <select
        {...rest}
        className="hp-input"
        aria-labelledby={labelId(field)}
        disabled={props.disabled || readOnly}
      >
        <option value="">{mayBeNone ? messages.nothing : messages.choose}</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {description && toHint(undefined, description)}
    </>
  );
};

/** The first of many that have a text in them, however it is written. */
export const search = <T extends { readonly label: string }>(
  options: readonly T[],
  text: string,
): readonly T[] => {
  const wanted = text.toLowerCase();
  return options.filter(({ label }) => label.toLowerCase().includes(wanted)).slice(0, MOST_FOUND);
};
