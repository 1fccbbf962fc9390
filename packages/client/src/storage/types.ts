import type { Inbox } from "../approvals/types.ts";
import type { ApprovalError } from "../errors.ts";
import type { Readable } from "../lib/cell.ts";
import type { Environment } from "../lib/environment.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { ThreadRecord } from "./record.ts";

/** Keeps the threads of a client, so that they outlive the page. Made by `webStorage` and its like. */
export interface ThreadStorage {
  connect(context: StorageContext): StorageConnection;
}

export interface StorageContext {
  readonly environment: Environment;
  readonly warn: OnWarning;
}

/** What a client does with its storage. */
export interface StorageConnection {
  /** Keeps a thread from now on. */
  keep(thread: KeptThread): Keeper;
  /** The threads with pending questions that are kept, open here or not. */
  readonly pending: Readable<Inbox>;
  /** Forgets a thread; in other tabs, too. */
  remove(threadId: string): Promise<void>;
  /** Forgets every thread of this app; in other tabs, too. */
  clear(): Promise<void>;
  close(): void;
}

/** What a storage sees of a thread. */
export interface KeptThread {
  readonly threadId: string;
  /** The thread as it is now. */
  record(): ThreadRecord;
  /** Takes a record in place of what was there; `taken` where another tab has answered what was pending here. */
  restore(record: ThreadRecord, taken?: ApprovalError): void;
  /** Shows what was taken. Whoever sees it may change it at once. */
  publish(): void;
}

/** Keeps one thread. None of it rejects, but for `claim`: a storage that fails is warned about, and the thread goes on. */
export interface Keeper {
  /** Resolved once what was kept is shown. */
  readonly ready: Promise<void>;
  /** The app gives the thread another record: what is still being read is written over. */
  replaced(): void;
  /** Shows what other tabs have written since. */
  sync(): Promise<void>;
  /** Something was published; `running` while a run is out. */
  changed(running: boolean): void;
  /**
   * Keeps the thread before a run is sent, and this tab as the one that sends. Throws `ApprovalError`
   * with code `answered-elsewhere` where another tab was first. Nothing for a run that is over before.
   */
  claim(isOver: () => boolean): Promise<void>;
  /**
   * Writes now what is not written yet; the last where the page `isGoing`. What fails after that, fails
   * because the page goes, so it says nothing about what became of it.
   */
  flush(isGoing?: boolean): Promise<void>;
  /** Stops without writing any more. */
  discard(): Promise<void>;
  /** Writes what is not written yet, and stops. */
  close(): Promise<void>;
}
