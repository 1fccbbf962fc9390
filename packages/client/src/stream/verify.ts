import type { AgentEvent, EventOf } from "../protocol/events.ts";
import { createOpenItems } from "./open-items.ts";
import type { Report, Stage } from "./stage.ts";
import { isDeclared } from "./versions.ts";

/**
 * Verification: that runs open and close in turn, that what a run opens is closed
 * before it, and that a stream speaks of the thread it was asked for. A run that
 * declares no version comes from an older peer, whose items are mended. Sources:
 * AG-UI 1.1, events/lifecycle, basic/patterns/interrupt-resume, basic/run-input.
 */
export function verifyThread(threadId: string): Stage<AgentEvent, AgentEvent> {
  return (next, report: Report) => {
    let run: "none" | "active" | "RUN_FINISHED" | "RUN_ERROR" = "none";
    let runId = "";
    let lenient = true;
    const items = createOpenItems(next, report, () => lenient);

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
      const { type } = event;
      if (event.threadId !== threadId) {
        refuse(
          "wrong-thread",
          `${type} carries threadId "${event.threadId}"; the input asked for "${threadId}".`,
          [event.threadId, threadId],
          "threadId",
        );
      }
      if (event.runId !== expected) {
        refuse(
          "wrong-run",
          `${type} carries runId "${event.runId}"; the open run has runId "${expected}".`,
          [event.runId, expected],
          "runId",
        );
      }
    }

    function finish(event: EventOf<"RUN_FINISHED">): void {
      checkIds(event, runId);
      items.finish();
      if (event.outcome?.type !== "interrupt") return;
      const seen = new Set<string>();
      for (const [at, { id }] of event.outcome.interrupts.entries()) {
        const path = `outcome.interrupts[${at}].id`;
        if (seen.has(id)) refuse("duplicate-interrupt", `Two interrupts carry the id "${id}".`, [id], path);
        seen.add(id);
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
          lenient = !isDeclared(event.protocolVersion);
          break;
        case "RUN_ERROR":
          if (run === "RUN_ERROR") refuseOutside(event.type);
          run = event.type;
          items.clear();
          break;
        default:
          if (run !== "active") refuseOutside(event.type);
          if (event.type !== "RUN_FINISHED") {
            items.pass(event);
            return;
          }
          finish(event);
          run = event.type;
      }
      next(event);
    };
  };
}
