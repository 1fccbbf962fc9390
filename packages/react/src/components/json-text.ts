/** Any JSON value as text for a person: strings bare, the rest indented. */
export const toText = (value: unknown): string => {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
};

/** The entries of a JSON object; undefined for anything else. */
export const entriesOf = (value: unknown): [string, unknown][] | undefined => {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value)
    : undefined;
};
