/**
 * `npm run test:interop`: our client and our agents beside what others wrote, lane by lane, then a table of them and
 * the closing line. `npm run test:interop -- ag-ui-rust` runs this lane only. A lane whose tools are missing is skipped,
 * with the reason; in CI it fails.
 */
import { mkdirSync } from "node:fs";
import { ensureInstalled } from "./ensure-install.mjs";
import { chosen } from "./support/chosen.mjs";
import { countReport } from "./support/count-report.mjs";
import { lanes } from "./support/lanes.mjs";
import { inRoot } from "./support/root.mjs";
import { run } from "./support/run.mjs";
import { countAll, summarize } from "./support/summary.mjs";

/** @typedef {import("./support/lanes.mjs").Lane} Lane */

/** @param {Lane} lane @returns {ReturnType<import("./support/lanes.mjs").Prepare>} */
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

/** @param {Lane} lane @returns {Promise<import("./support/counts.mjs").Counts>} */
async function countLane(lane) {
  const ci = Boolean(process.env.CI);
  try {
    const ready = await prepare(lane);
    if ("missing" in ready) {
      console.error(`${ready.missing}\n${ci ? "In CI no lane may be left out." : "Skipping this lane."}`);
      return { passed: 0, failed: ci ? 1 : 0, skipped: ci ? 0 : 1 };
    }
    const vitest = [inRoot("node_modules/vitest/vitest.mjs"), "run", "--project", "interop", lane.folder];
    // By name, so that it can be read what ran.
    return await countReport(`interop-${lane.name}`, [lane.folder], "verbose", (reporters) =>
      run(process.execPath, [...vitest, ...reporters], { env: { ...process.env, ...ready.env } }),
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

ensureInstalled();
mkdirSync(inRoot("reports"), { recursive: true });
summarize("lane", await countAll(chosen("lane", lanes, process.argv.slice(2)), countLane));
