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
  let views: readonly FormView[] = [];

  const forms = (): readonly Form[] => approvals.get().items.map((item) => createForm(approvals, item.id));

  function get(): readonly FormView[] {
    const next = forms().map((form) => form.get());
    if (!isSame(next, views)) views = next;
    return views;
  }

  return {
    get,
    subscribe(onChange) {
      let told = get();
      let followed: readonly Form[] = [];
      let ends: readonly (() => void)[] = [];

      function tell(): void {
        if (told === get()) return;
        told = get();
        onChange();
      }
      function follow(next: readonly Form[]): void {
        if (isSame(next, followed)) return;
        followed = next;
        for (const end of ends) end();
        ends = next.map((form) => form.subscribe(tell));
      }

      const end = approvals.subscribe(() => {
        follow(forms());
        tell();
      });
      follow(forms());
      return () => {
        end();
        follow([]);
      };
    },
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}
