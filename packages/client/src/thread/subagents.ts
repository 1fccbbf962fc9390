import type { Cell } from "../lib/cell.ts";
import { defined, type Loose } from "../lib/defined.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import type { AgentEvent, Naming } from "../protocol/events.ts";
import type { ThreadMessage } from "./types.ts";

/** One invocation of a subagent, with what it has produced. */
export interface SubagentView {
  /** The `subagentRunId`: one invocation's, never a subagent's in general. */
  readonly id: string;
  /** Null where the agent attributed work without ever announcing the invocation. */
  readonly name: string | null;
  readonly description?: string;
  /** `suspended`: it waits for answers; `abandoned`: its run ended badly. */
  readonly status: "running" | "finished" | "suspended" | "failed" | "abandoned";
  /** The run in which it was last heard of. */
  readonly runId: string;
  /** The invocation that spawned it; absent for the parent agent. */
  readonly parentSubagentRunId?: string;
  readonly parentToolCallId?: string;
  readonly parentMessageId?: string;
  /** Its messages, in order. */
  readonly messageIds: readonly string[];
  readonly result?: unknown;
  /** Why it failed. */
  readonly error?: { readonly message: string; readonly code?: string };
  /** The interrupts that it raised itself, while `suspended`. */
  readonly interruptIds?: readonly string[];
}

/** What an event says of an invocation. */
type Change = Loose<Omit<SubagentView, "id" | "name" | "runId" | "messageIds">> & { readonly name?: string };

/** Keeps the invocations of a thread; `runOf` gives the run at hand. Source: AG-UI 1.1, events/subagents. */
export const createSubagents = (
  cell: Cell<readonly SubagentView[]>,
  runOf: () => string,
): {
  /** Takes any event; those that concern no invocation are passed over. */
  observe(event: AgentEvent): void;
  /** Ends those that still run, as their run ended. */
  endAll(status: "finished" | "abandoned"): void;
} => {
  const find = (id: string): SubagentView | undefined => cell.peek().find((each) => each.id === id);

  const update = (id: string, change: Change): void => {
    const all = cell.peek();
    const known = find(id);
    const after = defined<SubagentView>({
      id,
      name: null,
      messageIds: [],
      ...known,
      // What came of it before is not what it is at now.
      result: undefined,
      error: undefined,
      interruptIds: undefined,
      runId: runOf(),
      ...change,
    });
    cell.set(known === undefined ? [...all, after] : all.map((each) => (each === known ? after : each)));
    cell.grow("");
  };

  const endAll = (status: "finished" | "abandoned"): void => {
    for (const each of cell.peek()) if (each.status === "running") update(each.id, { status });
  };

  const observe = (event: AgentEvent): void => {
    switch (event.type) {
      case "SUBAGENT_STARTED": {
        const {
          type: _type,
          subagentRunId,
          timestamp: _at,
          rawEvent: _raw,
          metadata: _data,
          ...facts
        } = event;
        update(subagentRunId, { status: "running", ...facts });
        return;
      }
      case "SUBAGENT_FINISHED": {
        const { subagentRunId, result, outcome } = event;
        const interruptIds = outcome?.type === "suspended" ? (outcome.interruptIds ?? []) : undefined;
        update(subagentRunId, {
          status: interruptIds ? "suspended" : "finished",
          result,
          interruptIds,
        });
        return;
      }
      case "SUBAGENT_ERROR": {
        const { subagentRunId, message, code } = event;
        update(subagentRunId, {
          status: "failed",
          error: defined<{ message: string; code?: string }>({ message, code }),
        });
        return;
      }
      case "MESSAGES_SNAPSHOT":
        for (const { subagentRunId: id } of event.messages)
          if (id !== undefined && !find(id)) update(id, { status: "finished" });
        return;
      default: {
        const { subagentRunId: id }: Naming = event;
        if (id !== undefined && find(id)?.runId !== runOf()) update(id, { status: "running" });
      }
    }
  };

  return { observe, endAll };
};

/** The invocations with the messages that are theirs now; those that keep their lists keep their identity. */
export const listMessages = (
  views: readonly SubagentView[],
  messages: readonly ThreadMessage[],
): readonly SubagentView[] => {
  const next = views.map((view) => {
    const messageIds = messages.flatMap(({ id, subagentRunId }) => (subagentRunId === view.id ? id : []));
    return jsonEqual(messageIds, view.messageIds) ? view : { ...view, messageIds };
  });
  return jsonEqual(next, views) ? views : next;
};
