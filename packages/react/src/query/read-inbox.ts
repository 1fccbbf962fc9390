import { createAgentClient, type Inbox, type OnWarning, readRecord, StorageError } from "@holdpoint/client";

/**
 * Reads the inbox of a server: a list of records, as `readRecord` takes them, but that `version` and `messages` may be left
 * out. Throws `StorageError` that names the entry and the place for anything malformed. `now` is the clock that
 * deadlines are held against.
 */
export function readInbox(value: unknown, now: () => number, onWarning: OnWarning = () => {}): Inbox {
  if (!Array.isArray(value)) {
    throw new StorageError(
      "The inbox was not loaded. It is no list: give a record for each thread that waits.",
    );
  }
  // A client of its own reckons what is open and until when, as it is done everywhere; it never runs.
  const reader = createAgentClient({ transport: nowhere, environment: { clock: now }, onWarning });
  try {
    value.forEach((entry, at) => {
      const record = readEntry(entry, at, onWarning);
      reader.thread(record.threadId).hydrate(record);
    });
    return reader.inbox.get();
  } finally {
    reader.dispose();
  }
}

function readEntry(entry: unknown, at: number, onWarning: OnWarning) {
  try {
    return readRecord({ version: 1, messages: [], ...Object(entry) }, onWarning);
  } catch (error) {
    const { message = error } = Object(error);
    throw new StorageError(`The inbox was not loaded, for its entry ${at}. ${message}`, error);
  }
}

async function* nowhere(): AsyncGenerator<never> {}
