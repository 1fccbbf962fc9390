/** A key in words: `approvedBy` and `approved_by` become "Approved by". */
export function toLabel(key: string | number | null): string {
  if (key === null) return "Answer";
  if (typeof key === "number") return `Item ${key + 1}`;
  const words = key
    .replace(/[\p{Ll}\d](?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu, "$& ")
    .replace(/[\s_-]+/g, " ")
    .trim()
    .replace(/(^| )\p{Lu}(?!\p{Lu})/gu, (letter) => letter.toLowerCase());
  if (words === "") return key.trim() || "Value";
  return words.replace(/^./u, (letter) => letter.toUpperCase());
}

/** The title of a place; all items of a list have the same one, so they are told apart by their numbers. */
export function toTitle(title: string, key: string | number | null): string {
  return typeof key === "number" ? `${title} ${key + 1}` : title;
}
