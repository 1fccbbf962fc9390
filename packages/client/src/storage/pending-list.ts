import { reckoned, type StoredBatch } from "../approvals/batch.ts";
import type { InboxEntry } from "../approvals/types.ts";
import { createCell, type Readable } from "../lib/cell.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import { atOnce } from "../lib/publisher.ts";
import type { StorageAdapter } from "./adapter.ts";
import { readKept, type ThreadRecord } from "./record.ts";
import type { StorageContext } from "./types.ts";

/** The threads of a storage with something pending. Nothing is read before somebody asks. */
export interface PendingList extends Readable<readonly InboxEntry[]> {
  /** Reads a key again, or all of them. */
  refresh(key?: string): Promise<void>;
  /** Shows what this tab has just written. */
  show(record: ThreadRecord): void;
}

export function createPendingList(
  context: StorageContext & {
    readonly adapter: StorageAdapter;
    idOf(key: string): string | undefined;
  },
): PendingList {
  const { adapter, warn } = context;
  const entries = new Map<string, InboxEntry>();
  const cell = createCell<readonly InboxEntry[]>([], atOnce);
  let isAsked = false;

  async function read(key: string): Promise<void> {
    const threadId = context.idOf(key);
    if (threadId === undefined) return;
    note(threadId, batchIn(await adapter.read(key)));
  }

  function note(threadId: string, batch: StoredBatch | undefined): void {
    if (batch === undefined) {
      entries.delete(threadId);
      return;
    }
    const { sent: _, ...approvals } = reckoned({ ...batch, error: null }, context.environment.clock());
    entries.set(threadId, { threadId, approvals });
  }

  function publish(): void {
    const next = [...entries.values()];
    if (!jsonEqual(next, cell.peek())) cell.set(next);
  }

  async function readAll(): Promise<void> {
    const keys = await adapter.keys();
    const known = new Set(keys.map(context.idOf));
    for (const threadId of entries.keys()) if (!known.has(threadId)) entries.delete(threadId);
    await Promise.all(keys.map(read));
  }

  async function refresh(key?: string): Promise<void> {
    if (!isAsked) return;
    try {
      await (key === undefined ? readAll() : read(key));
    } catch (error) {
      warn({ code: "storage-failed", message: `The inbox could not be read: ${error}` });
    }
    publish();
  }

  function ask(): void {
    if (isAsked) return;
    isAsked = true;
    refresh();
  }

  return {
    get() {
      ask();
      return cell.get();
    },
    initial: cell.initial,
    subscribe(onChange) {
      ask();
      return cell.subscribe(onChange);
    },
    refresh,
    show({ threadId, batch }) {
      if (!isAsked) return;
      note(threadId, batch);
      publish();
    },
  };
}

/** What is pending in a stored text. One that cannot be read is not the inbox's to judge: opening its thread does. */
function batchIn(text: string | undefined): StoredBatch | undefined {
  if (text === undefined) return undefined;
  try {
    const { record }: { record: unknown } = JSON.parse(text);
    return readKept(record).batch;
  } catch {
    return undefined;
  }
}
