import { StorageError } from "../errors.ts";
import type { StorageAdapter } from "./adapter.ts";
import { countOf, revisionOf, seal as sealText, toText } from "./envelope.ts";
import type { Agreed } from "./in-full.ts";
import { readKept, type ThreadRecord } from "./record.ts";
import type { KeptThread, StorageContext } from "./types.ts";

export interface RecordFileContext extends StorageContext {
  readonly adapter: StorageAdapter;
  readonly key: string;
  /** Where a record goes that cannot be read. */
  readonly brokenKey: string;
  /** Tells the writes of this tab from those of others. */
  readonly tab: string;
  readonly maxLength: number;
  readonly redact: ((record: ThreadRecord) => ThreadRecord) | undefined;
  /** What is to be waited for first, such as the last write of an earlier handle of the thread. */
  readonly after: Promise<void> | undefined;
  /** This tab has written. */
  onWrite(): void;
}

/** The text that a storage keeps of one thread, and what this tab knows of it. */
export interface RecordFile {
  /** The revision that this tab has read or written last; empty before. */
  revision(): string;
  /** Whether a text is the one that this tab has read or written last. */
  knows(stored: string): boolean;
  /** Whether the thread says nothing that is not kept. */
  isKept(): boolean;
  /** The record of a text; one that cannot be read is put aside, where somebody may look at it. */
  open(stored: string): Promise<ThreadRecord | undefined>;
  /** Takes a text as what this tab knows; `whole` where the thread now shows just that. */
  agree(stored: string, whole: boolean): void;
  /** Writes the thread over what this tab knows, or over anything with `always`; else gives the text that is there. `isGone` where it was removed. */
  write(always: boolean): Promise<{ theirs: string | undefined; isGone: boolean }>;
  /**
   * Writes the thread as the one that sends now, and looks again after `wait` milliseconds, where that or
   * the storage asks for it; gives the text of another tab that was faster, if one was.
   */
  claim(isTaken: (theirs: ThreadRecord) => boolean, wait: number): Promise<string | undefined>;
  /** What was written last, of a thread that showed this. */
  written(shown: ThreadRecord): Agreed;
  warnFailed(cause: unknown): void;
}

/** Opens the text of a thread in a storage. */
export function createRecordFile(context: RecordFileContext, thread: KeptThread): RecordFile {
  const { adapter, brokenKey, key, warn } = context;
  const { threadId } = thread;
  let revision = "";
  /** What the thread said at that revision, as it would be written. */
  let said: string | undefined;
  /** The revision of the last write that was begun: one that fails may have been made. */
  let tried = "";
  /** The text that was read last, where somebody has written it without a revision. */
  let unmarked: string | undefined;
  let trimmed = 0;

  function text(): string {
    const record = thread.record();
    const made = toText(context.redact?.(record) ?? record, context.maxLength);
    if (made.trimmed > trimmed) {
      const message = `"${threadId}" is too long to be kept whole: its oldest ${made.trimmed} messages are left out.`;
      warn({ code: "record-trimmed", message });
    }
    trimmed = made.trimmed;
    return made.text;
  }

  /** What the thread says, as the next revision. */
  function seal(stored: string, body: string): string {
    const count = Math.max(countOf(revisionOf(stored)), countOf(revision), countOf(tried)) + 1;
    tried = `${count}.${context.tab}`;
    return sealText(tried, revision, body);
  }

  /** The write is made. */
  function done(body: string): void {
    revision = tried;
    said = body;
  }

  function knows(stored: string): boolean {
    const found = revisionOf(stored);
    if (found === "") return stored === unmarked;
    if (found === tried) revision = found;
    return found === revision;
  }

  function parse(stored: string): ThreadRecord {
    const { record }: { record: unknown } = JSON.parse(stored);
    const read = readKept(record, warn);
    if (read.threadId === threadId) return read;
    throw new StorageError(`It is the record of "${read.threadId}".`);
  }

  /** One that was never read is not written over unseen. */
  function isTakenBy(stored: string, isTaken: (theirs: ThreadRecord) => boolean): boolean {
    try {
      return !knows(stored) && (revision === "" || isTaken(parse(stored)));
    } catch {
      return false;
    }
  }

  return {
    revision: () => revision,
    knows,
    isKept: () => said === text(),
    async open(stored) {
      try {
        return parse(stored);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        const message = `What was kept of "${threadId}" cannot be used, and is now at "${brokenKey}": ${reason}`;
        warn({ code: "record-unreadable", message, error: new StorageError(message, cause) });
        await adapter.update(brokenKey, () => stored);
        await adapter.update(key, (now) => (now === stored ? undefined : now));
        return undefined;
      }
    },
    agree(stored, whole) {
      revision = revisionOf(stored);
      unmarked = revision === "" ? stored : undefined;
      said = whole ? text() : undefined;
    },
    async write(always) {
      const body = text();
      let theirs: string | undefined;
      let isGone = false;
      await adapter.update(key, (stored) => {
        theirs = always || stored === undefined || knows(stored) ? undefined : stored;
        isGone = stored === undefined && revision !== "";
        if (isGone || theirs !== undefined) return stored;
        return seal(stored ?? "", body);
      });
      if (theirs === undefined && !isGone) {
        done(body);
        context.onWrite();
      }
      return { theirs, isGone };
    },
    async claim(isTaken, wait) {
      const body = text();
      let theirs: string | undefined;
      let mine = "";
      await adapter.update(key, (stored) => {
        theirs = stored !== undefined && isTakenBy(stored, isTaken) ? stored : undefined;
        if (theirs !== undefined) return stored;
        mine = seal(stored ?? "", body);
        return mine;
      });
      if (theirs !== undefined) return theirs;
      done(body);
      const delay = Math.max(adapter.settleTime ?? 0, wait);
      if (delay > 0) {
        // A tab that is still at it says so when it hears of this.
        context.onWrite();
        await new Promise((resolve) => setTimeout(resolve, delay));
        const now = await adapter.read(key);
        // Of whoever was given the time to say so, anything is a word.
        if (now !== undefined && now !== mine && (wait > 0 || isTakenBy(now, isTaken))) return now;
      }
      context.onWrite();
      return undefined;
    },
    written(shown) {
      const body = said;
      // Nothing is left out of most records, and those need not be read.
      if (body === undefined || !(context.redact || trimmed > 0)) return { shown, kept: () => shown };
      let kept: ThreadRecord | undefined;
      return {
        shown,
        kept() {
          kept ??= readKept(JSON.parse(body));
          return kept;
        },
      };
    },
    warnFailed(cause) {
      const message = `The thread "${threadId}" could not be kept: ${cause}`;
      warn({ code: "storage-failed", message, error: new StorageError(message, cause) });
    },
  };
}
