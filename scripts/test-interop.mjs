/**
 * `npm run test:interop`: our client and agents beside what others wrote, lane by lane, then a table and the closing line.
 * `npm run test:interop -- ag-ui-rust` runs this lane only. A lane whose toolchain is missing is skipped, with the reason;
 * in CI it fails.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { ensureInstalled } from "./ensure-install.mjs";
import { closingLine, countTests, sum } from "./support/counts.mjs";
import { lanes } from "./support/lanes.mjs";
import { inRoot } from "./support/root.mjs";
import { run } from "./support/run.mjs";
import { table } from "./support/table.mjs";

/** @typedef {import("./support/lanes.mjs").Lane} Lane */
/** @typedef {import("./support/counts.mjs").Counts} Counts */

const ci = Boolean(process.env.CI);

/** @param {readonly string[]} names @returns {readonly Lane[]} */
function chosenLanes(names) {
  const unknown = names.filter((name) => !lanes.some((lane) => lane.name === name));
  if (unknown.length > 0) {
    console.error(
      `No lane is called ${unknown.join(", ")}. There are: ${lanes.map((lane) => lane.name).join(", ")}.`,
    );
    process.exit(1);
  }
  return names.length === 0 ? lanes : lanes.filter((lane) => names.includes(lane.name));
}

/**
 * @param {Lane} lane
 * @returns {Promise<{ env: Record<string, string> } | { missing: string }>}
 */
async function prepare({ needs }) {
  /** @type {Record<string, string>} */
  const env = {};
  for (const need of needs) {
    const found = await need();
    if ("missing" in found) return found;
    Object.assign(env, found.env);
  }
  return { env };
}

/** @param {Lane} lane @param {Record<string, string>} env @returns {Promise<Counts>} */
async function countLane({ name, folder }, env) {
  const report = inRoot(`reports/interop-${name}.json`);
  // An old report must never be counted for a run that wrote none.
  rmSync(report, { force: true });
  const reporters = ["--reporter=verbose", "--reporter=json", `--outputFile.json=${report}`];
  const args = [inRoot("node_modules/vitest/vitest.mjs"), "run", "--project", "interop", folder];
  const code = await run(process.execPath, [...args, ...reporters], { env: { ...process.env, ...env } });
  const found = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined;
  return countTests(found, code, { folders: [inRoot(folder).replaceAll("\\", "/")], ci });
}

/** @param {Lane} lane @returns {Promise<Counts>} */
async function runLane(lane) {
  console.log(`\n=== ${lane.title} (${lane.name}) ===\n`);
  try {
    const ready = await prepare(lane);
    if ("env" in ready) return await countLane(lane, ready.env);
    console.error(`${ci ? "In CI this lane is required" : "Skipped"}: ${ready.missing}.`);
    return { passed: 0, failed: ci ? 1 : 0, skipped: ci ? 0 : 1 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

ensureInstalled();
mkdirSync(inRoot("reports"), { recursive: true });
/** @type {{ lane: Lane, counts: Counts, seconds: number }[]} */
const results = [];
for (const lane of chosenLanes(process.argv.slice(2))) {
  const start = performance.now();
  const counts = await runLane(lane);
  results.push({ lane, counts, seconds: (performance.now() - start) / 1000 });
}

const rows = results.map(({ lane, counts, seconds }) => [
  lane.title,
  counts.passed,
  counts.failed,
  counts.skipped,
  `${seconds.toFixed(1)} s`,
]);
const total = sum(results.map(({ counts }) => counts));
console.log(`\n=== Lanes ===\n\n${table([["lane", "passed", "failed", "skipped", "time"], ...rows])}\n`);
console.log(closingLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
