import { applyPatch } from "../lib/json-patch.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { AgentEvent, EventOf } from "../protocol/events.ts";
import { applyActivityDelta, applyActivitySnapshot } from "./activity.ts";
import { createMessageWriter } from "./message.ts";
import { reconcile } from "./reconcile.ts";
import type { ThreadStore } from "./store.ts";

/** The last stage: writes verified events into the thread. */
export interface Apply {
  (event: AgentEvent): void;
  /** Marks what a stream left open when it ended badly. */
  abandon(): void;
}

/** Creates the stage for one stream. */
export function createApply(store: ThreadStore, warn: OnWarning): Apply {
  const messages = createMessageWriter(store);
  let runId = "";

  function apply(event: AgentEvent): void {
    switch (event.type) {
      case "TEXT_MESSAGE_CONTENT":
      case "REASONING_MESSAGE_CONTENT":
        messages.appendText(event.messageId, event.delta, event.metadata);
        break;
      case "TOOL_CALL_ARGS":
        messages.appendArguments(event);
        break;
      case "RUN_STARTED":
        runId = event.runId;
        messages.setRun(runId);
        break;
      case "RUN_FINISHED":
        if (event.usage !== undefined) store.usage.set([...store.usage.peek(), ...event.usage]);
        break;
      case "RUN_ERROR":
        if (event.usage !== undefined) store.usage.set([...store.usage.peek(), ...event.usage]);
        messages.closeAll("incomplete");
        break;
      case "TEXT_MESSAGE_START":
        messages.startText(event);
        break;
      case "REASONING_MESSAGE_START":
        messages.startReasoning(event);
        break;
      case "TEXT_MESSAGE_END":
      case "REASONING_MESSAGE_END":
        messages.endText(event.messageId, event.metadata);
        break;
      case "TOOL_CALL_START":
        messages.startCall(event);
        break;
      case "TOOL_CALL_END":
        messages.endCall(event);
        break;
      case "TOOL_CALL_RESULT":
        messages.addResult(event);
        break;
      case "STATE_SNAPSHOT":
        store.state.set(event.snapshot);
        break;
      case "STATE_DELTA":
        applyStateDelta(event);
        break;
      case "MESSAGES_SNAPSHOT":
        store.replaceAll(
          reconcile(store.all(), event.messages, { phase: "complete", origin: "agent", runId }),
        );
        break;
      case "ACTIVITY_SNAPSHOT":
        applyActivitySnapshot(store, event, runId);
        break;
      case "ACTIVITY_DELTA":
        applyActivityDelta(store, event, warn);
        break;
      case "REASONING_ENCRYPTED_VALUE":
        applyEncryptedValue(event);
        break;
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
    const value = {
      encryptedValue: event.encryptedValue,
      ...(event.encryptedValueType !== undefined && { encryptedValueType: event.encryptedValueType }),
    };
    const holder =
      event.subtype === "message"
        ? store.peek(event.entityId)
        : store.peek(store.holderOf(event.entityId) ?? "");
    if (holder === undefined || holder.role === "activity") {
      warn({
        code: "encrypted-value-unplaced",
        message: `REASONING_ENCRYPTED_VALUE for ${event.subtype} "${event.entityId}", which is not there, is dropped.`,
      });
    } else if (event.subtype === "message") {
      store.put({ ...holder, ...value });
    } else if (holder.role === "assistant") {
      const toolCalls = holder.toolCalls?.map((call) =>
        call.id === event.entityId ? { ...call, ...value } : call,
      );
      store.put({ ...holder, ...(toolCalls && { toolCalls }) });
    }
  }

  return Object.assign(apply, { abandon: () => messages.closeAll("incomplete") });
}
