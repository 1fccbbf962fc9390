/**
 * The streams quote the first-party client's sentences. The wording is ours to
 * choose; what must be in it are the facts: quoted words, ids, paths, and the
 * names of fields and events.
 */
export function factsOf(sentence: string): string[] {
  const text = sentence.replaceAll("\\", "");
  const words = text.trim().split(/\s+/);
  const isName = (word: string) => /[a-z][A-Z]|_|-\w+-|^\//.test(word) && /\w/.test(word);
  const bare = (word: string) => word.replace(/^[/'"]+|[.,:;]+$/g, "").replace(/['"](s)?$/, "");
  if (words.length === 1) return [bare(text)];
  const quoted = [...text.matchAll(/'([^']+)'(?!\w)|"([^"]+)"/g)].map((match) => match[1] ?? match[2] ?? "");
  return [...new Set([...quoted, ...words.filter(isName).map(bare)])];
}

/** Sentences without any fact in them, and the rule or warning code that they stand for here. */
export const CODES: Readonly<Record<string, string>> = {
  "does not match": "attribution-mismatch",
  "does not match the open stream's role": "chunk-conflict",
  "that was not started": "not-open",
  "ended without a terminal event": "truncated",
  "expected object, received array": "malformed-field",
  "Failed to apply state patch": "state-patch-failed",
  "cannot interpret": "version-unreadable",
  "DROPS non-text parts": "content-flattened",
};
