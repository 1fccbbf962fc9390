/**
 * `npm test`: every part in order, also after a failure, then a table of them and the closing line.
 * `npm test -- lint unit` runs these parts only.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { ensureInstalled } from "./ensure-install.mjs";
import { closingLine, countGate, countTests, emptyFolders, sum } from "./support/counts.mjs";
import { parts } from "./support/parts.mjs";
import { inRoot } from "./support/root.mjs";
import { table } from "./support/table.mjs";
import { turbo } from "./support/turbo.mjs";

/** @typedef {{ title: string, counts: import("./support/counts.mjs").Counts, seconds: number }} Result */

/**
 * @param {readonly string[]} names
 * @returns {readonly import("./support/parts.mjs").Part[]}
 */
function chosenParts(names) {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    console.error(
      `No part is called ${unknown.join(", ")}. There are: ${parts.map((p) => p.name).join(", ")}.`,
    );
    process.exit(1);
  }
  return names.length === 0 ? parts : parts.filter((part) => names.includes(part.name));
}

/**
 * @param {string} path
 * @returns {import("./support/counts.mjs").VitestReport | undefined}
 */
const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined);

/**
 * @param {import("./support/parts.mjs").Part} part
 * @returns {Promise<import("./support/counts.mjs").Counts>}
 */
async function countPart(part) {
  const args = [
    "run",
    ...part.tasks,
    "--concurrency=2",
    "--log-prefix=none",
    "--continue=dependencies-successful",
  ];
  if (part.gate) return countGate(await turbo(args));
  const report = `reports/${part.name}.json`;
  // An old report must never be counted for a run that wrote none.
  rmSync(inRoot(report), { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await turbo([...args, "--", ...reporters]);
  const found = readReport(inRoot(report));
  const folders = (part.folders ?? []).map((folder) => inRoot(folder).replaceAll("\\", "/"));
  const counts = countTests(found, code, { folders, ci: Boolean(process.env.CI) });
  for (const folder of found ? emptyFolders(found, folders) : []) console.error(`No test ran of ${folder}`);
  if (process.env.CI && found && countTests(found, code).skipped > 0) {
    console.error("In CI a skipped test counts as a failure.");
  }
  return counts;
}

/**
 * @param {import("./support/parts.mjs").Part} part
 * @returns {Promise<Result>}
 */
async function runPart(part) {
  console.log(`\n=== ${part.title} (${part.name}) ===\n`);
  const start = performance.now();
  const counts = await countPart(part);
  return { title: part.title, counts, seconds: (performance.now() - start) / 1000 };
}

ensureInstalled();
mkdirSync(inRoot("reports"), { recursive: true });
/** @type {Result[]} */
const results = [];
for (const part of chosenParts(process.argv.slice(2))) results.push(await runPart(part));

const rows = results.map(({ title, counts, seconds }) => [
  title,
  counts.passed,
  counts.failed,
  counts.skipped,
  `${seconds.toFixed(1)} s`,
]);
const total = sum(results.map(({ counts }) => counts));
console.log(`\n=== Summary ===\n\n${table([["part", "passed", "failed", "skipped", "time"], ...rows])}\n`);
console.log(closingLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
