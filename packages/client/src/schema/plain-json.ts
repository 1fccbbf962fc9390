import { isRecord } from "../protocol/trust.ts";
import type { Path } from "./types.ts";

/** A private copy in plain JSON with its text, or where and why there is none. */
export type Copied =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly path: Path; readonly reason: string };

/** Reads an own property, so that `constructor` and its like are keys as any other. */
export const own = (value: unknown, key: string | number): unknown => {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
};

/** Writes an own property; `__proto__` becomes data and changes no prototype. */
export const setOwn = (target: object, key: string, value: unknown): void => {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
};

/**
 * Copies what JSON can carry, at most so many levels, parts and characters of texts and keys; properties
 * that are undefined are left out, the input is not changed.
 */
export const copyJson = (
  input: unknown,
  levels: number,
  parts: number = Number.POSITIVE_INFINITY,
  characters: number = Number.POSITIVE_INFINITY,
): Copied => {
  /** The containers on the way to the value at hand; the first one is JSON's own, around the input. */
  const holders: unknown[] = [];
  const path: (string | number)[] = [];
  let count = 0;
  let size = 0;
  let reason = "is no JSON";

  /** Ends the copy, leaving `path` at the place; a cycle, and what the input itself throws, do so, too. */
  function refuse(): never {
    throw new Error();
  }

  function check(this: unknown, key: string, value: unknown): unknown {
    if (!holders.includes(this)) holders.push(this);
    while (holders.at(-1) !== this) holders.pop();
    const depth = holders.length - 1;
    path[depth] = Array.isArray(this) ? Number(key) : key;
    if (value === undefined && !Array.isArray(this)) return undefined;
    count += 1;
    size += key.length + (typeof value === "string" ? value.length : 0);
    if (count > parts || size > characters || (isRecord(value) && depth >= levels)) {
      reason = "is too large or too deep";
      refuse();
    }
    if (!isRecord(value)) {
      const isJson = value === null || typeof value === "string" || typeof value === "boolean";
      return isJson || Number.isFinite(value) ? value : refuse();
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    // The second test allows plain objects of another window.
    const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
    return isPlain || Array.isArray(value) ? value : refuse();
  }

  try {
    const text = JSON.stringify(input, check);
    return { ok: true, value: JSON.parse(text), text };
  } catch {
    return { ok: false, path: path.slice(1, holders.length), reason };
  }
};
