import { ApprovalError } from "../errors.ts";
import { jsonEqual } from "../lib/json-equal.ts";
import { type HeldLock, isHeld, NO_LOCK, takeLock, untilFree } from "../tabs/lock.ts";
import { ancestorOf } from "./envelope.ts";
import { type Agreed, inFull } from "./in-full.ts";
import { merge } from "./merge.ts";
import type { ThreadRecord } from "./record.ts";
import { createRecordFile, type RecordFileContext } from "./record-file.ts";
import { isTaken, takenError } from "./taken.ts";
import type { Keeper, KeptThread } from "./types.ts";

/** How often a thread is kept while a run is out, in milliseconds; it is kept before and after at once. */
const RUNNING_INTERVAL_MS = 1000;

/**
 * How long a tab waits before it sends where no locks tell whether another one is still at it, in
 * milliseconds: that one says so, or keeps how its run has ended.
 */
const DOUBT_MS = 250;

/** How many records back a tab remembers, to tell what another one had seen when it wrote. */
const REMEMBERED = 8;

/**
 * Keeps one thread in step with its record. A write replaces only the revision that this tab knows:
 * where another tab has written since, that is shown first. From a claim until its run is over and
 * kept, this tab's word is the one that counts.
 */
export function createKeeper(context: RecordFileContext, thread: KeptThread): Keeper {
  const { adapter, environment, key } = context;
  /** The thread as the page left it, if it did. */
  let left: ThreadRecord | undefined;
  /** A run is over, and that is about to be written. */
  let ending: ReturnType<typeof setTimeout> | undefined;
  const file = createRecordFile(context, { ...thread, record: () => left ?? thread.record() });
  const waiting = new AbortController();
  /** The last record that this tab and the storage agreed on. */
  let base: Agreed | undefined;
  /** The last ones, by their revisions. */
  const remembered = new Map<string, Agreed>();
  /** Said until the next run or questions: another tab has answered what was pending here. */
  let taken: ApprovalError | undefined;
  let owns = false;
  /** What is shown comes from another tab, which may be at it still. */
  let isTheirs = false;
  let running = false;
  let closed = false;
  /** The app has given the thread another record while what is kept was being read. */
  let replaced = false;
  let isReady = false;
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
  async function adopt(stored: string, elsewhere: boolean, refused = false): Promise<void> {
    const theirs = await file.open(stored);
    const isOut = theirs?.batch?.phase === "submitting";
    const held = isOut ? await isHeld(environment, key) : undefined;
    // A run has started meanwhile: its claim is to look at this, or has.
    if (running && !refused) return;
    if (theirs === undefined) {
      // Nothing is there any more, and what this tab shows is not written before it changes.
      file.agree("", true);
      return;
    }
    // Where they had not seen what was written here, both have edited what was there before.
    const known = remembered.get(ancestorOf(stored)) ?? base;
    const whole = inFull(theirs, known);
    const record = merge(known?.shown, thread.record(), whole);
    const { batch } = record;
    const isGone = isOut && !(held ?? elsewhere);
    isTheirs = true;
    const { messages } = record;
    const before = thread.record();
    const ours = new Map(before.messages.map((message) => [message.id, message]));
    const isLost = !batch || (batch.phase === "submitting" && !isGone);
    if (!isLost) taken = undefined;
    else if (elsewhere && before.batch) taken = takenError(before.batch);
    thread.restore(
      {
        ...record,
        // What says the same stays the same, so that nothing is drawn anew for it.
        messages: messages.map((message) => {
          const same = ours.get(message.id);
          return same && jsonEqual(same, message) ? same : message;
        }),
        // Without what was sent, nothing can be sent again.
        ...(batch && isGone && { batch: { ...batch, phase: batch.sent ? "unknown" : "open" } }),
      },
      taken,
    );
    file.agree(stored, record === whole);
    agree({ shown: whole, kept: () => theirs });
    thread.publish();
    if (held === undefined) return;
    // What it wrote last may show here a little later than that its lock is free.
    const lookAgain = () => setTimeout(() => enqueue(() => look(held)), adapter.settleTime);
    if (held) untilFree(environment, key, waiting.signal).then(lookAgain, () => {});
    else lookAgain();
  }

  /** Another tab has forgotten the thread. */
  function forget(): void {
    const { threadId } = thread;
    thread.restore({ version: 1, threadId, messages: [], state: {}, decisions: [], usage: [] });
    taken = undefined;
    base = undefined;
    file.agree("", true);
    thread.publish();
  }

  async function look(always = false): Promise<void> {
    const stored = await adapter.read(key);
    // Who has seen what was written here, and writes over it, believes that nobody is at it any more.
    if (owns && stored !== undefined && ancestorOf(stored) === file.revision()) await write(true);
    if (running || owns || closed) return;
    const isFirst = file.revision() === "";
    if (replaced) {
      replaced = false;
      file.agree(stored ?? "", false);
      await write();
    } else if (stored === undefined) {
      if (!isFirst) forget();
    } else if (always || isFirst || !file.knows(stored)) {
      await adopt(stored, !isFirst);
      if (!file.isKept()) await write();
    }
  }

  /** Takes a record as what is kept now. */
  function agree(agreed: Agreed): void {
    base = agreed;
    remembered.set(file.revision(), agreed);
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size > REMEMBERED) remembered.delete(oldest);
  }

  /** Writes what is not kept yet, or all of it `again`. */
  async function write(again = false): Promise<void> {
    if (discarded || (running && !owns) || (file.isKept() && !again)) return;
    // What is edited while this is being written is not in it.
    const written = thread.record();
    const { theirs, isGone } = await file.write(owns);
    if (isGone) {
      if (!running) forget();
    } else if (theirs === undefined) agree(file.written(written));
    else {
      await adopt(theirs, true);
      await write();
    }
  }

  async function claim(isOver: () => boolean): Promise<void> {
    if (isOver()) return;
    const { batch } = thread.record();
    // A run that follows on another one, or on one that was stopped, may still have it.
    const mine = lock ?? (await takeLock(environment, key));
    if (isOver()) {
      // What was put after the claim when it was stopped lets go of the lock, or claims anew.
      lock = mine;
      return;
    }
    const written = thread.record();
    let theirs: string | undefined;
    try {
      if (mine !== undefined) {
        const wait = isTheirs && mine === NO_LOCK ? DOUBT_MS : 0;
        theirs = await file.claim((record) => isTaken(batch, record), wait);
        if (theirs === undefined) agree(file.written(written));
      }
    } catch (error) {
      file.warnFailed(error);
    }
    if (mine !== undefined && theirs === undefined) {
      lock = mine;
      owns = true;
      isTheirs = false;
      return;
    }
    mine?.release();
    lock = undefined;
    owns = false;
    try {
      const stored = theirs ?? (await adapter.read(key));
      // One that was stopped says nothing of a run that was started since.
      if (stored !== undefined && !isOver()) await adopt(stored, true, true);
    } catch (error) {
      file.warnFailed(error);
    }
    throw takenError(batch);
  }

  async function settle(): Promise<void> {
    // A run that starts while this is being written has to claim anew.
    const isOver = !running;
    try {
      await write();
    } finally {
      if (isOver) {
        owns = false;
        lock?.release();
        lock = undefined;
      }
    }
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

  function flush(isGoing = false): Promise<void> {
    // What has ended just now, ended because the page goes.
    if (isGoing) left = ending === undefined ? thread.record() : base?.shown;
    clearTimeout(ending);
    ending = undefined;
    cancel?.();
    cancel = undefined;
    return enqueue(settle);
  }

  return {
    ready: enqueue(async () => {
      try {
        await look();
      } finally {
        isReady = true;
        if (file.revision() === "") {
          thread.restore(thread.record());
          file.agree("", true);
          thread.publish();
        }
      }
    }),
    replaced() {
      replaced = !isReady;
    },
    sync() {
      left = undefined;
      return enqueue(look);
    },
    changed(isRunning) {
      // Also one that was stopped before its claim, which comes first.
      const hasEnded = running && !isRunning;
      running = isRunning;
      if (running && ending !== undefined) {
        // The next run claims anew, and keeps what the last one has left with that.
        clearTimeout(ending);
        ending = undefined;
        owns = false;
      }
      if (running) taken = undefined;
      if (running) soon(RUNNING_INTERVAL_MS);
      // Of a page that goes, a browser ends the requests before it tells anybody; no timer fires in between.
      else if (owns || hasEnded) ending ??= setTimeout(flush);
      else soon(undefined);
    },
    claim: (isOver) => enqueue(() => claim(isOver)),
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
