import { type ReactElement, useState } from "react";
import { hasRadios, isLong, OneOf, search } from "./choices.tsx";
import { type FieldComponentProps, FieldFrame } from "./field-frame.tsx";

/** One of a list. A long one is searched by typing: what is no option is kept as it was typed, and refused. */
export const EnumField = (shared: FieldComponentProps): ReactElement => {
  const [typed, setTyped] = useState("");
  const [isTyping, setIsTyping] = useState(false);
  const { field, props } = shared;
  const { options } = field;
  if (!isLong(field)) {
    return (
      <FieldFrame {...shared} group={hasRadios(field)}>
        <OneOf {...shared} />
      </FieldFrame>
    );
  }
  const listId = `${field.id}-list`;
  // The name of an option stays out of the way of a text that may become another one.
  const text = (isTyping ? undefined : options[Number(props.value || -1)]?.label) ?? typed;
  return (
    <FieldFrame {...shared}>
      <input
        {...props}
        className="hp-input"
        list={listId}
        autoComplete="off"
        value={text}
        onChange={({ target: { value } }) => {
          setTyped(value);
          setIsTyping(true);
          const at = options.findIndex(({ label }) => label === value);
          props.onChange(value !== "" && at < 0 ? value : { target: { value: at < 0 ? "" : at } });
        }}
        onBlur={() => {
          setIsTyping(false);
          props.onBlur();
        }}
      />
      <datalist id={listId}>
        {search(options, text).map(({ label }) => (
          <option key={label} value={label} />
        ))}
      </datalist>
    </FieldFrame>
  );
};
