import { defined } from "../lib/defined.ts";
import { applyPatch } from "../lib/json-patch.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent, EventOf } from "../protocol/events.ts";
import { applyActivityDelta, applyActivitySnapshot } from "./activity.ts";
import { createMessageWriter } from "./message.ts";
import { reconcile } from "./reconcile.ts";
import type { ThreadStore } from "./store.ts";
import type { MessageMarks } from "./types.ts";

/** The last stage: writes verified events into the thread. */
export interface Apply {
  (event: AgentEvent): void;
  /** Marks what a stream left open when it ended badly. */
  abandon(): void;
}

/** Creates the stage for one stream. */
export function createApply(store: ThreadStore, warn: OnWarning): Apply {
  let runId = "";
  const marks = (phase: MessageMarks["phase"]): MessageMarks => ({ phase, origin: "agent", runId });
  const { write, abandon } = createMessageWriter(store, marks);

  function apply(event: AgentEvent): void {
    switch (event.type) {
      case "RUN_STARTED":
        runId = event.runId;
        break;
      case "RUN_FINISHED":
      case "RUN_ERROR":
        if (event.usage !== undefined) store.usage.set([...store.usage.peek(), ...event.usage]);
        if (event.type === "RUN_ERROR") abandon();
        break;
      case "STATE_SNAPSHOT":
        store.state.set(event.snapshot);
        break;
      case "STATE_DELTA":
        applyStateDelta(event);
        break;
      case "MESSAGES_SNAPSHOT":
        store.replaceAll(reconcile(store.all(), event.messages, marks("complete")));
        break;
      case "ACTIVITY_SNAPSHOT":
        applyActivitySnapshot(store, event, marks("complete"));
        break;
      case "ACTIVITY_DELTA":
        applyActivityDelta(store, event, warn);
        break;
      case "REASONING_ENCRYPTED_VALUE":
        applyEncryptedValue(event);
        break;
      default:
        write(event);
    }
  }

  function applyStateDelta(event: EventOf<"STATE_DELTA">): void {
    const result = applyPatch(store.state.peek(), event.delta);
    if (result.ok) {
      store.state.set(result.document);
    } else {
      warn({
        code: "state-patch-failed",
        message: `Failed to apply state patch: ${result.reason}`,
        path: `delta[${result.index}]`,
      });
    }
  }

  function applyEncryptedValue(event: EventOf<"REASONING_ENCRYPTED_VALUE">): void {
    const { subtype, entityId, encryptedValue, encryptedValueType } = event;
    const value = defined<{ encryptedValue: string; encryptedValueType?: string }>({
      encryptedValue,
      encryptedValueType,
    });
    const message = store.peek(entityId);
    if (subtype === "tool-call" && store.holderOf(entityId) !== undefined) {
      store.updateCall(entityId, (call) => ({ ...call, ...value }));
    } else if (subtype === "message" && message !== undefined && message.role !== "activity") {
      store.put({ ...message, ...value });
    } else {
      warn({
        code: "encrypted-value-unplaced",
        message: `REASONING_ENCRYPTED_VALUE for ${subtype} "${entityId}", which is not there, is dropped.`,
      });
    }
  }

  return Object.assign(apply, { abandon });
}
