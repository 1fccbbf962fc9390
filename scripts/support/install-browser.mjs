import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installing needs no question only where we are root on Debian, as in a container. */
const mayInstall = () => existsSync("/etc/debian_version") && process.getuid?.() === 0;

/** Tries to install Debian's Chromium; the caller looks whether one is there now. */
export function tryInstallBrowser() {
  if (!mayInstall()) return;
  console.log("No browser found; installing Debian's chromium ...");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    const { status } = spawnSync("apt-get", ["-q", ...args], { env, stdio: "inherit" });
    if (status !== 0) return;
  }
}
