import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const macApps = ["Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome"];
const variables = ["HOLDPOINT_CHROMIUM", "CHROME_PATH"];

/** @param {string} path @returns {boolean} */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of a Chromium or Chrome: the one that a variable names, or the first with a usual name.
 * @returns {string | undefined}
 * @throws {Error} where a variable names no program, since testing with another one would surprise
 */
export function findBrowser() {
  for (const variable of variables) {
    const path = process.env[variable];
    if (!path) continue;
    if (isProgram(path)) return path;
    throw new Error(`${variable} names ${path}, which is no program.`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const apps = process.platform === "darwin" ? macApps.map((app) => join("/Applications", app)) : [];
  return [...places, ...apps].find((path) => existsSync(path) && isProgram(path));
}
