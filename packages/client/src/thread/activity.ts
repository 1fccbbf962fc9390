import { applyPatch } from "../lib/json-patch.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { EventOf } from "../protocol/events.ts";
import { withMetadata } from "./message.ts";
import type { ThreadStore } from "./store.ts";

/** Creates or replaces an activity; `replace: false` leaves one that exists. Source: AG-UI 1.1, events/activity. */
export function applyActivitySnapshot(
  store: ThreadStore,
  event: EventOf<"ACTIVITY_SNAPSHOT">,
  runId: string,
): void {
  const existing = store.peek(event.messageId);
  if (existing !== undefined && event.replace === false) return;
  const metadata = existing?.metadata;
  store.put(
    withMetadata(
      {
        id: event.messageId,
        role: "activity",
        activityType: event.activityType,
        content: event.content,
        ...(event.subagentRunId !== undefined && { subagentRunId: event.subagentRunId }),
        ...(metadata !== undefined && { metadata }),
        phase: "complete",
        origin: "agent",
        runId,
      },
      event.metadata,
    ),
  );
}

/** Patches an activity; one that is not there, or a patch that does not fit, is warned about and skipped. */
export function applyActivityDelta(
  store: ThreadStore,
  event: EventOf<"ACTIVITY_DELTA">,
  warn: OnWarning,
): void {
  const existing = store.peek(event.messageId);
  if (existing?.role !== "activity") {
    warn({
      code: "activity-missing",
      message: `ACTIVITY_DELTA for "${event.messageId}", which is not there, is skipped.`,
    });
    return;
  }
  const result = applyPatch(existing.content, event.patch);
  if (!result.ok || typeof result.document !== "object" || result.document === null) {
    warn({
      code: "activity-patch-failed",
      message: `Failed to apply activity patch to "${event.messageId}": ${result.ok ? "the result is no object" : result.reason}`,
      path: result.ok ? "patch" : `patch[${result.index}]`,
    });
    return;
  }
  store.put(withMetadata({ ...existing, content: { ...result.document } }, event.metadata));
}
