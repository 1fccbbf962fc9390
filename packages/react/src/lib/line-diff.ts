/** A line of a comparison: on both sides, or on one alone. */
export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** How many pairs of lines are compared at most; what is larger is told as taken out and put in whole. */
const MOST_PAIRS = 1_000_000;

/**
 * Compares two texts line by line: the fewest lines taken out and put in, those taken out first. Our own, since
 * this is all of a library for it that would be used, and since what it costs has to have a bound: the texts are
 * an agent's.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;

  const same = (text: string): DiffLine => ({ kind: "same", text });
  return [
    ...before.slice(0, start).map(same),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function diffMiddle(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const removed = before.map((text): DiffLine => ({ kind: "removed", text }));
  const added = after.map((text): DiffLine => ({ kind: "added", text }));
  if (before.length * after.length > MOST_PAIRS) return [...removed, ...added];

  const width = after.length + 1;
  // How many lines the rests from here on have in common.
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const isSame = before[i] === after[j];
      common[i * width + j] = isSame ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }

  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    const text = before[i] ?? "";
    if (text === after[j]) {
      lines.push({ kind: "same", text });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      lines.push({ kind: "removed", text });
      i += 1;
    } else {
      lines.push({ kind: "added", text: after[j] ?? "" });
      j += 1;
    }
  }
  return [...lines, ...removed.slice(i), ...added.slice(j)];
}
