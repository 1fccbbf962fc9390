import type { ApprovalsControl } from "../approvals/approvals.ts";
import type { Cell } from "../lib/cell.ts";
import { defined } from "../lib/defined.ts";
import type { Publisher } from "../lib/publisher.ts";
import type { ThreadRecord } from "../storage/record.ts";
import type { KeptThread } from "../storage/types.ts";
import type { ThreadStore } from "../thread/store.ts";
import type { Runner } from "./runner.ts";
import type { Standing } from "./snapshot.ts";

/** A thread as a record, and back. */
export function createRecorder(
  threadId: string,
  store: ThreadStore,
  approvals: ApprovalsControl,
  standing: Cell<Standing>,
  publisher: Publisher,
  runner: Pick<Runner, "session" | "owed" | "owe">,
): KeptThread {
  return {
    threadId,
    record: () =>
      defined<ThreadRecord>({
        version: 1,
        threadId,
        messages: store.all(),
        state: store.state.peek(),
        batch: approvals.stored(),
        decisions: approvals.decisions.peek(),
        usage: store.usage.peek(),
        session: runner.session.get(),
        calls: runner.owed(),
      }),
    restore({ messages, state, batch, decisions, usage, session, calls = [] }, elsewhere) {
      store.replaceAll(messages);
      store.state.set(state);
      store.usage.set(usage);
      store.subagents.set([]);
      runner.session.set(session);
      runner.owe(calls);
      approvals.restore(batch, decisions, elsewhere);
      standing.set({ status: batch ? "interrupted" : "idle" });
      publisher.flush();
    },
  };
}
