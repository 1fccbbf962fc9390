/** Texts by key: what a place must be able to do to keep threads. */
export interface StorageAdapter {
  /** The text of a key. May reject, as may all of these: the app is warned and the thread goes on. */
  read(key: string): Promise<string | undefined>;
  /**
   * Replaces the text of a key by what `change` makes of it, undefined for none. Where it can, it lets
   * nobody write in between; `change` may be called again, and its last call counts.
   */
  update(key: string, change: (text: string | undefined) => string | undefined): Promise<void>;
  /** All keys, the app's other ones too. */
  keys(): Promise<readonly string[]>;
  /**
   * How long two tabs may not see each other's writes, in milliseconds; absent where `update` is
   * atomic. A submit waits that long to see whether it was the first.
   */
  readonly settleTime?: number;
  /** Hears of the keys that other tabs change, where the platform tells; returns what ends it. */
  watch?(onChange: (key: string) => void): () => void;
}
