import type { ApprovalsControl } from "../approvals/approvals.ts";
import { NONE, type StoredBatch } from "../approvals/batch.ts";
import { RunError } from "../errors.ts";
import type { Cell } from "../lib/cell.ts";
import { defined } from "../lib/defined.ts";
import type { Publisher } from "../lib/publisher.ts";
import type { ThreadRecord } from "../storage/record.ts";
import type { KeptThread } from "../storage/types.ts";
import type { ThreadStore } from "../thread/store.ts";
import type { Runner } from "./runner.ts";
import type { Standing } from "./snapshot.ts";

/** A thread as a record, and back. */
export const createRecorder = (
  threadId: string,
  store: ThreadStore,
  approvals: ApprovalsControl,
  standing: Cell<Standing>,
  publisher: Publisher,
  runner: Pick<Runner, "session" | "owed" | "owe">,
): KeptThread => {
  return {
    threadId,
    record() {
      const batch = approvals.current();
      return defined<ThreadRecord>({
        version: 1,
        threadId,
        messages: store.all(),
        state: store.state.peek(),
        batch: batch.batch === null ? undefined : batch,
        decisions: approvals.decisions.peek(),
        usage: store.usage.peek(),
        session: runner.session.get(),
        ...runner.owed(),
      });
    },
    restore(record, taken) {
      const { messages, state, batch = NONE, decisions, usage, session } = record;
      const { error, phase }: StoredBatch = batch;
      store.replaceAll(messages);
      store.state.set(state);
      store.usage.set(usage);
      store.subagents.set([]);
      runner.session.set(session);
      runner.owe(record);
      approvals.decisions.set(decisions);
      approvals.put({
        ...batch,
        error: taken ?? (phase === "failed" && error ? new RunError(error.message, error.code) : null),
      });
      standing.set({ status: batch.batch === null ? "idle" : "interrupted" });
    },
    publish: publisher.flush,
  };
};
