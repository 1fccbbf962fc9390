/** A key in words: `approvedBy` and `approved_by` become "Approved by". */
export function toLabel(key: string | number | null): string {
  if (key === null) return "Answer";
  if (typeof key === "number") return `Item ${key + 1}`;
  const words = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[\s_-]+/u)
    .filter((word) => word !== "")
    .map((word) => (/^\p{Lu}{2,}/u.test(word) ? word : word.toLowerCase()))
    .join(" ");
  if (words === "") return key.trim() === "" ? "Value" : key;
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length);
}

/** The title of a place; all items of a list have the same one, so they are told apart by their numbers. */
export function toTitle(title: string, key: string | number | null): string {
  return typeof key === "number" ? `${title} ${key + 1}` : title;
}
