import type { ReactElement } from "react";
import { useFocusAfterRender } from "../../focus.ts";
import { type FieldComponentProps, toHint } from "./field-frame.tsx";

/** Says of a list that has nothing in it that it is sent so, or offers that, or an empty text, where something must be said. */
export const Emptiness = ({
  form,
  field,
  label,
  messages,
  isEmpty,
}: FieldComponentProps & { isEmpty: boolean }): ReactElement | null => {
  const focus = useFocusAfterRender(field.id);
  if (!isEmpty) return null;
  if (field.value) return toHint(undefined, messages.emptyList);
  if (!field.required || field.limits.minItems) return null;
  return (
    <button
      type="button"
      className="hp-link"
      disabled={form.disabled || field.readOnly}
      onClick={() => {
        if (field.kind === "string") form.add(field.path);
        else form.setValue(field.path, field.kind === "map" ? {} : []);
        focus();
      }}
    >
      {messages.leaveEmpty(label)}
    </button>
  );
};
