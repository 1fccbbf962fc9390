import { type ReactElement, useState } from "react";
import { Buttons, isLong, search, toChoices } from "./choices.tsx";
import { Emptiness } from "./emptiness.tsx";
import { type FieldComponentProps, GroupFrame } from "./field-frame.tsx";

/** Any of a list, as checkboxes. A long one is searched: what is checked stays in sight. */
export const MultiField = (shared: FieldComponentProps): ReactElement => {
  const { field, props, label, messages } = shared;
  const [text, setText] = useState("");
  const values = Array.isArray(field.value) ? field.value : [];
  const options = toChoices(field, (_, at) => values.includes(field.options[at]?.value));
  const found = search(options, text);
  const choices = isLong(field) ? options.filter((each) => each.checked || found.includes(each)) : options;
  return (
    <GroupFrame {...shared}>
      {isLong(field) && (
        <label className="hp-search">
          {messages.search(label)}
          <input
            type="search"
            className="hp-input"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
      )}
      <div className="hp-choices">
        <Buttons props={props} choices={choices} type="checkbox" />
      </div>
      <Emptiness {...shared} isEmpty={values.length === 0} />
    </GroupFrame>
  );
};
