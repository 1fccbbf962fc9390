/** `npm run test:browser`: finds a Chromium, builds the demo and the examples, and drives them. Arguments go to vitest. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ensureInstalled } from "./ensure-install.mjs";
import { buildDemo } from "./support/build-demo.mjs";
import { inRoot } from "./support/root.mjs";
import { run } from "./support/run.mjs";
import { turbo } from "./support/turbo.mjs";

const args = process.argv.slice(2);

/** Tells `npm test` that there was something to run, and that it did not. */
function reportSkipped() {
  const option = "--outputFile.json=";
  const file = args.find((arg) => arg.startsWith(option))?.slice(option.length);
  if (!file) return;
  mkdirSync(dirname(inRoot(file)), { recursive: true });
  const skipped = {
    name: inRoot("test/browser/"),
    status: "passed",
    assertionResults: [{ status: "skipped" }],
  };
  const report = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 1, testResults: [skipped] };
  writeFileSync(inRoot(file), JSON.stringify(report));
}

/** @param {string} missing @returns {number} */
function withoutBrowser(missing) {
  console.error(missing);
  if (process.env.CI) return 1;
  console.error("Skipping the browser tests.");
  reportSkipped();
  return 0;
}

async function main() {
  ensureInstalled();
  const ready = await buildDemo();
  if ("missing" in ready) return withoutBrowser(ready.missing);
  const code = await turbo(["run", "build", "--filter=@holdpoint/example-*..."], { quiet: true });
  if (code !== 0) throw new Error("The examples could not be built; the reason is above.");
  return run(
    process.execPath,
    [inRoot("node_modules/vitest/vitest.mjs"), "run", "--project", "browser", ...args],
    { env: { ...process.env, ...ready.env } },
  );
}

process.exitCode = await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
