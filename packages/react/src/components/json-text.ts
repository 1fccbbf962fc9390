/** Any JSON value as text for a person: strings bare, the rest indented. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}

/** Whether two JSON values are the same, whatever the order of their members. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  const entries = entriesOf(value);
  // As pairs, since an object would take a member named __proto__ for something else.
  return entries ? { entries: entries.sort(([a], [b]) => (a < b ? -1 : 1)) } : value;
}

/** The entries of a JSON object; undefined for anything else. */
export function entriesOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value)
    : undefined;
}
