import type { Environment } from "../lib/environment.ts";

/** A lock that this tab holds. */
export interface HeldLock {
  release(): void;
}

/** Null in the environment stands for a platform without locks. */
const managerOf = ({ locks }: Environment): LockManager | null | undefined =>
  locks === undefined ? globalThis.navigator?.locks : locks;

/** What is held where nothing keeps other tabs out. */
export const NO_LOCK: HeldLock = { release() {} };

/** Takes a lock between tabs; undefined where another one has it. Without a lock manager nobody is kept out. */
export async function takeLock(environment: Environment, name: string): Promise<HeldLock | undefined> {
  const manager = managerOf(environment);
  if (!manager) return NO_LOCK;
  return new Promise((resolve) => {
    manager
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(undefined);
        return new Promise<void>((release) => resolve({ release }));
      })
      // Where locks are forbidden, as on an opaque origin, they keep nobody out either.
      .catch(() => resolve(NO_LOCK));
  });
}

/** Whether a tab holds the lock; undefined where that cannot be known. */
export async function isHeld(environment: Environment, name: string): Promise<boolean | undefined> {
  try {
    return await managerOf(environment)?.request(name, { ifAvailable: true }, (lock) => lock === null);
  } catch {
    return undefined;
  }
}

/** Waits until the tab that holds the lock is done, or gone. Rejects when `signal` aborts. */
export async function untilFree(environment: Environment, name: string, signal: AbortSignal): Promise<void> {
  await managerOf(environment)?.request(name, { signal }, () => {});
}
