/** `npm run test:browser`: finds a Chromium, builds the demo and drives it. Arguments go to vitest. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ensureInstalled } from "./ensure-install.mjs";
import { findBrowser } from "./support/find-browser.mjs";
import { tryInstallBrowser } from "./support/install-browser.mjs";
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

/** @returns {number} */
function withoutBrowser() {
  console.error(
    "No Chromium or Chrome found. Install one (Debian: apt-get install chromium; macOS: brew install --cask chromium),\n" +
      "or set HOLDPOINT_CHROMIUM to the path of its program.",
  );
  if (process.env.CI) return 1;
  console.error("Skipping the browser tests.");
  reportSkipped();
  return 0;
}

/** @returns {string | undefined} */
function browser() {
  const found = findBrowser();
  if (found) return found;
  tryInstallBrowser();
  return findBrowser();
}

async function main() {
  ensureInstalled();
  const path = browser();
  if (!path) return withoutBrowser();
  console.log(`Browser: ${path}`);
  const code = await turbo(["run", "build", "--filter=@holdpoint/demo..."], { quiet: true });
  if (code !== 0) {
    console.error("The demo could not be built; the reason is above.");
    return code;
  }
  return run(
    process.execPath,
    [inRoot("node_modules/vitest/vitest.mjs"), "run", "--project", "browser", ...args],
    {
      env: { ...process.env, HOLDPOINT_CHROMIUM: path },
    },
  );
}

process.exitCode = await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
