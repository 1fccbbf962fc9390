import { type Cell, createCell, type Readable } from "../lib/cell.ts";
import type { Publisher } from "../lib/publisher.ts";
import { type ToolCallView, toToolCallView } from "../lib/tool-call-view.ts";
import type { ToolCall, ToolMessage } from "../protocol/messages.ts";
import { callsOf, changeCall, grow } from "./grow.ts";
import { listMessages, type SubagentView } from "./subagents.ts";
import type { RunUsage, ThreadMessage } from "./types.ts";

/** What the store keeps of a tool call beside the message that holds it, if there is one. */
interface CallRecord {
  readonly cell: Cell<ToolCallView | undefined>;
  messageId: string | undefined;
  status: ToolCallView["status"];
  answer: ToolMessage | undefined;
}

/**
 * The thread's content in cells: one per message, one per tool call, and a
 * channel each for ids, state, usage and subagents. All writers see the working
 * values, all readers the published ones.
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
  /** Adds to the text of a message, or to the arguments of a call that it holds. */
  extend(id: string | undefined, delta: string, toolCallId?: string): void;
}

/** Creates an empty store. */
export const createThreadStore = (publisher: Publisher, initialState: unknown): ThreadStore => {
  const messages = new Map<string, Cell<ThreadMessage | undefined>>();
  const calls = new Map<string, CallRecord>();
  // New ids wait here for the next look at the list, which is then copied once for all of them.
  const added: string[] = [];
  const ids = createCell<readonly string[]>([], publisher, (before) => [...before, ...added.splice(0)]);
  const subagents = createCell<readonly SubagentView[]>([], publisher, (views) => listMessages(views, all()));
  const all = () => ids.peek().flatMap((id) => messages.get(id)?.peek() ?? []);

  const cellOf = (id: string): Cell<ThreadMessage | undefined> => {
    let cell = messages.get(id);
    if (cell === undefined) {
      cell = createCell<ThreadMessage | undefined>(undefined, publisher, grow);
      messages.set(id, cell);
    }
    return cell;
  };

  const callOf = (id: string): CallRecord => {
    let record = calls.get(id);
    if (record === undefined) {
      const cell = createCell<ToolCallView | undefined>(undefined, publisher, () => viewOf(id));
      record = { cell, messageId: undefined, status: "complete", answer: undefined };
      calls.set(id, record);
    }
    return record;
  };

  const viewOf = (id: string): ToolCallView | undefined => {
    const { messageId = "", status, answer } = callOf(id);
    const call = callsOf(messages.get(messageId)?.peek()).find((each) => each.id === id);
    return call && toToolCallView(call, messageId, status, answer);
  };

  /** Takes note of something about a call, which is looked at anew. */
  const note = (id: string, facts?: Partial<CallRecord>): void => {
    const record = callOf(id);
    Object.assign(record, facts);
    record.cell.grow("");
  };

  /** Takes note of the calls that a message holds, from one on, or of the call that it answers. */
  const index = (message: ThreadMessage, from = 0): void => {
    if (message.role === "tool") note(message.toolCallId, { answer: message });
    for (const { id } of callsOf(message).slice(from)) {
      const { status } = callOf(id);
      // What is there whole has its calls whole, whatever an earlier run has left of them.
      const isWhole = from === 0 && message.phase === "complete" && status === "incomplete";
      note(id, { messageId: message.id, status: isWhole ? "complete" : status });
    }
  };

  const put = (message: ThreadMessage): void => {
    const cell = cellOf(message.id);
    const before = cell.peek();
    if (before === undefined) {
      added.push(message.id);
      ids.grow("");
    }
    cell.set(message);
    if (before?.subagentRunId !== message.subagentRunId) subagents.grow("");
    // Calls come one by one: those that a message held before are not looked through at each of its events.
    index(message, -1);
  };

  return {
    ids,
    state: createCell<unknown>(initialState, publisher),
    usage: createCell<readonly RunUsage[]>([], publisher),
    subagents,
    message: cellOf,
    toolCall: (id) => callOf(id).cell,
    peek: (id) => messages.get(id)?.peek(),
    peekCall: (id) => calls.get(id)?.cell.peek(),
    all,
    put,
    replaceAll(next) {
      const kept = new Set(next.map((message) => message.id));
      for (const id of ids.peek()) if (!kept.has(id)) messages.get(id)?.set(undefined);
      ids.set([...kept]);
      subagents.grow("");
      for (const id of calls.keys()) note(id, { messageId: undefined, answer: undefined });
      for (const message of next) {
        cellOf(message.id).set(message);
        index(message);
      }
    },
    holderOf: (toolCallId) => calls.get(toolCallId)?.messageId,
    setCallStatus(toolCallId, status) {
      if (calls.has(toolCallId)) note(toolCallId, { status });
    },
    updateCall(toolCallId, change) {
      const holder = messages.get(callOf(toolCallId).messageId ?? "");
      holder?.set(changeCall(holder.peek(), toolCallId, change));
      note(toolCallId);
    },
    extend(id = "", delta, toolCallId) {
      messages.get(id)?.grow(delta, toolCallId);
      if (toolCallId !== undefined) note(toolCallId);
    },
  };
};
