import type { StateUpdate } from "../agent/run-state.ts";
import type { JsonPatchOperation } from "../protocol/events.ts";
import { inOneMoment, type Step } from "./step.ts";

const isUpdater = (next: StateUpdate<unknown>): next is (previous: unknown) => unknown =>
  typeof next === "function";

/** Publishes a state, or what a function makes of the present one. Source: AG-UI 1.1, events/state. */
export function setState(update: (previous: unknown) => unknown): Step;
export function setState(next: unknown): Step;
export function setState(next: StateUpdate<unknown>): Step {
  return inOneMoment("setState", ({ send, run }) => {
    const snapshot = (isUpdater(next) ? next(run.state) : next) ?? null;
    send({ type: "STATE_SNAPSHOT", snapshot });
  });
}

/** Changes the state by a JSON Patch. Source: AG-UI 1.1, events/state, and RFC 6902. */
export function patchState(...operations: readonly JsonPatchOperation[]): Step {
  return inOneMoment("patchState", ({ send }) => send({ type: "STATE_DELTA", delta: [...operations] }));
}

/** What an activity may have beside its content. */
export interface ActivityOptions {
  /** The activity's id, by which it is replaced and patched; `{runId}-activity-{n}` unless given. */
  id?: string;
}

/** Shows an activity, or replaces the one with its id. Source: AG-UI 1.1, events/activity. */
export function activity(
  activityType: string,
  content: Record<string, unknown>,
  options: ActivityOptions = {},
): Step {
  return inOneMoment("activity", ({ send, nextId }) => {
    const { id: messageId = nextId("activity") } = options;
    send({ type: "ACTIVITY_SNAPSHOT", messageId, activityType, content });
  });
}

/** Changes the content of an activity by a JSON Patch. Source: AG-UI 1.1, events/activity, and RFC 6902. */
export function patchActivity(
  activityType: string,
  id: string,
  ...operations: readonly JsonPatchOperation[]
): Step {
  return inOneMoment("patchActivity", ({ send }) =>
    send({ type: "ACTIVITY_DELTA", messageId: id, activityType, patch: [...operations] }),
  );
}
