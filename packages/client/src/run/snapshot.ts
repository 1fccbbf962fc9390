import type { ApprovalsControl } from "../approvals/approvals.ts";
import type { Readable } from "../lib/cell.ts";
import { defined } from "../lib/defined.ts";
import type { Publisher } from "../lib/publisher.ts";
import type { ThreadStore } from "../thread/store.ts";
import type { ThreadMessage } from "../thread/types.ts";
import type { ThreadSnapshot } from "./thread-types.ts";
import type { RunEnd } from "./types.ts";

/** The standing of a thread: its status, with the run and the error that belong to it. */
export type Standing = Pick<ThreadSnapshot, "status"> & Omit<Partial<RunEnd>, "status">;

/**
 * The whole thread as one readable: built when first read after a publish, and
 * the same reference until the next; unchanged parts keep theirs for ever.
 */
export const createSnapshot = (
  threadId: string,
  publisher: Publisher,
  store: ThreadStore,
  standing: Readable<Standing>,
  approvals: Pick<ApprovalsControl, "actions" | "decisions">,
): Readable<ThreadSnapshot> => {
  let snapshot: ThreadSnapshot | undefined;
  let messages: readonly ThreadMessage[] = [];
  publisher.onPublish(() => {
    snapshot = undefined;
  });

  const readMessages = (): readonly ThreadMessage[] => {
    const next = store.ids.get().flatMap((id) => store.message(id).get() ?? []);
    const same = next.length === messages.length && next.every((message, at) => message === messages[at]);
    if (!same) messages = next;
    return messages;
  };

  return {
    get() {
      const { status, runId, error } = standing.get();
      snapshot ??= defined<ThreadSnapshot>({
        threadId,
        status,
        runId,
        error,
        messages: readMessages(),
        state: store.state.get(),
        approvals: approvals.actions.get(),
        subagents: store.subagents.get(),
        usage: store.usage.get(),
        decisions: approvals.decisions.get(),
      });
      return snapshot;
    },
    subscribe: publisher.onPublish,
  };
};
