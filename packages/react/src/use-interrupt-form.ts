"use client";
import { createForms, type FormView } from "@holdpoint/client/form";
import { useMemo } from "react";
import { useAgentClient } from "./agent-provider.tsx";
import { useSelector } from "./use-selector.ts";

/**
 * The form of one pending question, for fields of your own: its tree with values and errors, the functions
 * that change it, and `getFieldProps(field)` for the element of a field. Null where no such question is
 * pending, also once it has been answered and the agent has taken the answer. Renders only when this form
 * has changed. Without a `threadId` it is the first thread of `client.inbox` that waits for this question.
 */
export function useInterruptForm(
  interruptId: string,
  { threadId }: { threadId?: string } = {},
): FormView | null {
  const client = useAgentClient();
  const waiting = useSelector(
    client.inbox,
    (inbox) =>
      threadId ??
      inbox.find(({ approvals }) => approvals.items.some(({ id }) => id === interruptId))?.threadId,
  );
  const forms = useMemo(
    () => (waiting === undefined ? noForms : createForms(client.thread(waiting).approvals)),
    [client, waiting],
  );
  return useSelector(forms, (views) => views.find(({ id }) => id === interruptId) ?? null);
}

const noForms = { get: (): readonly FormView[] => [], subscribe: () => () => {} };
