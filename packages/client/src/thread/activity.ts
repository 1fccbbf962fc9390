import { defined } from "../lib/defined.ts";
import { applyPatch } from "../lib/json-patch.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { EventOf } from "../protocol/events.ts";
import { isRecord } from "../protocol/trust.ts";
import { withMetadata } from "./message.ts";
import type { ThreadStore } from "./store.ts";
import type { MessageMarks, ThreadMessage } from "./types.ts";

/** Creates or replaces an activity; `replace: false` leaves one that exists. Source: AG-UI 1.1, events/activity. */
export function applyActivitySnapshot(
  store: ThreadStore,
  event: EventOf<"ACTIVITY_SNAPSHOT">,
  marks: MessageMarks,
): void {
  const { messageId: id, activityType, content, subagentRunId, metadata } = event;
  const existing = store.peek(id);
  if (existing !== undefined && event.replace === false) return;
  const message = defined<ThreadMessage>({
    id,
    role: "activity",
    activityType,
    content,
    subagentRunId,
    metadata: existing?.metadata,
    ...marks,
  });
  store.put(withMetadata(message, metadata));
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
  if (result.ok && isRecord(result.document)) {
    store.put(withMetadata({ ...existing, content: { ...result.document } }, event.metadata));
    return;
  }
  warn({
    code: "activity-patch-failed",
    message: `Failed to apply activity patch to "${event.messageId}": ${result.ok ? "the result is no object" : result.reason}`,
    path: result.ok ? "patch" : `patch[${result.index}]`,
  });
}
