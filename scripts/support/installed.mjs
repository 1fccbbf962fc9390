import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "./root.mjs";

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} LockedPackage */

const lockFile = inRoot("package-lock.json");
/** The hash of the lock file that `node_modules` was installed from. */
const marker = inRoot("node_modules/.holdpoint-lock");
/** What npm itself wrote down of its last install. */
const npmRecord = inRoot("node_modules/.package-lock.json");

const lockHash = () => createHash("sha256").update(readFileSync(lockFile)).digest("hex");

/**
 * @param {string} path
 * @returns {Record<string, LockedPackage>}
 */
const packagesOf = (path) => JSON.parse(readFileSync(path, "utf8")).packages ?? {};

/**
 * Whether an install that somebody made by hand holds just what the lock file asks for.
 * Optional packages of other platforms may be missing.
 * @returns {boolean}
 */
function handInstallMatches() {
  if (!existsSync(npmRecord)) return false;
  const wanted = packagesOf(lockFile);
  const found = packagesOf(npmRecord);
  const same = (/** @type {string} */ path) =>
    wanted[path]?.version === found[path]?.version && wanted[path]?.integrity === found[path]?.integrity;
  const complete = Object.entries(wanted).every(
    ([path, { optional }]) => !path.includes("node_modules/") || (found[path] ? same(path) : optional),
  );
  return complete && Object.keys(found).every((path) => !path.includes("node_modules/") || same(path));
}

/** Remembers that `node_modules` now is what the lock file says. */
export function markInstalled() {
  writeFileSync(marker, lockHash());
}

/**
 * Whether `node_modules` is what the lock file says.
 * @returns {boolean}
 */
export function isInstalled() {
  if (!existsSync(inRoot("node_modules"))) return false;
  if (existsSync(marker) && readFileSync(marker, "utf8") === lockHash()) return true;
  if (!handInstallMatches()) return false;
  markInstalled();
  return true;
}
