import type { ApprovalActions } from "../approvals/types.ts";
import type { Readable } from "../lib/cell.ts";
import { createForm } from "./create-form.ts";
import type { Form, FormView } from "./types.ts";

const listOf = new WeakMap<ApprovalActions, Readable<readonly FormView[]>>();

/**
 * The forms of all pending questions, in the agent's order: the same array
 * until one of them changes. Listens only while it is listened to.
 */
export function createForms(approvals: ApprovalActions): Readable<readonly FormView[]> {
  const list = listOf.get(approvals) ?? openForms(approvals);
  listOf.set(approvals, list);
  return list;
}

function openForms(approvals: ApprovalActions): Readable<readonly FormView[]> {
  const listeners = new Set<() => void>();
  const subscriptions = new Map<Form, () => void>();
  let views: readonly FormView[] = [];
  let told: readonly FormView[] = views;
  let unsubscribe: (() => void) | null = null;

  const forms = (): readonly Form[] => approvals.get().items.map((item) => createForm(approvals, item.id));

  function get(): readonly FormView[] {
    const next = forms().map((form) => form.get());
    if (next.length !== views.length || next.some((view, at) => view !== views[at])) views = next;
    return views;
  }

  function follow(): void {
    const wanted = new Set(unsubscribe === null ? [] : forms());
    for (const [form, end] of subscriptions) {
      if (wanted.has(form)) continue;
      end();
      subscriptions.delete(form);
    }
    for (const form of wanted) {
      if (!subscriptions.has(form)) subscriptions.set(form, form.subscribe(tell));
    }
  }

  function tell(): void {
    const now = get();
    if (now === told) return;
    told = now;
    for (const listener of [...listeners]) listener();
  }

  return {
    get,
    subscribe(onChange) {
      const listener = () => onChange();
      listeners.add(listener);
      if (unsubscribe === null) {
        unsubscribe = approvals.subscribe(() => {
          follow();
          tell();
        });
        follow();
        told = get();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || unsubscribe === null) return;
        unsubscribe();
        unsubscribe = null;
        follow();
      };
    },
  };
}
