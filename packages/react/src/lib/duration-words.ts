/** In seconds. */
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/**
 * A duration in words of a language, such as "4 minutes 30 seconds": its largest unit and the next, and
 * no seconds from an hour on. What is begun counts as whole, so that nothing is called over too early.
 */
export const toDurationWords = (milliseconds: number, locale?: string): string => {
  const smallest = milliseconds > 3_600_000 ? 60 : 1;
  let left = Math.ceil(milliseconds / 1000 / smallest) * smallest;
  const largest = UNITS.findIndex(([, size]) => size <= left);
  const words = UNITS.slice(largest, largest + 2).flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count === 0) return [];
    return count.toLocaleString(locale, { style: "unit", unit, unitDisplay: "long" });
  });
  return words.join(" ");
};
