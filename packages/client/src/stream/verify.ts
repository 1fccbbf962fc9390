import type { AgentEvent, EventOf } from "../protocol/events.ts";
import type { Report, Stage } from "./stage.ts";

/** The items of one kind that are open, each with its owner. */
interface OpenItems {
  readonly kind: string;
  readonly owners: Map<string, string | undefined>;
}

/**
 * Verification: that runs, messages, calls, reasoning, steps and subagents open
 * before they continue and close before the run does, and that a stream speaks of
 * the thread it was asked for. Sources: AG-UI 1.1, events/lifecycle,
 * basic/patterns/streaming, basic/patterns/interrupt-resume, basic/run-input.
 */
export function verifyThread(threadId: string): Stage<AgentEvent, AgentEvent> {
  return (next, report: Report) => {
    let run: "none" | "active" | "finished" | "failed" = "none";
    let runId = "";
    const texts = openItems("text message");
    const calls = openItems("tool call");
    const reasonings = openItems("reasoning message");
    const spans = openItems("reasoning span");
    const steps = openItems("step");
    const subagents = openItems("subagent");
    const all = [texts, calls, reasonings, spans, steps, subagents];

    function checkRun(event: AgentEvent): void {
      if (run === "active" || event.type === "RUN_STARTED" || event.type === "RUN_ERROR") return;
      if (run === "none") {
        report.fatal(
          `The stream opens with ${event.type}; the first event must be RUN_STARTED or RUN_ERROR.`,
          {
            rule: "first-event",
          },
        );
      }
      report.fatal(
        `${event.type} came after the run had ended with ${run === "finished" ? "RUN_FINISHED" : "RUN_ERROR"}.`,
        {
          rule: "event-after-end",
          ids: [runId],
        },
      );
    }

    function startRun(event: EventOf<"RUN_STARTED">): void {
      if (run === "active") {
        report.fatal(`RUN_STARTED for run "${event.runId}" came while run "${runId}" is still active.`, {
          rule: "nested-run",
          ids: [event.runId, runId],
        });
      }
      checkThread(event.threadId, "RUN_STARTED");
      run = "active";
      runId = event.runId;
    }

    function checkThread(id: string, type: string): void {
      if (id === threadId) return;
      report.fatal(
        `${type} speaks of thread "${id}", but the run was asked for thread "${threadId}"; both must agree on their threadId.`,
        {
          rule: "wrong-thread",
          path: "threadId",
          ids: [id, threadId],
        },
      );
    }

    function finishRun(event: EventOf<"RUN_FINISHED">): void {
      checkThread(event.threadId, "RUN_FINISHED");
      if (event.runId !== runId) {
        report.fatal(
          `RUN_FINISHED closes run "${event.runId}", but run "${runId}" is open; a run's two boundary events must agree on their runId.`,
          {
            rule: "wrong-run",
            path: "runId",
            ids: [event.runId, runId],
          },
        );
      }
      for (const open of all) {
        const ids = [...open.owners.keys()].map((key) => key.slice(key.indexOf("\n") + 1));
        if (ids.length === 0) continue;
        report.fatal(`RUN_FINISHED came while ${open.kind} ${quoteAll(ids)} is still open.`, {
          rule: "open-at-finish",
          ids,
        });
      }
      if (event.outcome?.type === "interrupt") refuseDuplicates(event.outcome.interrupts, report);
      run = "finished";
    }

    return (event) => {
      checkRun(event);
      switch (event.type) {
        case "RUN_STARTED":
          startRun(event);
          break;
        case "RUN_FINISHED":
          finishRun(event);
          break;
        case "RUN_ERROR":
          if (run === "failed") {
            report.fatal("RUN_ERROR came after the run had already failed.", {
              rule: "event-after-end",
              ids: [runId],
            });
          }
          run = "failed";
          for (const open of all) open.owners.clear();
          break;
        case "TEXT_MESSAGE_START":
          openItem(texts, event.messageId, event, report);
          break;
        case "TEXT_MESSAGE_CONTENT":
          continueItem(texts, event.messageId, event, report);
          break;
        case "TEXT_MESSAGE_END":
          closeItem(texts, event.messageId, event, report);
          break;
        case "TOOL_CALL_START":
          openItem(calls, event.toolCallId, event, report);
          break;
        case "TOOL_CALL_ARGS":
          continueItem(calls, event.toolCallId, event, report);
          break;
        case "TOOL_CALL_END":
          closeItem(calls, event.toolCallId, event, report);
          break;
        case "REASONING_START":
          openItem(spans, event.messageId, event, report);
          break;
        case "REASONING_END":
          closeItem(spans, event.messageId, event, report);
          break;
        case "REASONING_MESSAGE_START":
          openItem(reasonings, event.messageId, event, report);
          break;
        case "REASONING_MESSAGE_CONTENT":
          continueItem(reasonings, event.messageId, event, report);
          break;
        case "REASONING_MESSAGE_END":
          closeItem(reasonings, event.messageId, event, report);
          break;
        case "STEP_STARTED":
          openItem(steps, stepKey(event), event, report, event.stepName);
          break;
        case "STEP_FINISHED":
          closeItem(steps, stepKey(event), event, report, event.stepName);
          break;
        case "SUBAGENT_STARTED":
          openItem(subagents, event.subagentRunId, event, report);
          break;
        case "SUBAGENT_FINISHED":
        case "SUBAGENT_ERROR":
          closeItem(subagents, event.subagentRunId, event, report);
          break;
      }
      next(event);
    };
  };
}

type Attributed = { type: string; subagentRunId?: string };

const openItems = (kind: string): OpenItems => ({ kind, owners: new Map() });
const stepKey = (event: { stepName: string; subagentRunId?: string }): string =>
  `${event.subagentRunId ?? ""}\n${event.stepName}`;
const quoteAll = (ids: readonly string[]): string => ids.map((id) => `"${id}"`).join(", ");

function openItem(items: OpenItems, key: string, event: Attributed, report: Report, name = key): void {
  if (items.owners.has(key)) {
    report.fatal(`${event.type} opens ${items.kind} "${name}", which is already open.`, {
      rule: "already-open",
      ids: [name],
    });
  }
  items.owners.set(key, event.subagentRunId);
}

function continueItem(items: OpenItems, key: string, event: Attributed, report: Report, name = key): void {
  const owner = items.owners.get(key);
  if (owner === undefined && !items.owners.has(key)) {
    report.fatal(
      `${event.type} speaks of ${items.kind} "${name}", which is not open; a START must come first.`,
      {
        rule: "not-open",
        ids: [name],
      },
    );
  }
  if (event.subagentRunId !== undefined && event.subagentRunId !== owner) {
    report.fatal(
      `${event.type} for "${name}" is attributed to subagentRunId "${event.subagentRunId}", but it was opened by ${owner === undefined ? "the parent agent" : `"${owner}"`}.`,
      { rule: "attribution-mismatch", path: "subagentRunId", ids: [name, event.subagentRunId] },
    );
  }
}

function closeItem(items: OpenItems, key: string, event: Attributed, report: Report, name = key): void {
  continueItem(items, key, event, report, name);
  items.owners.delete(key);
}

function refuseDuplicates(interrupts: readonly { id: string }[], report: Report): void {
  const seen = new Set<string>();
  for (const [index, { id }] of interrupts.entries()) {
    if (seen.has(id)) {
      report.fatal(`The interrupt id "${id}" is used more than once; ids must be unique within a run.`, {
        rule: "duplicate-interrupt",
        path: `outcome.interrupts[${index}].id`,
        ids: [id],
      });
    }
    seen.add(id);
  }
}
