import { isRecord } from "../protocol/trust.ts";

/** What was thrown because JSON cannot carry a value, or a value does not fit what reads it. */
const misfits = new WeakSet<object>();

/** Marks an error as one about JSON, so that a run that it fails has the code `SERIALIZATION`. */
export function asSerializationError<E>(error: E): E {
  if (isRecord(error)) misfits.add(error);
  return error;
}

/** Whether an error is one about JSON. */
export const isSerializationError = (error: unknown): boolean => isRecord(error) && misfits.has(error);

/** As `JSON.stringify`; what that throws fails a run with the code `SERIALIZATION`. */
export function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw asSerializationError(error);
  }
}

/**
 * As `toJson`, for the values of an agent: throws a `TypeError` as well for what JSON would make something else of without a
 * word, a promise that nobody awaited, a `Map`, a `Set` or an error, all of which become `{}`, and `NaN`, which becomes null.
 */
export function toExactJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (key, member: unknown) => {
      const kind = lossyKind(member);
      if (kind === undefined) return member;
      throw new TypeError(`JSON cannot carry ${kind}${key === "" ? "" : `, which is at "${key}"`}`);
    });
  } catch (error) {
    throw asSerializationError(error);
  }
}

function lossyKind(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : String(value);
  if (!isRecord(value)) return undefined;
  if (typeof value.then === "function") return "a promise: await it first";
  if (value instanceof Map) return "a Map";
  if (value instanceof Set) return "a Set";
  return value instanceof Error ? "an error: take its message" : undefined;
}

/**
 * The value as the other side of a wire would read it, sharing nothing with the original.
 * Throws a `TypeError` for what JSON cannot carry, such as a cycle or a `bigint`.
 */
export function jsonCopy<T>(value: T): T {
  const text = toJson(value);
  if (text === undefined) throw asSerializationError(new TypeError("This is no JSON value"));
  const copy: T = JSON.parse(text);
  return copy;
}

/** Text as it is, anything else as exact JSON text; `undefined` becomes the empty text. */
export function toJsonText(value: unknown): string {
  return typeof value === "string" ? value : (toExactJson(value) ?? "");
}
