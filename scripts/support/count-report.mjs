import { existsSync, readFileSync, rmSync } from "node:fs";
import { countTests, emptyFolders } from "./counts.mjs";
import { inRoot } from "./root.mjs";

/**
 * Runs vitest, by a function that gives it these arguments, and counts what its report says. Each of the folders
 * must have tests; in CI none may be skipped. Tells of both.
 * @param {string} name the report's
 * @param {readonly string[]} folders
 * @param {string} reporter the one that prints
 * @param {(args: readonly string[]) => Promise<number>} runVitest
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function countReport(name, folders, reporter, runVitest) {
  const path = inRoot(`reports/${name}.json`);
  // An old report must never be counted for a run that wrote none.
  rmSync(path, { force: true });
  const code = await runVitest([
    `--reporter=${reporter}`,
    "--reporter=json",
    `--outputFile.json=reports/${name}.json`,
  ]);
  /** @type {import("./counts.mjs").VitestReport | undefined} */
  const found = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
  const wanted = folders.map((folder) => inRoot(folder).replaceAll("\\", "/"));
  for (const folder of found ? emptyFolders(found, wanted) : []) console.error(`No test ran of ${folder}`);
  const ci = Boolean(process.env.CI);
  if (ci && found && countTests(found, code).skipped > 0) {
    console.error("In CI a skipped test counts as a failure.");
  }
  return countTests(found, code, { folders: wanted, ci });
}
