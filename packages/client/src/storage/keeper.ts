import type { StoredBatch } from "../approvals/batch.ts";
import { ApprovalError } from "../errors.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import { type HeldLock, isHeld, takeLock, untilFree } from "../tabs/lock.ts";
import { revisionOf } from "./envelope.ts";
import { isEditable, merge } from "./merge.ts";
import type { ThreadRecord } from "./record.ts";
import { createRecordFile, type RecordFileContext } from "./record-file.ts";
import type { Keeper, KeptThread } from "./types.ts";

/** How often a thread is kept while a run is out, in milliseconds; it is kept before and after at once. */
const RUNNING_INTERVAL_MS = 1000;

/**
 * Keeps one thread in step with its record. A write replaces only the revision that this tab knows:
 * where another tab has written since, that is shown first. From a claim until its run is over and
 * kept, this tab's word is the one that counts.
 */
export function createKeeper(context: RecordFileContext, thread: KeptThread): Keeper {
  const { adapter, environment, key } = context;
  const file = createRecordFile(context, thread);
  const waiting = new AbortController();
  /** The last record that this tab and the storage agreed on. */
  let base: ThreadRecord | undefined;
  let owns = false;
  let running = false;
  let closed = false;
  let discarded = false;
  let lock: HeldLock | undefined;
  let cancel: (() => void) | undefined;
  let queue: Promise<unknown> = context.after ?? Promise.resolve();

  /** One at a time, in order. A storage that fails is warned about; what else is thrown is for the caller. */
  function enqueue(task: () => Promise<void>): Promise<void> {
    const done = queue.then(task).catch((error: unknown) => {
      if (error instanceof ApprovalError) throw error;
      file.warnFailed(error);
    });
    queue = done.catch(() => {});
    return done;
  }

  /** Shows a text of the storage. A submit that no tab is waiting for any more has an unknown end. */
  async function adopt(stored: string, elsewhere: boolean): Promise<void> {
    const theirs = await file.open(stored);
    if (theirs === undefined) {
      // Nothing is there any more, and what this tab shows is not written before it changes.
      file.agree("", true);
      return;
    }
    const record = merge(base, thread.record(), theirs);
    const { batch } = record;
    const held = batch?.phase === "submitting" ? await isHeld(environment, key) : undefined;
    const isGone = batch?.phase === "submitting" && !(held ?? elsewhere);
    const { messages } = record;
    const before = thread.record();
    const known = new Map(before.messages.map((message) => [message.id, message]));
    const isTaken = elsewhere && before.batch && (!batch || (batch.phase === "submitting" && !isGone));
    thread.restore(
      {
        ...record,
        // What says the same stays the same, so that nothing is drawn anew for it.
        messages: messages.map((message) => {
          const same = known.get(message.id);
          return same && jsonEqual(same, message) ? same : message;
        }),
        ...(isGone && { batch: { ...batch, phase: "unknown" } }),
      },
      isTaken ? answeredElsewhere(before.batch) : undefined,
    );
    base = theirs;
    file.agree(stored, record === theirs);
    if (!held) return;
    const lookAgain = () => enqueue(() => look(true));
    untilFree(environment, key, waiting.signal).then(lookAgain, () => {});
  }

  /** Another tab has forgotten the thread. */
  function forget(): void {
    const { threadId } = thread;
    thread.restore({ version: 1, threadId, messages: [], state: {}, decisions: [], usage: [] });
    base = undefined;
    file.agree("", true);
  }

  async function look(always = false): Promise<void> {
    if (running || closed) return;
    const stored = await adapter.read(key);
    const isFirst = file.revision() === "";
    if (stored === undefined) {
      if (!isFirst) forget();
    } else if (always || isFirst || revisionOf(stored) !== file.revision()) {
      await adopt(stored, !isFirst);
      if (!file.isKept()) await write();
    }
  }

  async function write(): Promise<void> {
    if (discarded || file.isKept()) return;
    const { theirs, isGone } = await file.write((stored) => !owns && stored !== file.revision());
    if (isGone) forget();
    else if (theirs === undefined) base = thread.record();
    else {
      await adopt(theirs, true);
      await write();
    }
  }

  async function claim(): Promise<void> {
    const { batch } = thread.record();
    const mine = await takeLock(environment, key);
    let theirs: string | undefined;
    try {
      if (mine !== undefined)
        theirs = await file.claim((record) => batch !== undefined && isTaken(batch, record));
    } catch (error) {
      file.warnFailed(error);
    }
    if (mine !== undefined && theirs === undefined) {
      lock = mine;
      owns = true;
      return;
    }
    mine?.release();
    const stored = theirs ?? (await adapter.read(key));
    if (stored !== undefined) await adopt(stored, true);
    throw batch === undefined
      ? new ApprovalError("busy", "This thread is running in another tab.")
      : answeredElsewhere(batch);
  }

  async function settle(): Promise<void> {
    await write();
    owns = running;
    if (running) return;
    lock?.release();
    lock = undefined;
  }

  function soon(delay: number | undefined): void {
    if (cancel !== undefined || closed) return;
    const task = () => {
      cancel = undefined;
      enqueue(write);
    };
    if (delay === undefined) {
      cancel = environment.schedule(task);
    } else {
      const timer = setTimeout(task, delay);
      cancel = () => clearTimeout(timer);
    }
  }

  function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    return enqueue(settle);
  }

  return {
    ready: enqueue(async () => {
      await look();
      if (file.revision() !== "") return;
      thread.restore(thread.record());
      file.agree("", true);
    }),
    sync: () => enqueue(look),
    changed(isRunning) {
      running = isRunning;
      if (running) soon(RUNNING_INTERVAL_MS);
      else if (owns) flush();
      else soon(undefined);
    },
    claim: () => enqueue(claim),
    flush,
    discard() {
      discarded = true;
      return flush();
    },
    async close() {
      const written = closed ? queue : flush();
      closed = true;
      waiting.abort();
      await written;
    },
  };
}

/** Whether what another tab has written leaves nothing of a batch to answer. */
const isTaken = (batch: StoredBatch, { batch: theirs }: ThreadRecord): boolean =>
  theirs?.batch !== batch.batch || !isEditable(theirs);

const answeredElsewhere = ({ items }: StoredBatch): ApprovalError =>
  new ApprovalError(
    "answered-elsewhere",
    "Another tab has answered these questions.",
    items.map(({ id }) => id),
  );
