import { type ReactElement, type ReactNode, useRef } from "react";
import { useMessages } from "../../agent-provider.tsx";
import { focusInto, useAfterRender } from "../../focus.ts";
import { Description, type FieldComponentProps, FieldErrors } from "./field-frame.tsx";

/** The parts of an object under its name. One that may be left out is a button until somebody wants it. */
export function GroupField({
  form,
  field,
  children,
}: FieldComponentProps & { children: ReactNode }): ReactElement {
  const messages = useMessages();
  const place = useRef<HTMLDivElement>(null);
  const afterRender = useAfterRender();
  const props = form.getFieldProps(field);
  const label = field.label || messages.answerLabel;
  const described = props["aria-describedby"];
  const isInvalid = props["aria-invalid"];
  const change = (edit: FieldComponentProps["form"]["add"]) => {
    edit(field.path);
    afterRender(() => {
      focusInto(place.current);
      return true;
    });
  };
  return (
    <div ref={place} className="hp-field" data-kind={field.kind} data-invalid={isInvalid}>
      {field.value !== "" ? (
        <fieldset
          id={field.id}
          className="hp-group"
          tabIndex={-1}
          aria-describedby={described}
          data-invalid={isInvalid}
        >
          <legend className="hp-field__label">{label}</legend>
          <Description field={field} />
          {children}
          {/* An item is removed by the buttons of its list. */}
          {field.canRemove && typeof field.key !== "number" && (
            <button
              type="button"
              className="hp-link"
              disabled={props.disabled}
              onClick={() => change(form.remove)}
            >
              {messages.removePart(label)}
            </button>
          )}
        </fieldset>
      ) : (
        <>
          <button
            type="button"
            id={field.id}
            className="hp-link"
            disabled={props.disabled || !field.canAdd}
            aria-describedby={described}
            data-invalid={isInvalid}
            onClick={() => change(form.add)}
          >
            {messages.addPart(label)}
          </button>
          <Description field={field} />
        </>
      )}
      <FieldErrors field={field} props={props} />
    </div>
  );
}
