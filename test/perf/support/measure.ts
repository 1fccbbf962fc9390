/** Milliseconds that one piece of work took; work that times itself returns them. */
export type Work = () => Promise<number>;

/**
 * Milliseconds of processor time that this process has had. Unlike the time on the clock it does not grow
 * while other processes have the machine, so the ratios hold where it is busy.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Times a piece of work from its call to its end. */
export const timed =
  (work: () => unknown): Work =>
  async () => {
    const start = processorTime();
    await work();
    return processorTime() - start;
  };

/** The best of several rounds in which the two take turns, so that what else happens hits both. */
export async function compare(
  one: Work,
  other: Work,
  rounds = 9,
): Promise<{ one: number; other: number; ratio: number }> {
  const best = { one: Number.POSITIVE_INFINITY, other: Number.POSITIVE_INFINITY };
  // The first round warms the compiler up and counts for nothing.
  for (let round = 0; round <= rounds; round++) {
    const times =
      round % 2 === 0
        ? { other: await other(), one: await one() }
        : { one: await one(), other: await other() };
    if (round === 0) continue;
    best.one = Math.min(best.one, times.one);
    best.other = Math.min(best.other, times.other);
  }
  return { ...best, ratio: best.one / best.other };
}

/** The ratio in a sentence, with the times it came from. */
export const figure = (
  title: string,
  { one, other, ratio }: { one: number; other: number; ratio: number },
): string => `${title}: ${ratio.toFixed(2)}x (${one.toFixed(2)} ms against ${other.toFixed(2)} ms)`;
