"use client";
import type { ApprovalItem, Inbox, Readable, Thread } from "@holdpoint/client";
import { clientOf, usePart } from "./agent-provider.tsx";
import { type ThreadOptions, useNamedThread } from "./use-named-thread.ts";
import { useSelector } from "./use-selector.ts";

/** The thread that is named; where none is, the first one of the inbox that asks such a question. */
export function useAskingThread(
  isAsked: (item: ApprovalItem) => boolean,
  options: ThreadOptions,
): Thread | undefined {
  const named = useNamedThread(options);
  const part = usePart();
  const client = named ? undefined : clientOf(part, options.agent);
  const waiting = useSelector(
    client?.inbox ?? empty,
    (inbox) => inbox.find(({ approvals }) => approvals.items.some(isAsked))?.threadId,
  );
  return named ?? (waiting === undefined ? undefined : client?.thread(waiting));
}

const empty: Readable<Inbox> = { get: () => noThreads, subscribe: () => () => {} };
const noThreads: Inbox = [];
