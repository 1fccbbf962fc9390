import type { AgentEvent, EventOf } from "../protocol/events.ts";
import { createOpenItems, type OpenItems } from "./open-items.ts";
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
    let items: OpenItems | undefined;

    const refuse = (rule: string, ids: readonly string[], path = ""): never =>
      report.fatal({ rule, ids, path });

    /** An event of no run: before the first, or after the end of the last. */
    function refuseOutside(): void {
      report.fatal(
        run === "none"
          ? { rule: "first-event", detail: "it must be RUN_STARTED or RUN_ERROR" }
          : { rule: "event-after-end", ids: [runId], detail: `it came after ${run}` },
      );
    }

    function checkIds(event: EventOf<"RUN_STARTED" | "RUN_FINISHED">, expected: string): void {
      if (event.threadId !== threadId) refuse("wrong-thread", [event.threadId, threadId], "threadId");
      if (event.runId !== expected) refuse("wrong-run", [event.runId, expected], "runId");
    }

    function finish(event: EventOf<"RUN_FINISHED">): void {
      checkIds(event, runId);
      items?.finish();
      if (event.outcome?.type !== "interrupt") return;
      const seen = new Set<string>();
      for (const [at, { id }] of event.outcome.interrupts.entries()) {
        const path = `outcome.interrupts[${at}].id`;
        if (seen.has(id)) refuse("duplicate-interrupt", [id], path);
        seen.add(id);
      }
    }

    return (event) => {
      if (event.type.startsWith("RUN_")) items?.settle();
      switch (event.type) {
        case "RUN_STARTED":
          if (run === "active") refuse("nested-run", [event.runId, runId]);
          checkIds(event, event.runId);
          run = "active";
          runId = event.runId;
          items = createOpenItems(next, report, !isDeclared(event.protocolVersion));
          break;
        case "RUN_ERROR":
          if (run === "RUN_ERROR") refuseOutside();
          run = event.type;
          break;
        default:
          if (run !== "active") refuseOutside();
          if (event.type !== "RUN_FINISHED") {
            items?.pass(event);
            return;
          }
          finish(event);
          run = event.type;
      }
      next(event);
    };
  };
}
