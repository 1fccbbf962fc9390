import type { FormAction, FormView } from "@holdpoint/client/form";

/**
 * The buttons that approve all questions that are still open; undefined where these are not several, or one of
 * them cannot be approved by a press: it has other buttons or none, lacks something in its fields, or has expired.
 */
export const approvalsOf = (forms: readonly FormView[]): readonly FormAction[] | undefined => {
  const open = forms.filter(({ item }) => item.status === "open");
  const presses = open.flatMap(({ actions, canCommit, isComplete, item }) =>
    item.expired || (canCommit && !isComplete) ? [] : actions.filter(({ id }) => id === "approve"),
  );
  return presses.length > 1 && presses.length === open.length ? presses : undefined;
};
