/**
 * The value as the other side of a wire would read it, sharing nothing with the original.
 * Throws a `TypeError` for what JSON cannot carry, such as a cycle or a `bigint`.
 */
export function jsonCopy<T>(value: T): T {
  const copy: T = JSON.parse(JSON.stringify(value));
  return copy;
}

/** Text as it is, anything else as JSON text; `undefined` becomes the empty text. */
export function toJsonText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
