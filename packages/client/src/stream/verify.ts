import type { AgentEvent, EventOf } from "../protocol/events.ts";
import { createOpenItems, type OpenItems } from "./open-items.ts";
import type { Report, Stage } from "./stage.ts";
import { isDeclared } from "./versions.ts";

/**
 * Verification, of chunks as what they stand for: that runs open and close in turn, that what a run opens is closed
 * before it, and that a stream speaks of the thread it was asked for. A run that
 * declares no version comes from an older peer, whose items are mended. Sources:
 * AG-UI 1.1, events/lifecycle, basic/patterns/interrupt-resume, basic/run-input.
 */
export const verifyThread = (threadId: string): Stage<AgentEvent, AgentEvent> => {
  return (next, report: Report) => {
    /** The type of the last event that began or ended a run. */
    let boundary: string | undefined;
    let runId = "";
    let items: OpenItems | undefined;

    const refuse = (rule: string, ids: readonly string[], path = ""): never =>
      report.fatal({ rule, ids, path });

    const judgeOutcome = ({ outcome }: EventOf<"RUN_FINISHED">): void => {
      if (outcome?.type !== "interrupt") return;
      const seen = new Set<string>();
      for (const { id } of outcome.interrupts) {
        if (seen.has(id)) refuse("duplicate-interrupt", [id], "outcome.interrupts");
        seen.add(id);
      }
      if (seen.size === 0) refuse("empty-interrupts", [], "outcome.interrupts");
    };

    return (event) => {
      const { type } = event;
      const isActive = boundary === "RUN_STARTED";
      // The many deltas are none, and asking each for its type costs as much as passing it.
      const isBoundary = !("delta" in event) && type.startsWith("RUN_");
      if (isActive && !isBoundary) return items?.pass(event);
      items?.end(isActive && type === "RUN_FINISHED");
      if (type === "RUN_STARTED") {
        if (isActive) refuse("nested-run", [event.runId, runId]);
        runId = event.runId;
        items = createOpenItems(next, report, !isDeclared(event.protocolVersion));
      } else if (!isActive && (type !== "RUN_ERROR" || boundary === type)) {
        const rule = boundary ? "event-after-end" : "first-event";
        report.fatal({ rule, detail: `it came after ${boundary ?? "no RUN_STARTED"}` });
      }
      if (type === "RUN_STARTED" || type === "RUN_FINISHED") {
        if (event.threadId !== threadId) refuse("wrong-thread", [event.threadId, threadId], "threadId");
        if (event.runId !== runId) refuse("wrong-run", [event.runId, runId], "runId");
      }
      if (type === "RUN_FINISHED") judgeOutcome(event);
      boundary = type;
      next(event);
    };
  };
};
