import { jsonEqual } from "../lib/json-equal.ts";
import { isRecord } from "../protocol/trust.ts";
import type { Path } from "../schema/types.ts";
import { chooseWay, putValue } from "./change-parts.ts";
import { chosen, type Drawn } from "./drawn.ts";
import { shownValue } from "./form-state.ts";
import type { Slot } from "./slot.ts";
import type { FieldProps, FormField } from "./types.ts";

/** An id for an element: safe characters only, and no two places share one. */
export const toFieldId = (batch: string, id: string, path: Path): string => {
  const keys = path.map((key) => (typeof key === "number" ? `i${key}` : `k${toSafe(key)}`));
  return ["field", toSafe(batch), toSafe(id), ...keys].join("-");
};

const toSafe = (text: string): string => {
  return text.replace(/[\W_]/g, (char) => `_${char.charCodeAt(0)}_`);
};

/** The position of the chosen option as text, for the value of a select or radio buttons; "" where nothing is chosen. */
export const optionIndex = (field: FormField): string => {
  const index = field.options.findIndex(({ value }) => jsonEqual(value, field.value));
  return index < 0 ? "" : String(index);
};

/** The props for a field's element. */
export const toFieldProps = (
  field: FormField,
  disabled: boolean,
): Omit<FieldProps, "onChange" | "onBlur"> => {
  const { id, name, kind, value, description, required, readOnly } = field;
  const isInvalid = field.errors.length > 0;
  const described = [description && `${id}-description`, isInvalid && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  const text = typeof value === "string" ? value : "";
  return {
    id,
    name,
    ...(required && { "aria-required": true }),
    ...(isInvalid && { "aria-invalid": true }),
    ...(described && { "aria-describedby": described }),
    disabled,
    ...(readOnly && { readOnly }),
    ...(kind === "boolean"
      ? { checked: value === true }
      : { value: kind === "enum" || kind === "union" ? optionIndex(field) : text }),
  };
};

/** What a change puts into a field: an event's, in the terms of the field, or the value that was given itself. */
export const putChange = (drawn: Drawn, isUnion: boolean, change: unknown): Slot => {
  const field = isUnion ? drawn : chosen(drawn);
  const { kind, node } = field;
  const target = targetOf(change);
  let value = target ? target.value : change;
  if (target && kind === "boolean") {
    if (target.type === "checkbox") value = target.checked === true;
    else value = value === "true" || (value === "null" ? null : value === "false" ? false : undefined);
  } else if (target && ["enum", "multi-enum", "union"].includes(kind)) {
    value = value === "" ? undefined : node.options[Number(value)]?.value;
    if (kind === "multi-enum") {
      const picked: unknown[] = [shownValue(field) ?? []].flat().filter((each) => !jsonEqual(each, value));
      if (target.checked === true) picked.push(value);
      // Where there must be some, none is no answer.
      value = picked.length > 0 || node.required || !node.limits.minItems ? picked : undefined;
    }
    // A choice taken back is not the default again.
    if (value === undefined && !isUnion) return { ...drawn.slot, pick: undefined, out: true };
  }
  return isUnion ? chooseWay(drawn, typeof value === "number" ? value : undefined) : putValue(drawn, value);
};

const targetOf = (change: unknown): Record<string, unknown> | null => {
  const target = isRecord(change) ? change.target : null;
  return isRecord(target) && "value" in target ? target : null;
};
