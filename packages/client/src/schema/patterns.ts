/** Escapes and classes. */
const ATOM = /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]/gs;

const compiles = (pattern: string): boolean => {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
};

/** What a pattern means without the flag `u`, written so that it compiles with it. */
const relax = (pattern: string) =>
  pattern
    .replace(/(\\[dws])-/gi, "$1\\-")
    .replace(/\\([^A-Za-z0-9])/gu, (_, char: string) => `\\u{${char.codePointAt(0)?.toString(16)}}`);

/**
 * The longest text that a pattern is done with in about twenty million steps; below 1 for one whose steps may
 * double with each character. Takes every repeated group behind a choice or a quantifier for such a one.
 */
const reach = (pattern: string): number => {
  // Without lazy quantifiers, which are as dear as others.
  const flat = pattern.replace(ATOM, "x").replace(/\(\?[:=!<]+|([*+?}])\?/g, "$1");
  if (/([*+?|]|,\d*\}).*\)([*+]|\{\d+,)|\)\{.*\)\{/s.test(flat)) return 0;
  const times = Number(/\)\{(\d+)/.exec(flat)?.[1] ?? 1);
  const count = (what: RegExp) => (flat.split(what).length - 1) * times;
  const loops = count(/[*+]|,\d*\}/) + (pattern.startsWith("^") ? 0 : 1);
  return (2e7 / 2 ** count(/[?|]/)) ** (1 / loops);
};

/**
 * The pattern in a form that the validator can use, which tests with the flag `u`; null where there is none.
 * Texts that are too long for it pass. Escapes of letters such as `\Z` mean something else in the language
 * that wrote them, so those patterns are not guessed at.
 */
export const toUsablePattern = (written: unknown): string | null => {
  if (typeof written !== "string" || written.length > 1000) return null;
  const pattern = compiles(written) ? written : relax(written);
  const most = compiles(pattern) ? Math.min(Math.floor(reach(pattern)), 10_000) : 0;
  return most < 1 ? null : `^(?=[^]{${most + 1}})|${pattern}`;
};
