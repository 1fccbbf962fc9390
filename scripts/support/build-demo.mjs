import { findBrowser } from "./find-browser.mjs";
import { tryInstallBrowser } from "./install-browser.mjs";
import { turbo } from "./turbo.mjs";

/** @returns {string | undefined} */
function browser() {
  const found = findBrowser();
  if (found) return found;
  tryInstallBrowser();
  return findBrowser();
}

/** Builds the demo, and finds the browser that shows it. @type {import("./lanes.mjs").Prepare} */
export async function buildDemo() {
  const path = browser();
  if (!path) {
    return {
      missing:
        "No Chromium or Chrome found. Install one (Debian: apt-get install chromium; macOS: brew install --cask chromium),\n" +
        "or set HOLDPOINT_CHROMIUM to the path of its program.",
    };
  }
  console.log(`Browser: ${path}`);
  const code = await turbo(["run", "build", "--filter=@holdpoint/demo..."], { quiet: true });
  if (code !== 0) throw new Error("The demo could not be built; the reason is above.");
  return { env: { HOLDPOINT_CHROMIUM: path } };
}
