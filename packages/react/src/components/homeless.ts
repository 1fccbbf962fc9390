import type { Path } from "@holdpoint/client";

/** Whether `path` leads to `start` or to a place inside it. Keys are compared as they are, never joined. */
export const startsWith = (path: Path, start: Path): boolean => {
  return start.every((key, index) => path[index] === key);
};
