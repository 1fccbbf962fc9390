/**
 * Makes the commands work on a fresh clone: a Node that is new enough, and the packages
 * of the lock file. Imports nothing but Node's own modules, since nothing else may be there.
 */
import { spawnSync } from "node:child_process";
import { isInstalled, markInstalled } from "./support/installed.mjs";
import { root } from "./support/root.mjs";

const oldest = { major: 20, minor: 19 };

/** @returns {boolean} */
function nodeIsRecent() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor);
}

/** @param {string} message */
function giveUp(message) {
  console.error(message);
  process.exit(1);
}

/** Under `npm run` the very npm that was called; otherwise the one on the PATH. */
function npmCi() {
  const options = /** @type {const} */ ({ cwd: root, stdio: "inherit" });
  // NODE_ENV=production would leave out all that builds and tests.
  const args = ["ci", "--include=dev", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  return npm?.endsWith("npm-cli.js")
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
}

/** Checks Node, then installs what the lock file says where that is not there yet. Exits on failure. */
export function ensureInstalled() {
  if (!nodeIsRecent()) {
    giveUp(
      `This needs Node ${oldest.major}.${oldest.minor} or newer; this is Node ${process.versions.node}.`,
    );
  }
  if (isInstalled()) return;
  console.log("Installing the packages of package-lock.json (npm ci), once ...");
  const { status, error } = npmCi();
  if (status !== 0)
    giveUp(`npm ci did not succeed${error ? `: ${error.message}` : "; its message is above"}.`);
  markInstalled();
}
