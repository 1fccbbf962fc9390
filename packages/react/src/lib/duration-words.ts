const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/**
 * A duration in words of a language, such as "4 minutes 30 seconds": its largest unit and the next, and
 * no seconds from an hour on. What is begun counts as whole, so that nothing is called over too early.
 */
export function toDurationWords(milliseconds: number, locale?: string): string {
  const [, smallest] = UNITS[milliseconds > 3_600_000 ? 2 : 3];
  let left = Math.ceil(milliseconds / smallest) * smallest;
  const largest = Math.max(
    0,
    UNITS.findIndex(([, size]) => size <= left),
  );
  const words = UNITS.slice(largest, largest + 2).flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count === 0) return [];
    return count.toLocaleString(locale, { style: "unit", unit, unitDisplay: "long" });
  });
  return words.join(" ");
}
