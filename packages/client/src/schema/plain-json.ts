import { isPlainObject } from "../protocol/trust.ts";
import type { Path } from "./types.ts";

/** A private copy in plain JSON, or where and why there is none. */
export type Copied =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly path: Path; readonly reason: string };

/** How much may be copied; `size` counts characters of texts and keys. */
export interface CopyLimits {
  readonly depth: number;
  readonly nodes: number;
  readonly size: number;
}

/** Reads an own property, so that `constructor` and its like are keys as any other. */
export function own(value: unknown, key: string | number): unknown {
  return isPlainObject(value) || Array.isArray(value)
    ? Object.hasOwn(value, key)
      ? Reflect.get(value, key)
      : undefined
    : undefined;
}

/** Writes an own property; `__proto__` becomes data and changes no prototype. */
export function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Copies what JSON can carry; properties that are undefined are left out, the input is not changed. */
export function copyJson(input: unknown, limits: CopyLimits): Copied {
  let nodes = 0;
  let size = 0;
  const path: (string | number)[] = [];
  let reason = "";
  const refuse = (why: string): false => {
    reason = why;
    return false;
  };

  // Hands the copy to `put` instead of returning it, so that undefined stays a value that is refused.
  const copy = (value: unknown, put: (copied: unknown) => void): boolean => {
    nodes += 1;
    if (nodes > limits.nodes) return refuse("has too many parts");
    if (typeof value === "string") {
      size += value.length;
      if (size > limits.size) return refuse("is too large");
      put(value);
      return true;
    }
    if (value === null || typeof value === "boolean") {
      put(value);
      return true;
    }
    if (typeof value === "number") {
      if (!Number.isFinite(value)) return refuse("is no finite number");
      // JSON knows no negative zero.
      put(value === 0 ? 0 : value);
      return true;
    }
    if (typeof value !== "object")
      return refuse(`is ${value === undefined ? "missing" : `a ${typeof value}`}`);
    if (path.length >= limits.depth) return refuse("is nested too deeply or contains itself");
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      for (let index = 0; index < value.length; index += 1) {
        path.push(index);
        if (!copy(value[index], (copied) => list.push(copied))) return false;
        path.pop();
      }
      put(list);
      return true;
    }
    const toJson: unknown = Reflect.get(value, "toJSON");
    if (typeof toJson === "function" && !Object.hasOwn(value, "toJSON")) {
      return copy(Reflect.apply(toJson, value, []), put);
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    // The second test allows plain objects of another window.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return refuse("is no plain object");
    const record = {};
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined) continue;
      size += key.length;
      path.push(key);
      if (!copy(part, (copied) => setOwn(record, key, copied))) return false;
      path.pop();
    }
    put(record);
    return true;
  };

  let result: unknown;
  try {
    const done = copy(input, (copied) => {
      result = copied;
    });
    return done ? { ok: true, value: result } : { ok: false, path, reason };
  } catch {
    return { ok: false, path, reason: "cannot be read" };
  }
}
