/// <reference lib="esnext.disposable" preserve="true" />
import { isRecord } from "../protocol/trust.ts";

/** What has been opened and ends once: by `end()`, by leaving the block of its `using` or `await using`, or with the run. */
export interface Ending extends Disposable, AsyncDisposable {
  /** Ends it; a second call does nothing, and so does one after the run. */
  end(): void;
}

/**
 * What makes `using` and `await using` end a handle. The symbols are read at call time: where a platform has
 * none, the members have the name "undefined", which nobody reads, and a polyfill that comes later still counts.
 */
export function endingBy(end: () => void): Disposable & AsyncDisposable {
  return {
    [Symbol.dispose]: end,
    async [Symbol.asyncDispose]() {
      end();
    },
  };
}

/**
 * Hands over what was opened and ends it when the body returns, throws or, where it gives a promise, when that
 * settles; gives what the body gave.
 */
export function whileOpen<Handle extends Ending, Result>(
  handle: Handle,
  body: (handle: Handle) => Result,
): Result;
export function whileOpen<Handle extends Ending>(handle: Handle, body: (handle: Handle) => unknown): unknown {
  let isLater = false;
  try {
    const result = body(handle);
    isLater = isRecord(result) && typeof result.then === "function";
    return isLater ? Promise.resolve(result).finally(handle.end) : result;
  } finally {
    if (!isLater) handle.end();
  }
}

/** The three ways to open something: kept in hand, or handed to a body that it is open for, with or without options. */
export interface Opener<Options, Handle> {
  (options?: Options): Handle;
  <Result>(body: (handle: Handle) => Result): Result;
  <Result>(options: Options | undefined, body: (handle: Handle) => Result): Result;
}

/** Makes the three ways of one. */
export function toOpener<Options, Handle extends Ending>(
  open: (options?: Options) => Handle,
): Opener<Options, Handle> {
  type Body = (handle: Handle) => unknown;
  const isBody = (value: Options | Body | undefined): value is Body => typeof value === "function";
  function opened(options?: Options): Handle;
  function opened<Result>(body: (handle: Handle) => Result): Result;
  function opened<Result>(options: Options | undefined, body: (handle: Handle) => Result): Result;
  function opened(first?: Options | Body, body?: Body): unknown {
    if (isBody(first)) return whileOpen(open(), first);
    const handle = open(first);
    return body === undefined ? handle : whileOpen(handle, body);
  }
  return opened;
}
