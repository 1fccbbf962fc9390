import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** The oldest Rust that compiles the crates of the Rust server. */
const oldest = { major: 1, minor: 85 };
const program = process.platform === "win32" ? "cargo.exe" : "cargo";

/** @param {string} path @returns {{ major: number, minor: number } | undefined} */
function versionOf(path) {
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  const [, major, minor] = /^cargo (\d+)\.(\d+)/.exec(stdout ?? "") ?? [];
  return major && minor ? { major: Number(major), minor: Number(minor) } : undefined;
}

/**
 * The path of a cargo that works and is new enough, or why there is none. Looks along the path, then where rustup puts
 * it: a shell without a profile, as in CI, does not have that folder on its path.
 * @returns {{ path: string } | { missing: string }}
 */
export function findCargo() {
  const rustup = join(homedir(), ".cargo", "bin");
  const folders = [...(process.env.PATH ?? "").split(delimiter), rustup].filter(Boolean);
  const found = folders
    .map((folder) => join(folder, program))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, version: versionOf(path) }));
  const usable = found.find(
    ({ version }) =>
      version &&
      (version.major > oldest.major || (version.major === oldest.major && version.minor >= oldest.minor)),
  );
  if (usable) return { path: usable.path };
  const wanted = `This needs cargo ${oldest.major}.${oldest.minor} or newer`;
  const [first] = found;
  return {
    missing: first
      ? `${wanted}, which ${first.path} is not.`
      : `${wanted}; there is none on the path nor in ${rustup}. https://rustup.rs installs it.`,
  };
}
