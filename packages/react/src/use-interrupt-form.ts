"use client";
import type { Approvals, Readable } from "@holdpoint/client";
import { createForms, type FormView } from "@holdpoint/client/form";
import { useMemo } from "react";
import { useAskingThread } from "./use-asking-thread.ts";
import type { ThreadOptions } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";

/**
 * The form of one pending question, for fields of your own: its tree with values and errors, the functions
 * that change it, and `getFieldProps(field)` for the element of a field. Null where no such question is
 * pending, also once it has been answered and the agent has taken the answer. Renders only when this form
 * has changed. Where no thread is named it is the first one of `client.inbox` that waits for this question.
 */
export function useInterruptForm(interruptId: string, options: ThreadOptions = {}): FormView | null {
  const approvals = useAskingThread(({ id }) => id === interruptId, options)?.approvals;
  const source: Readable<Pick<Approvals, "items">> = approvals ?? nothing;
  const isThere = useSelector(source, ({ items }) => items.some(({ id }) => id === interruptId));
  const forms = useMemo(() => (approvals ? createForms(approvals) : noForms), [approvals]);
  const form = useSelector(forms, (views) => views.find(({ id }) => id === interruptId) ?? null);
  // A question that does not show yet, as while a page takes over what a server has drawn, has no form either.
  return isThere ? form : null;
}

const nothing = { get: (): Pick<Approvals, "items"> => noItems, subscribe: () => () => {} };
const noItems = { items: [] };
const noForms = { get: (): readonly FormView[] => [], subscribe: () => () => {} };
