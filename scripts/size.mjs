/** `npm run size`: bundles the built packages as an application would, and fails above a budget. */
import { gzipSync } from "node:zlib";
import { ensureInstalled } from "./ensure-install.mjs";
import { appBundle } from "./support/app-bundle.mjs";
import { budgets } from "./support/budgets.mjs";
import { table } from "./support/table.mjs";
import { turbo } from "./support/turbo.mjs";

ensureInstalled();
const { rolldown } = await import("rolldown");

/**
 * Bytes after gzip. Lazy parts are counted in: somebody downloads them too.
 * @param {string} entry
 * @returns {Promise<number>}
 */
async function measure(entry) {
  const bundle = await rolldown(appBundle(entry));
  const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false });
  await bundle.close();
  // Notes for bundlers, which the last one in an app's build drops.
  const code = output
    .map((file) => (file.type === "chunk" ? file.code.replaceAll("/* @__PURE__ */ ", "") : ""))
    .join("");
  return gzipSync(code, { level: 9 }).length;
}

/** @param {number} bytes @returns {string} */
const kB = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;

/**
 * @param {import("./support/budgets.mjs").Budget} budget
 * @returns {Promise<{ row: string[], over: boolean }>}
 */
async function judge({ title, entry, gate, goal }) {
  const limits = [`<= ${kB(gate)}`, goal ? kB(goal) : ""];
  try {
    const bytes = await measure(entry);
    const over = bytes > gate;
    return { row: [title, kB(bytes), ...limits, over ? "TOO BIG" : "ok"], over };
  } catch (error) {
    console.error(`${title}: ${error instanceof Error ? error.message : error}\n`);
    return { row: [title, "-", ...limits, "NO BUNDLE"], over: true };
  }
}

async function main() {
  // What is measured is what the sources are now; a build that is up to date costs a second.
  const code = await turbo(["run", "build", "--filter=./packages/*"], { quiet: true });
  if (code !== 0) {
    console.error("The packages could not be built; the reason is above.");
    return code;
  }
  /** @type {{ row: string[], over: boolean }[]} */
  const results = [];
  for (const budget of budgets) results.push(await judge(budget));
  console.log(table([["bundle, min + gzip", "size", "gate", "goal", ""], ...results.map(({ row }) => row)]));
  return results.some(({ over }) => over) ? 1 : 0;
}

process.exitCode = await main();
