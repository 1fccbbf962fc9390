import type { FormField } from "@holdpoint/client/form";

/** The id of a field's element in one of the places on a page that may show it. */
export const scopedId = (scope: string, field: FormField): string => {
  return `${scope}-${field.id}`;
};
