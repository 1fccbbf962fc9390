import { type Cell, createCell, type Readable } from "../lib/cell.ts";
import type { Publisher } from "../lib/publisher.ts";
import { type ToolCallView, toToolCallView } from "../lib/tool-call-view.ts";
import type { ToolCall, ToolMessage } from "../protocol/messages.ts";
import { changeCall, grow } from "./grow.ts";
import type { SubagentView } from "./subagents.ts";
import type { RunUsage, ThreadMessage } from "./types.ts";

/** What the store keeps of a tool call beside the message that holds it. */
interface CallRecord {
  messageId: string;
  status: ToolCallView["status"];
  answer?: ToolMessage;
}

/**
 * The thread's content in cells: one per message, one per tool call that has a
 * reader, and a channel each for ids, state and usage. All writers see the
 * working values, all readers the published ones.
 */
export interface ThreadStore {
  readonly ids: Cell<readonly string[]>;
  readonly state: Cell<unknown>;
  readonly usage: Cell<readonly RunUsage[]>;
  readonly subagents: Cell<readonly SubagentView[]>;
  /** The published message; the same handle for an id. */
  message(id: string): Readable<ThreadMessage | undefined>;
  /** The published call; the same handle for an id. */
  toolCall(id: string): Readable<ToolCallView | undefined>;
  /** The working message. */
  peek(id: string): ThreadMessage | undefined;
  /** The working view of a call, as of now. */
  peekCall(id: string): ToolCallView | undefined;
  /** The working messages, in order. */
  all(): readonly ThreadMessage[];
  /** Replaces the message with this id, or appends it. */
  put(message: ThreadMessage): void;
  /** Replaces the conversation by this list. */
  replaceAll(messages: readonly ThreadMessage[]): void;
  /** The message that holds a call. */
  holderOf(toolCallId: string): string | undefined;
  setCallStatus(toolCallId: string, status: ToolCallView["status"]): void;
  /** Replaces a call in the message that holds it. */
  updateCall(toolCallId: string, change: (call: ToolCall) => ToolCall): void;
  /** Adds to the text of a message. */
  extend(id: string, delta: string): void;
  /** Adds to the arguments of a call. */
  extendCall(toolCallId: string, delta: string): void;
}

/** Creates an empty store. */
export function createThreadStore(publisher: Publisher, initialState: unknown): ThreadStore {
  const messages = new Map<string, Cell<ThreadMessage | undefined>>();
  const calls = new Map<string, CallRecord>();
  const callCells = new Map<string, Cell<ToolCallView | undefined>>();
  // New ids wait here for the next look at the list, which is then copied once for all of them.
  const added: string[] = [];
  const ids = createCell<readonly string[]>([], publisher.markDirty, (before) => [
    ...before,
    ...added.splice(0),
  ]);

  function cellOf(id: string): Cell<ThreadMessage | undefined> {
    let cell = messages.get(id);
    if (cell === undefined) {
      cell = createCell<ThreadMessage | undefined>(undefined, publisher.markDirty, grow);
      messages.set(id, cell);
    }
    return cell;
  }

  function peekCall(id: string): ToolCallView | undefined {
    const record = calls.get(id);
    const holder = record && messages.get(record.messageId)?.peek();
    const held = holder?.role === "assistant" ? holder.toolCalls : undefined;
    const call = held?.find((each) => each.id === id);
    return record && call && toToolCallView(call, record.messageId, record.status, record.answer);
  }

  function refreshCall(id: string): void {
    callCells.get(id)?.grow("");
  }

  /** Takes note of the calls that a message holds, from one on, or of the call that it answers. */
  function index(message: ThreadMessage, from = 0): void {
    if (message.role === "assistant") {
      for (const call of message.toolCalls?.slice(from) ?? []) {
        calls.set(call.id, { status: "complete", ...calls.get(call.id), messageId: message.id });
        refreshCall(call.id);
      }
    } else if (message.role === "tool") {
      const record = calls.get(message.toolCallId);
      if (record) record.answer = message;
      refreshCall(message.toolCallId);
    }
  }

  function put(message: ThreadMessage): void {
    const cell = cellOf(message.id);
    if (cell.peek() === undefined) {
      added.push(message.id);
      ids.grow("");
    }
    cell.set(message);
    // Calls come one by one: those that a message held before are not looked through at each of its events.
    index(message, -1);
  }

  return {
    ids,
    state: createCell<unknown>(initialState, publisher.markDirty),
    usage: createCell<readonly RunUsage[]>([], publisher.markDirty),
    subagents: createCell<readonly SubagentView[]>([], publisher.markDirty),
    message: cellOf,
    toolCall(id) {
      let cell = callCells.get(id);
      if (cell === undefined) {
        cell = createCell(peekCall(id), publisher.markDirty, () => peekCall(id));
        callCells.set(id, cell);
      }
      return cell;
    },
    peek: (id) => messages.get(id)?.peek(),
    peekCall,
    all: () => ids.peek().flatMap((id) => messages.get(id)?.peek() ?? []),
    put,
    replaceAll(next) {
      const kept = new Set(next.map((message) => message.id));
      for (const id of ids.peek()) if (!kept.has(id)) messages.get(id)?.set(undefined);
      ids.set([...kept]);
      for (const record of calls.values()) {
        record.messageId = "";
        delete record.answer;
      }
      for (const message of next) {
        cellOf(message.id).set(message);
        index(message);
      }
      for (const [id, { messageId }] of calls) {
        if (messageId !== "") continue;
        calls.delete(id);
        refreshCall(id);
      }
    },
    holderOf: (toolCallId) => calls.get(toolCallId)?.messageId,
    setCallStatus(toolCallId, status) {
      const record = calls.get(toolCallId);
      if (record) record.status = status;
      refreshCall(toolCallId);
    },
    updateCall(toolCallId, change) {
      const cell = messages.get(calls.get(toolCallId)?.messageId ?? "");
      cell?.set(changeCall(cell.peek(), toolCallId, change));
      refreshCall(toolCallId);
    },
    extend: (id, delta) => messages.get(id)?.grow(delta),
    extendCall(toolCallId, delta) {
      messages.get(calls.get(toolCallId)?.messageId ?? "")?.grow(delta, toolCallId);
      refreshCall(toolCallId);
    },
  };
}
