import type { Path } from "@holdpoint/client";

/** Whether `path` leads to `start` or to a place inside it. Keys are compared as they are, never joined. */
export function startsWith(path: Path, start: Path): boolean {
  return start.every((key, index) => path[index] === key);
}

/** The value at a path; undefined where it leads nowhere. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}
