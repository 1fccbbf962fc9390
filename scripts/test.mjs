/**
 * `npm test`: every part in order, also after a failure, then a table of them and the closing line.
 * `npm test -- lint unit` runs these parts only.
 */
import { mkdirSync } from "node:fs";
import { ensureInstalled } from "./ensure-install.mjs";
import { chosen } from "./support/chosen.mjs";
import { countReport } from "./support/count-report.mjs";
import { countGate } from "./support/counts.mjs";
import { parts } from "./support/parts.mjs";
import { inRoot } from "./support/root.mjs";
import { countAll, summarize } from "./support/summary.mjs";
import { turbo } from "./support/turbo.mjs";

/**
 * @param {import("./support/parts.mjs").Part} part
 * @returns {Promise<import("./support/counts.mjs").Counts>}
 */
async function countPart({ name, gate, tasks, folders = [] }) {
  const args = [
    "run",
    ...tasks,
    "--concurrency=2",
    "--log-prefix=none",
    "--continue=dependencies-successful",
  ];
  if (gate) return countGate(await turbo(args));
  return countReport(name, folders, "default", (reporters) => turbo([...args, "--", ...reporters]));
}

ensureInstalled();
mkdirSync(inRoot("reports"), { recursive: true });
summarize("part", await countAll(chosen("part", parts, process.argv.slice(2)), countPart));
