import { jsonEqual } from "../lib/json-equal.ts";
import { isRecord } from "../protocol/trust.ts";
import type { Path } from "../schema/types.ts";
import type { Drawn } from "./drawn.ts";
import { shownValue } from "./form-state.ts";
import type { FieldProps, FormField } from "./types.ts";

/** An id for an element: safe characters only, and no two places share one. */
export function toFieldId(batch: string, id: string, path: Path): string {
  const keys = path.map((key) => (typeof key === "number" ? `i${key}` : `k${toSafe(key)}`));
  return ["field", toSafe(batch), toSafe(id), ...keys].join("-");
}

function toSafe(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (char) => `_${char.charCodeAt(0).toString(16)}_`);
}

/** The position of the chosen option as text, for the value of a select or radio buttons; "" where nothing is chosen. */
export function optionIndex(field: FormField): string {
  const index = field.options.findIndex(({ value }) => jsonEqual(value, field.value));
  return index < 0 ? "" : String(index);
}

/** The props for a field's element. */
export function toFieldProps(field: FormField, disabled: boolean): Omit<FieldProps, "onChange" | "onBlur"> {
  const described = [
    ...(field.description === undefined ? [] : [`${field.id}-description`]),
    ...(field.errors.length === 0 ? [] : [`${field.id}-error`]),
  ];
  return {
    id: field.id,
    name: field.name,
    ...(field.required && { "aria-required": true }),
    ...(field.errors.length > 0 && { "aria-invalid": true }),
    ...(described.length > 0 && { "aria-describedby": described.join(" ") }),
    disabled,
    ...(field.readOnly && { readOnly: true }),
    ...toValueProps(field),
  };
}

function toValueProps(field: FormField): Pick<FieldProps, "value" | "checked"> {
  if (field.kind === "boolean") return { checked: field.value === true };
  if (field.kind === "enum" || field.kind === "union") return { value: optionIndex(field) };
  return { value: typeof field.value === "string" ? field.value : "" };
}

/** What a change says: an event's, in the terms of the field, or the value that was given itself. */
export function fromChange(drawn: Drawn, change: unknown): unknown {
  const { node, kind } = drawn;
  const target = targetOf(change);
  if (target === null) return change;
  const { value, type, checked } = target;
  const isChecked = checked === true;
  if (kind === "boolean") {
    if (type === "checkbox") return isChecked;
    return value === "true" || (value === "null" ? null : value === "false" ? false : undefined);
  }
  if (!["enum", "multi-enum", "union"].includes(kind)) return value;
  const option = value === "" ? undefined : node.options[Number(value)]?.value;
  if (kind !== "multi-enum") return option;
  const others = [shownValue(drawn) ?? []].flat().filter((each) => !jsonEqual(each, option));
  // Where there must be some, none is no answer.
  if (isChecked) return [...others, option];
  return others.length > 0 || node.required || !node.limits.minItems ? others : undefined;
}

function targetOf(change: unknown): Record<string, unknown> | null {
  const target = isRecord(change) ? change.target : null;
  return isRecord(target) && "value" in target ? target : null;
}
