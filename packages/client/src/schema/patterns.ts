function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/**
 * The pattern in a form that compiles with the flag `u`, which the validator
 * uses; null where there is none. Escapes of punctuation that `u` forbids,
 * such as `\@`, lose their backslash; letters such as `\Z` mean something else
 * in the language that wrote them, so those patterns are not guessed at.
 */
export function toUsablePattern(pattern: unknown): string | null {
  if (typeof pattern !== "string") return null;
  const relaxed = pattern.replace(/\\(.)/gs, (escaped, char: string) =>
    /[A-Za-z0-9^$\\.*+?()[\]{}|/]/.test(char) ? escaped : char === "-" ? "\\x2d" : char,
  );
  return [pattern, relaxed].find(compiles) ?? null;
}
