import type { Cell } from "../lib/cell.ts";
import { defined } from "../lib/defined.ts";
import type { AgentEvent } from "../protocol/events.ts";

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

/** Keeps the invocations of a thread. Source: AG-UI 1.1, events/subagents. */
export function createSubagents(cell: Cell<readonly SubagentView[]>): {
  /** Takes any event; those that concern no invocation are passed over. */
  observe(event: AgentEvent, runId: string): void;
  /** Ends those that still run, as their run ended. */
  endAll(status: "finished" | "abandoned"): void;
} {
  function update(id: string, runId: string, change: Partial<SubagentView>): void {
    const all = cell.peek();
    const known = all.find((each) => each.id === id);
    const before = known ?? { id, name: null, status: "running", runId, messageIds: [] };
    const after = defined<SubagentView>({ ...before, runId, ...change });
    cell.set(known === undefined ? [...all, after] : all.map((each) => (each === known ? after : each)));
  }

  function endAll(status: "finished" | "abandoned"): void {
    for (const each of cell.peek()) if (each.status === "running") update(each.id, each.runId, { status });
  }

  function observe(event: AgentEvent, runId: string): void {
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
        update(subagentRunId, runId, { status: "running", ...facts });
        return;
      }
      case "SUBAGENT_FINISHED": {
        const { subagentRunId, result, outcome } = event;
        const isSuspended = outcome?.type === "suspended";
        const interruptIds = isSuspended ? (outcome.interruptIds ?? []) : undefined;
        const status = isSuspended ? "suspended" : "finished";
        update(subagentRunId, runId, defined<Partial<SubagentView>>({ status, result, interruptIds }));
        return;
      }
      case "SUBAGENT_ERROR": {
        const { subagentRunId, message, code } = event;
        const error = defined<{ message: string; code?: string }>({ message, code });
        update(subagentRunId, runId, { status: "failed", error });
        return;
      }
      case "RUN_FINISHED":
        // Those that were never announced are never reported closed.
        endAll("finished");
        return;
      case "TEXT_MESSAGE_START":
      case "REASONING_MESSAGE_START":
      case "TOOL_CALL_RESULT":
      case "ACTIVITY_SNAPSHOT":
      case "TOOL_CALL_START": {
        const { subagentRunId } = event;
        if (subagentRunId === undefined) return;
        const id =
          event.type === "TOOL_CALL_START" ? (event.parentMessageId ?? event.toolCallId) : event.messageId;
        const known = cell.peek().find((each) => each.id === subagentRunId)?.messageIds ?? [];
        if (!known.includes(id)) update(subagentRunId, runId, { messageIds: [...known, id] });
      }
    }
  }

  return { observe, endAll };
}
