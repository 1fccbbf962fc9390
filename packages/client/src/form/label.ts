/**
 * The title of a place, or its key in words: `approvedBy` and `approved_by` become "Approved by". All items of
 * a list have the same title, so they are told apart by their numbers.
 */
export const toLabel = (key: string | number | null, title?: unknown): string => {
  const given = typeof title === "string" ? title : "";
  if (typeof key === "number") return `${given || "Item"} ${key + 1}`;
  if (given || key === null) return given || "Answer";
  const words = key
    .replace(/[\p{Ll}\d](?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu, "$& ")
    .replace(/[\s_-]+/g, " ")
    .trim()
    .replace(/(^| )\p{Lu}(?!\p{Lu})/gu, (letter) => letter.toLowerCase());
  if (words === "") return key.trim() || "Value";
  return words.replace(/^./u, (letter) => letter.toUpperCase());
};
