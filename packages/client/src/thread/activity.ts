import { defined } from "../lib/defined.ts";
import { applyPatch } from "../lib/json-patch.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { EventOf, JsonPatchOperation } from "../protocol/events.ts";
import { isPlainObject } from "../protocol/trust.ts";
import { withMetadata } from "./message.ts";
import type { ThreadStore } from "./store.ts";
import type { MessageMarks, ThreadMessage } from "./types.ts";

/** Creates or replaces an activity; `replace: false` adds metadata alone to one that exists. Source: AG-UI 1.1, events/activity. */
export const applyActivitySnapshot = (
  store: ThreadStore,
  event: EventOf<"ACTIVITY_SNAPSHOT">,
  marks: MessageMarks,
): void => {
  const { messageId: id, activityType, content, subagentRunId, metadata } = event;
  const existing = store.peek(id);
  const message = defined<ThreadMessage>({
    id,
    role: "activity",
    activityType,
    content,
    subagentRunId,
    metadata: existing?.metadata,
    ...marks,
  });
  store.put(withMetadata((event.replace === false && existing) || message, metadata));
};

/** Patches an activity; one that is not there, or a patch that does not fit, is warned about and skipped. */
export const applyActivityDelta = (
  store: ThreadStore,
  event: EventOf<"ACTIVITY_DELTA">,
  warn: OnWarning,
): void => {
  const existing = store.peek(event.messageId);
  if (existing?.role !== "activity") {
    warn({
      code: "activity-missing",
      message: `ACTIVITY_DELTA for "${event.messageId}", which is not there, is skipped.`,
    });
    return;
  }
  const { activityType, patch, metadata } = event;
  applyAs("activity", existing.content, patch, warn, (content) => {
    if (!isPlainObject(content)) return false;
    store.put(withMetadata({ ...existing, activityType, content }, metadata));
    return true;
  });
};

/** Applies a patch and hands over what it makes; one that does not fit, or whose result does not, is warned about and skipped. */
export const applyAs = (
  kind: "state" | "activity",
  before: unknown,
  patch: readonly JsonPatchOperation[],
  warn: OnWarning,
  accept: (document: unknown) => boolean,
): void => {
  const result = applyPatch(before, patch);
  if (result.ok && accept(result.document)) return;
  warn({
    code: `${kind}-patch-failed`,
    message: `Failed to apply ${kind} patch: ${result.ok ? "the result is no object" : result.reason}.`,
  });
};
