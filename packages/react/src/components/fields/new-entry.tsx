import { type ReactElement, useState } from "react";
import type { FieldComponentProps } from "./field-frame.tsx";

/** Asks for the name of a new entry, and adds it. */
export const NewEntry = ({
  field,
  props,
  label,
  messages,
  onAdd,
}: FieldComponentProps & { onAdd(key: string): void }): ReactElement => {
  const [key, setKey] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const { id, disabled, "aria-describedby": described = "" } = props;
  const faultId = `${id}-fault`;
  const add = () => {
    const name = key.trim();
    const refuses = name === "" || field.children.some((child) => child.key === name);
    setIsRefused(refuses);
    if (refuses) return;
    setKey("");
    onAdd(name);
  };
  return (
    <>
      <label htmlFor={id} className="hp-field__label">
        {messages.newName(label)}
      </label>
      <div className="hp-items__actions">
        <input
          id={id}
          className="hp-input"
          autoComplete="off"
          disabled={disabled || !field.canAdd}
          value={key}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? `${faultId} ${described}` : described}
          onChange={({ target }) => setKey(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") add();
          }}
        />
        <button type="button" className="hp-link" disabled={disabled || !field.canAdd} onClick={add}>
          {messages.addItem(label)}
        </button>
      </div>
      {isRefused && (
        <p id={faultId} className="hp-field__error">
          {messages.nameFault}
        </p>
      )}
    </>
  );
};
