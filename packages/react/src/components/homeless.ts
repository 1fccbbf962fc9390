import type { FieldError } from "@holdpoint/client";
import type { FormView } from "@holdpoint/client/form";

/** The errors that belong to no field. Keys are compared as they are, never joined. */
export const homelessOf = ({ errors, fields }: FormView): readonly FieldError[] => {
  return errors.filter(
    ({ path }) => !fields.some((field) => field.path.every((key, index) => path[index] === key)),
  );
};
