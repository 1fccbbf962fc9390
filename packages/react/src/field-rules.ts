import type { Path } from "@holdpoint/client";
import type { FormField, FormView } from "@holdpoint/client/form";
import type { ReactElement, ReactNode } from "react";

/** What a {@link FieldRule} is given to draw. */
export interface FieldRuleProps {
  form: FormView;
  /** Its `id` is the one for its element in this place on the page: hand this very object to `form.getFieldProps`. */
  field: FormField;
  /** What is drawn of `field.children`, one for one. Of a list these are the items alone, without buttons. */
  children: readonly ReactElement[];
}

/** Draws the fields that all of its conditions hold for; without a condition, every field. */
export interface FieldRule {
  kind?: FormField["kind"];
  /** The schema's `format`. */
  format?: string;
  /** The keys that lead to the field; `"*"` stands for any one key. A union and its chosen way have the same. */
  path?: Path;
  when?(field: FormField): boolean;
  /**
   * Draws the field whole, with its label, description and errors. A plain function, called while ours
   * renders: what needs hooks is a component that it returns.
   */
  render(props: FieldRuleProps): ReactNode;
}

/** Whether a rule draws a field. */
export const draws = ({ kind, format, path, when }: FieldRule, field: FormField): boolean => {
  return (
    (kind ?? field.kind) === field.kind &&
    (format ?? field.format) === field.format &&
    (!path ||
      (path.length === field.path.length &&
        path.every((key, at) => key === "*" || key === field.path[at]))) &&
    (when?.(field) ?? true)
  );
};
