/** The rounds that are always measured, and the most of them on a busy machine. */
const ROUNDS = { least: 3, most: 15 };

/**
 * How much longer one measure takes than another, by the best of several rounds in turn. Goes on
 * while `atMost` is exceeded: what other processes take only ever adds to a time, a cost stays.
 */
export async function timeRatio(
  shorter: () => Promise<number>,
  longer: () => Promise<number>,
  atMost: number,
): Promise<number> {
  const best = { shorter: Number.POSITIVE_INFINITY, longer: Number.POSITIVE_INFINITY };
  for (let round = 1; round <= ROUNDS.most; round++) {
    best.shorter = Math.min(best.shorter, await shorter());
    best.longer = Math.min(best.longer, await longer());
    if (round >= ROUNDS.least && best.longer / best.shorter <= atMost) break;
  }
  return best.longer / best.shorter;
}
