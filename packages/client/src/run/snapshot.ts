import type { Approvals, Decision } from "../approvals/types.ts";
import type { Readable } from "../lib/cell.ts";
import type { Publisher } from "../lib/publisher.ts";
import type { ThreadStore } from "../thread/store.ts";
import type { ThreadMessage } from "../thread/types.ts";
import type { ThreadSnapshot, ThreadStatus } from "./thread-types.ts";

/** The standing of a thread: its status with the run and the error that belong to it. */
export interface Standing {
  readonly status: ThreadStatus;
  readonly runId?: string;
  readonly error?: Error;
}

/**
 * The whole thread as one readable: built when first read after a publish, and
 * the same reference until the next; unchanged parts keep theirs for ever.
 */
export function createSnapshot(parts: {
  readonly threadId: string;
  readonly publisher: Publisher;
  readonly store: ThreadStore;
  readonly standing: Readable<Standing>;
  readonly approvals: Readable<Approvals>;
  readonly decisions: Readable<readonly Decision[]>;
}): Readable<ThreadSnapshot> {
  const { publisher, store } = parts;
  let snapshot: ThreadSnapshot | undefined;
  let messages: readonly ThreadMessage[] = [];
  publisher.onPublish(() => {
    snapshot = undefined;
  });

  function readMessages(): readonly ThreadMessage[] {
    const next = store.ids.get().flatMap((id) => store.message(id).get() ?? []);
    const same = next.length === messages.length && next.every((message, at) => message === messages[at]);
    if (!same) messages = next;
    return messages;
  }

  return {
    get() {
      snapshot ??= {
        threadId: parts.threadId,
        ...parts.standing.get(),
        messages: readMessages(),
        state: store.state.get(),
        approvals: parts.approvals.get(),
        subagents: store.subagents.get(),
        usage: store.usage.get(),
        decisions: parts.decisions.get(),
      };
      return snapshot;
    },
    subscribe: publisher.onPublish,
  };
}
