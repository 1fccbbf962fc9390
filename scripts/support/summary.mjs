import { closingLine, sum } from "./counts.mjs";
import { table } from "./table.mjs";

/** @typedef {{ title: string, counts: import("./counts.mjs").Counts, seconds: number }} Result */

/**
 * Runs one after the other, each under its title, and times them.
 * @template {{ name: string, title: string }} T
 * @param {readonly T[]} all
 * @param {(one: T) => Promise<import("./counts.mjs").Counts>} count
 * @returns {Promise<readonly Result[]>}
 */
export async function countAll(all, count) {
  /** @type {Result[]} */
  const results = [];
  for (const one of all) {
    console.log(`\n=== ${one.title} (${one.name}) ===\n`);
    const start = performance.now();
    const counts = await count(one);
    results.push({ title: one.title, counts, seconds: (performance.now() - start) / 1000 });
  }
  return results;
}

/**
 * Prints a table of them and the line that closes every run, and sets the exit code.
 * @param {string} kind what they are, such as "part"
 * @param {readonly Result[]} results
 */
export function summarize(kind, results) {
  const rows = results.map(({ title, counts, seconds }) => [
    title,
    counts.passed,
    counts.failed,
    counts.skipped,
    `${seconds.toFixed(1)} s`,
  ]);
  const total = sum(results.map(({ counts }) => counts));
  console.log(`\n=== Summary ===\n\n${table([[kind, "passed", "failed", "skipped", "time"], ...rows])}\n`);
  console.log(closingLine(total));
  process.exitCode = total.failed > 0 ? 1 : 0;
}
