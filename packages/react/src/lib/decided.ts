import type { Decision } from "@holdpoint/client";
import type { FormView } from "@holdpoint/client/form";

/** Forms whose batch is gone, with the answers that were decided on; those without a decision are left out. */
export const decided = (forms: readonly FormView[], decisions: readonly Decision[]): readonly FormView[] => {
  return forms.flatMap((form) => {
    const decision = decisions.find(
      ({ batch, interruptId }) => batch === form.item.batch && interruptId === form.id,
    );
    if (!decision) return [];
    const { policy: _, ...item } = form.item;
    const status = decision.status === "cancelled" ? "declined" : "answered";
    return {
      ...form,
      item: { ...item, status, payload: decision.payload, expired: false, notice: null, errors: [] } as const,
      disabled: true,
      errors: [],
      error: null,
    };
  });
};
