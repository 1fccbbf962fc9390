import { defined } from "../lib/defined.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent, EventOf } from "../protocol/events.ts";
import type { ToolCall } from "../protocol/messages.ts";
import { applyActivityDelta, applyActivitySnapshot, applyAs } from "./activity.ts";
import { createMessageWriter } from "./message.ts";
import { reconcile } from "./reconcile.ts";
import type { ThreadStore } from "./store.ts";
import { createSubagents } from "./subagents.ts";
import type { MessageMarks, ThreadMessage } from "./types.ts";

/** The last stage: writes verified events into the thread. */
export interface Apply {
  (event: AgentEvent): void;
  /** Marks what a stream left open when it ended badly. */
  abandon(): void;
}

/** Creates the stage for one stream. */
export const createApply = (store: ThreadStore, warn: OnWarning): Apply => {
  let runId = "";
  const marks = (phase: MessageMarks["phase"]): MessageMarks => ({ phase, origin: "agent", runId });
  const subagents = createSubagents(store.subagents, () => runId);
  const messages = createMessageWriter(store, marks);

  const apply = (event: AgentEvent): void => {
    // The deltas that come by the thousand concern no invocation.
    if (!("delta" in event)) subagents.observe(event);
    switch (event.type) {
      case "RUN_STARTED":
        runId = event.runId;
        break;
      case "RUN_FINISHED":
      case "RUN_ERROR":
        // A failure that comes after the end restates what the run has used.
        if (event.usage !== undefined) {
          const others = store.usage.peek().filter((each) => each.runId !== runId);
          store.usage.set([...others, { runId, usage: event.usage }]);
        }
        // Those that were never announced are never reported closed.
        if (event.type === "RUN_FINISHED") subagents.endAll("finished");
        else abandon();
        break;
      case "STATE_SNAPSHOT":
        store.state.set(event.snapshot);
        break;
      case "STATE_DELTA":
        applyAs("state", store.state.peek(), event.delta, warn, (document) => {
          store.state.set(document);
          return true;
        });
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
        messages.write(event);
    }
  };

  const applyEncryptedValue = (event: EventOf<"REASONING_ENCRYPTED_VALUE">): void => {
    const { subtype, entityId, encryptedValue, encryptedValueType } = event;
    // What is undefined is taken away: a type that is left would mislabel the new value.
    const value = { encryptedValue, encryptedValueType };
    const message = store.peek(entityId);
    if (subtype === "tool-call" && store.holderOf(entityId) !== undefined) {
      store.updateCall(entityId, (call) => defined<ToolCall>({ ...call, ...value }));
    } else if (subtype === "message" && message !== undefined && message.role !== "activity") {
      store.put(defined<ThreadMessage>({ ...message, ...value }));
    } else {
      warn({
        code: "encrypted-value-unplaced",
        message: `REASONING_ENCRYPTED_VALUE for "${entityId}", which is not there, is skipped.`,
      });
    }
  };

  const abandon = (): void => {
    messages.abandon();
    subagents.endAll("abandoned");
  };

  return Object.assign(apply, { abandon });
};
