import type { ReactElement } from "react";
import { useFocusAfterRender } from "../../focus.ts";
import { type FieldComponentProps, FieldFrame, GroupFrame } from "./field-frame.tsx";
import { isEntry, ListItems } from "./list-items.tsx";

/** The parts of an object or a list under its name. One that may be left out is a button until somebody wants it. */
export const GroupField = (shared: FieldComponentProps): ReactElement => {
  const { form, field, holder, props, label, messages, children } = shared;
  const focus = useFocusAfterRender(field.id);
  const { kind } = field;
  const isList = kind === "array";
  const change = (edit: typeof form.add) => {
    edit(field.path);
    focus();
  };
  if (field.value === "" && (kind === "object" || !(isList || field.required))) {
    const head = (
      <button
        type="button"
        className="hp-link"
        disabled={props.disabled || !field.canAdd}
        id={field.id}
        aria-describedby={props["aria-describedby"]}
        onClick={() => change(form.add)}
      >
        {messages.addPart(label)}
      </button>
    );
    return <FieldFrame {...shared} head={head} />;
  }
  return (
    <GroupFrame {...shared}>
      {kind === "object" ? children : <ListItems {...shared} />}
      {/* An entry has a button already; a list is not thrown away with all that is in it. */}
      {field.canRemove && !isEntry(field, holder) && !(isList && children.length > 0) && (
        <button
          type="button"
          className="hp-link"
          disabled={props.disabled}
          onClick={() => change(form.remove)}
        >
          {messages.removePart(label)}
        </button>
      )}
    </GroupFrame>
  );
};
