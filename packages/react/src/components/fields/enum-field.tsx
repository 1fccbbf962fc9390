import { type ReactElement, useState } from "react";
import { hasRadios, isLong, listId, OneOf, Suggestions, search } from "./choices.tsx";
import { type FieldComponentProps, FieldFrame } from "./field-frame.tsx";

/** One of a list. A long one is searched by typing: what is no option is kept as it was typed, and refused. */
export function EnumField(shared: FieldComponentProps): ReactElement {
  const [typed, setTyped] = useState("");
  const { field, props } = shared;
  const { options } = field;
  if (!isLong(field)) {
    return (
      <FieldFrame {...shared} group={hasRadios(field)}>
        <OneOf {...shared} />
      </FieldFrame>
    );
  }
  const text = options[Number(props.value || -1)]?.label ?? typed;
  return (
    <FieldFrame {...shared}>
      <input
        {...props}
        className="hp-input"
        list={listId(field)}
        autoComplete="off"
        value={text}
        onChange={({ target: { value } }) => {
          setTyped(value);
          const at = options.findIndex(({ label }) => label === value);
          props.onChange(value !== "" && at < 0 ? value : { target: { value: at < 0 ? "" : at } });
        }}
      />
      <Suggestions field={field} labels={search(options, text).map(({ label }) => label)} />
    </FieldFrame>
  );
}
