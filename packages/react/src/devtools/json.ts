/** Whether a value is an object as JSON means it. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as JSON text, also where it is none or too deep for one. */
export function toJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? String(value);
  } catch (error) {
    return `(${error instanceof Error ? error.message : String(error)})`;
  }
}

/** A text cut to one line of about this length. */
export function cut(text: string, length = 160): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** A text as it is, anything else as JSON: what comes from a stream may be of any type, and may not know how to be a text. */
export const toText = (value: unknown): string => (typeof value === "string" ? value : toJson(value));
