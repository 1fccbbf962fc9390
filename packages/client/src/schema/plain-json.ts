import { isRecord } from "../protocol/trust.ts";
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
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Writes an own property; `__proto__` becomes data and changes no prototype. */
export function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Copies what JSON can carry; properties that are undefined are left out, the input is not changed. */
export function copyJson(input: unknown, limits: CopyLimits): Copied {
  const path: (string | number)[] = [];
  let nodes = 0;
  let size = 0;
  let reason = "is no JSON";

  /** Ends the copy, leaving `path` at the place; what a getter or a `toJSON` of the input throws does so, too. */
  function refuse(): never {
    throw new Error();
  }

  function limit(count: number, most: number): void {
    if (count <= most) return;
    reason = "is too large or too deep";
    refuse();
  }

  function count(characters: number): void {
    size += characters;
    limit(size, limits.size);
  }

  function copyAt(key: string | number, part: unknown): unknown {
    path.push(key);
    const copied = copy(part);
    path.pop();
    return copied;
  }

  function copy(value: unknown): unknown {
    nodes += 1;
    limit(nodes, limits.nodes);
    if (typeof value === "string") count(value.length);
    if (typeof value === "string" || value === null || typeof value === "boolean") return value;
    if (typeof value === "number") {
      // JSON knows no negative zero.
      return Number.isFinite(value) ? value || 0 : refuse();
    }
    if (!isRecord(value)) return refuse();
    // A cycle is endlessly deep.
    limit(path.length + 1, limits.depth);
    // Not `map`, which would pass over holes.
    if (Array.isArray(value)) return Array.from(value, (part, index) => copyAt(index, part));
    const { toJSON } = value;
    if (typeof toJSON === "function" && !Object.hasOwn(value, "toJSON")) {
      return copy(Reflect.apply(toJSON, value, []));
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    // The second test allows plain objects of another window.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) refuse();
    const record = {};
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined) continue;
      count(key.length);
      setOwn(record, key, copyAt(key, part));
    }
    return record;
  }

  try {
    return { ok: true, value: copy(input) };
  } catch {
    return { ok: false, path, reason };
  }
}
