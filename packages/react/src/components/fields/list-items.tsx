import type { FormField } from "@holdpoint/client/form";
import { cloneElement, type ReactElement, useRef } from "react";
import { useFocusAfterRender } from "../../focus.ts";
import { Emptiness } from "./emptiness.tsx";
import type { FieldComponentProps } from "./field-frame.tsx";
import { NewEntry } from "./new-entry.tsx";

/** Whether a part was added to what holds it, which has the button that removes it. */
export const isEntry = ({ canRemove, required }: FormField, holder: FormField | undefined): boolean => {
  const kind = holder?.kind;
  return kind === "array" || (canRemove && (kind === "tuple" || (kind === "map" && required)));
};

/** The items of a list, or the entries of a map, with buttons that remove and move those that were added. */
export const ListItems = (shared: FieldComponentProps): ReactElement => {
  const { form, field, props, label, messages, children } = shared;
  const list = useRef<HTMLOListElement>(null);
  const next = useRef(0);
  const { current: keys } = useRef<number[]>([]);
  const focus = useFocusAfterRender(field.id);
  const { disabled } = props;
  const isMap = field.kind === "map";
  const items = field.children;

  // An item keeps its key wherever it is moved; what somebody else changes is taken as it stands.
  keys.length = Math.min(keys.length, items.length);
  while (keys.length < items.length) keys.push(next.current++);

  /** Focuses the item at an index once it is drawn; without one, the control that adds one. */
  const focusItem = (index: number) => focus(() => list.current?.children[index]);
  const add = (key?: string) => {
    form.add(field.path, key);
    focusItem(items.length);
  };

  return (
    <>
      {items.length > 0 && (
        <ol ref={list} className="hp-items">
          {items.map((item, index) => (
            <li key={isMap ? item.id : keys[index]}>
              {/* The id has the place of an item, but its element goes with it. */}
              {children[index] && cloneElement(children[index], { key: "field" })}
              {isEntry(item, field) && (
                <div className="hp-items__actions">
                  {!isMap &&
                    [-1, 1].map((by) => {
                      const other = items[index + by];
                      return (
                        <button
                          key={by}
                          type="button"
                          className="hp-link"
                          disabled={disabled || item.readOnly || !other || !isEntry(other, field)}
                          onClick={({ currentTarget }) => {
                            keys.splice(index + by, 0, ...keys.splice(index, 1));
                            form.move(item.path, by);
                            // At an end it is the button for the other way.
                            focus(() =>
                              currentTarget.disabled ? currentTarget.parentElement : currentTarget,
                            );
                          }}
                        >
                          {by < 0 ? messages.moveUp(item.label) : messages.moveDown(item.label)}
                        </button>
                      );
                    })}
                  <button
                    type="button"
                    className="hp-link"
                    disabled={disabled || !item.canRemove}
                    onClick={() => {
                      keys.splice(index, 1);
                      form.remove(item.path);
                      focusItem(Math.min(index, items.length - 2));
                    }}
                  >
                    {messages.removePart(item.label)}
                  </button>
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {isMap ? (
        <NewEntry {...shared} onAdd={add} />
      ) : (
        (field.canAdd || field.kind === "array") && (
          <button
            type="button"
            className="hp-link"
            disabled={disabled || !field.canAdd}
            id={field.kind === "array" ? field.id : undefined}
            aria-describedby={props["aria-describedby"]}
            onClick={() => add()}
          >
            {messages.addItem(label)}
          </button>
        )
      )}
      <Emptiness {...shared} isEmpty={items.length === 0} />
    </>
  );
};
