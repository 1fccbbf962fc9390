import type { AgentEvent, EventOf } from "../protocol/events.ts";
import { checkItem, noItems } from "./open-items.ts";
import type { Report, Stage } from "./stage.ts";

/**
 * Verification: that runs open and close in turn, that what a run opens is closed
 * before it, and that a stream speaks of the thread it was asked for. Sources:
 * AG-UI 1.1, events/lifecycle, basic/patterns/interrupt-resume, basic/run-input.
 */
export function verifyThread(threadId: string): Stage<AgentEvent, AgentEvent> {
  return (next, report: Report) => {
    let run: "none" | "active" | "RUN_FINISHED" | "RUN_ERROR" = "none";
    let runId = "";
    const kinds = noItems();

    function refuse(rule: string, message: string, ids: readonly string[] = [runId], path = ""): never {
      return report.fatal(message, { rule, ids, path });
    }

    /** An event of no run: before the first, or after the end of the last. */
    function refuseOutside(type: string): void {
      if (run === "none")
        refuse("first-event", `The stream opens with ${type}, not RUN_STARTED or RUN_ERROR.`, []);
      refuse("event-after-end", `${type} came after the run had ended with ${run}.`);
    }

    function checkIds(event: EventOf<"RUN_STARTED" | "RUN_FINISHED">, expected: string): void {
      if (event.threadId !== threadId) {
        const ids = [event.threadId, threadId];
        refuse(
          "wrong-thread",
          `${event.type} carries threadId "${ids[0]}"; the input asked for "${ids[1]}".`,
          ids,
          "threadId",
        );
      }
      if (event.runId !== expected) {
        const ids = [event.runId, expected];
        refuse(
          "wrong-run",
          `${event.type} carries runId "${ids[0]}" while run "${ids[1]}" is open; they must agree on their runId.`,
          ids,
          "runId",
        );
      }
    }

    function finish(event: EventOf<"RUN_FINISHED">): void {
      checkIds(event, runId);
      for (const [kind, open] of kinds) {
        const ids = [...open.keys()].map((key) => key.slice(key.indexOf("\n") + 1));
        if (ids.length > 0) {
          refuse(
            "open-at-finish",
            `RUN_FINISHED came while ${kind} "${ids.join('", "')}" is still open.`,
            ids,
          );
        }
      }
      if (event.outcome?.type !== "interrupt") return;
      const ids = event.outcome.interrupts.map((interrupt) => interrupt.id);
      const at = ids.findIndex((id, index) => ids.indexOf(id) !== index);
      if (at >= 0) {
        const id = `${ids[at]}`;
        refuse(
          "duplicate-interrupt",
          `Two interrupts carry the id "${id}".`,
          [id],
          `outcome.interrupts[${at}].id`,
        );
      }
    }

    return (event) => {
      switch (event.type) {
        case "RUN_STARTED":
          if (run === "active") {
            refuse(
              "nested-run",
              `RUN_STARTED came for run "${event.runId}" while run "${runId}" is active.`,
              [event.runId, runId],
            );
          }
          checkIds(event, event.runId);
          run = "active";
          runId = event.runId;
          break;
        case "RUN_ERROR":
          if (run === "RUN_ERROR") refuseOutside(event.type);
          run = event.type;
          for (const open of kinds.values()) open.clear();
          break;
        default:
          if (run !== "active") refuseOutside(event.type);
          if (event.type === "RUN_FINISHED") {
            finish(event);
            run = event.type;
          } else {
            checkItem(event, kinds, report);
          }
      }
      next(event);
    };
  };
}
