import type { FormField, FormView } from "@holdpoint/client/form";

/**
 * Answers an open question with what its fields hold; false where it stays uncovered. A question
 * with buttons is never answered this way: what nobody approved is not approved by sending the others.
 */
export function cover(form: FormView): boolean {
  const { expired, status } = form.item;
  if (expired) return status === "declined";
  return status !== "open" || (form.actions.length === 0 && form.commit());
}

/** Whether `cover` can be expected to work. The form alone knows, and tells only when it is tried. */
export function isCovered(form: FormView): boolean {
  const { expired, status } = form.item;
  if (expired) return status === "declined";
  if (status !== "open") return true;
  return (
    form.canCommit && form.actions.length === 0 && form.errors.length === 0 && form.fields.every(isFilled)
  );
}

function isFilled({ kind, required, nullable, value, children }: FormField): boolean {
  // What is left empty is null where it may be; a choice of null is a choice.
  const mayBeEmpty = !required || kind === "null" || (nullable && kind !== "enum" && kind !== "boolean");
  const hasOwn = mayBeEmpty || (value !== undefined && value !== "");
  return hasOwn && children.every(isFilled);
}
