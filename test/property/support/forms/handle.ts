import type { Path } from "@holdpoint/client";
import { createForm, type FormField } from "@holdpoint/client/form";
import { expect } from "vitest";
import { askOnly, type Question } from "../../../forms/support/ask.ts";
import { drawn } from "../../../forms/support/look.ts";

/** Something that a page does to the form, at one of the fields that are drawn then. */
export interface Touch {
  readonly does:
    | "type"
    | "give"
    | "add"
    | "entry"
    | "remove"
    | "move"
    | "choose"
    | "touch"
    | "commit"
    | "answer"
    | "clear";
  readonly at: number;
  readonly number: number;
  readonly value: unknown;
}

/** Does it, to a field that is drawn or, sometimes, to one beside it. */
export function handle({ form }: Question, { does, at, number, value }: Touch): void {
  const view = form.get();
  const fields = drawn(view.fields);
  const field = fields[at % Math.max(1, fields.length)];
  const path: Path = field?.path ?? ["nowhere", 0];
  const props = field && view.getFieldProps(field);
  if (does === "type")
    props?.onChange({
      target: { type: "text", value: typeof value === "string" ? value : JSON.stringify(value) },
    });
  else if (does === "give") view.setValue(number === 3 ? [...path, number] : path, value);
  else if (does === "add") view.add(path, number > 2 ? number : undefined);
  else if (does === "entry") view.add(path, String(value));
  else if (does === "remove") view.remove(path);
  else if (does === "move") view.move(path, number - 2);
  else if (does === "choose")
    props?.onChange({ target: { type: "checkbox", checked: number > 1, value: String(number - 1) } });
  else if (does === "touch") props?.onBlur();
  else if (does === "commit") view.commit();
  else if (does === "answer") view.answer(value);
  else view.clear();
}

/** What a person sees of a field, and what it says. */
type Seen = Pick<FormField, "path" | "kind" | "value" | "canAdd" | "canRemove"> & {
  children: readonly Seen[];
};

const see = ({ path, kind, value, canAdd, canRemove, children }: FormField): Seen => ({
  path,
  kind,
  value,
  canAdd,
  canRemove,
  children: children.map(see),
});

/** A form that is opened from the stored draft of another shows the same and would send the same. */
export async function expectSameFromDraft({ form }: Question, schema: unknown): Promise<void> {
  const view = form.get();
  if (view.item.draft === undefined || view.item.status === "answered") return;
  // Without a field there is no text, so that the draft is a refused answer as it came.
  if (view.fields.length === 0) return;
  const approvals = await askOnly(schema);
  approvals.draft("q", JSON.parse(JSON.stringify(view.item.draft)));
  const again = createForm(approvals, "q").get();
  expect(again.fields.map(see)).toEqual(view.fields.map(see));
  expect(again.values).toEqual(view.values);
}

/** Nothing is drawn twice, and every field has a name of its own. */
export function expectWhole({ form }: Question): void {
  const view = form.get();
  const fields = drawn(view.fields);
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  for (const field of fields.slice(0, 50)) view.getFieldProps(field);
}
