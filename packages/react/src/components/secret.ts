import type { FormField } from "@holdpoint/client/form";

/** Whether what is in a field is not to be seen, as a password. */
export const isSecret = ({ writeOnly, format }: FormField): boolean => {
  return writeOnly || format === "password";
};
