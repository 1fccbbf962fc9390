import type { FormView } from "@holdpoint/client/form";

/**
 * Answers an open question with what its fields hold; false where it stays uncovered. A question
 * with buttons is never answered this way: what nobody approved is not approved by sending the others.
 */
export const cover = (form: FormView): boolean => {
  const { expired, status } = form.item;
  if (expired) return status === "declined";
  return status !== "open" || (form.actions.length === 0 && form.commit());
};

/** Whether `cover` would. */
export const isCovered = ({ item, actions, isComplete }: FormView): boolean => {
  if (item.expired) return item.status === "declined";
  return item.status !== "open" || (actions.length === 0 && isComplete);
};
