import type { FormField } from "@holdpoint/client/form";
import { type ReactElement, useRef } from "react";
import { useMessages } from "../../agent-provider.tsx";
import { focusInto, useAfterRender } from "../../focus.ts";
import { Description, type FieldComponentProps, FieldErrors } from "./field-frame.tsx";

/** One item: what it is, and how it is drawn. */
export interface DrawnItem {
  readonly field: FormField;
  readonly element: ReactElement;
}

/** The items of a list, each with buttons that remove and move it. */
export function ListField({
  form,
  field,
  items,
}: FieldComponentProps & { items: readonly DrawnItem[] }): ReactElement {
  const messages = useMessages();
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const afterRender = useAfterRender();
  const props = form.getFieldProps(field);
  const { disabled } = props;
  const label = field.label || messages.answerLabel;
  const mayLeaveEmpty = field.required && field.value === "" && (field.limits.minItems ?? 0) === 0;

  /** Focuses what `find` finds in the item at an index once it is drawn; without an item, the button that adds one. */
  const focusItem = (index: number, find: (item: Element) => HTMLElement | null) =>
    afterRender(() => {
      const item = list.current?.children[index];
      focusInto((item && find(item)) ?? add.current);
      return true;
    });
  const inside = (item: Element) => (item instanceof HTMLElement ? item : null);
  const remove = (item: FormField, index: number) => {
    form.remove(item.path);
    focusItem(Math.min(index, items.length - 2), inside);
  };
  const move = (item: FormField, index: number, by: 1 | -1) => {
    form.move(item.path, by);
    focusItem(
      index + by,
      (moved) =>
        moved.querySelector<HTMLElement>(`:scope > .hp-items__actions > [data-by="${by}"]:enabled`) ??
        moved.querySelector<HTMLElement>(":scope > .hp-items__actions > [data-by]:enabled"),
    );
  };

  return (
    <fieldset className="hp-field hp-group" data-kind={field.kind} data-invalid={props["aria-invalid"]}>
      <legend className="hp-field__label">
        {field.required ? `${label} ` : label}
        {field.required && <span className="hp-field__required">{messages.required}</span>}
      </legend>
      <Description field={field} />
      {items.length > 0 ? (
        <ol ref={list} className="hp-items">
          {items.map(({ field: item, element }, index) => (
            <li key={item.id} className="hp-items__item">
              {element}
              <div className="hp-items__actions">
                {([-1, 1] as const).map((by) => (
                  <button
                    key={by}
                    type="button"
                    className="hp-link"
                    data-by={by}
                    disabled={disabled || item.readOnly || index + by < 0 || index + by >= items.length}
                    onClick={() => move(item, index, by)}
                  >
                    {by < 0 ? messages.moveUp(item.label) : messages.moveDown(item.label)}
                  </button>
                ))}
                <button
                  type="button"
                  className="hp-link"
                  disabled={disabled || !item.canRemove}
                  onClick={() => remove(item, index)}
                >
                  {messages.removePart(item.label)}
                </button>
              </div>
            </li>
          ))}
        </ol>
      ) : (
        field.value !== "" && <p className="hp-field__description">{messages.emptyList}</p>
      )}
      <div className="hp-items__actions">
        <button
          ref={add}
          type="button"
          id={field.id}
          className="hp-link"
          disabled={disabled || !field.canAdd}
          aria-describedby={props["aria-describedby"]}
          onClick={() => {
            form.add(field.path);
            focusItem(items.length, inside);
          }}
        >
          {messages.addItem(label)}
        </button>
        {mayLeaveEmpty && (
          <button
            type="button"
            className="hp-link"
            disabled={disabled || field.readOnly}
            onClick={() => {
              form.setValue(field.path, []);
              focusItem(0, inside);
            }}
          >
            {messages.leaveEmpty(label)}
          </button>
        )}
      </div>
      <FieldErrors field={field} props={props} />
    </fieldset>
  );
}
