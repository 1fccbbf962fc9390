/** `npm run demo`: installs, builds and serves the demo; PORT moves it, Ctrl-C ends it. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { ensureInstalled } from "./ensure-install.mjs";
import { inRoot, root } from "./support/root.mjs";
import { turbo } from "./support/turbo.mjs";

const server = inRoot("apps/demo/dist/server/main.js");
const stopping = new AbortController();

for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(name, () => stopping.abort());
}

// `npm run` stands behind a shell, which passes no signal on: whoever ends npm from outside
// would leave the server running.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || stopping.abort(), 250).unref();
}

/**
 * Serves until the server ends or somebody stops it, and resolves with the exit code.
 * @returns {Promise<number>}
 */
function serve() {
  const env = { ...process.env, PORT: process.env.PORT || "5173" };
  const child = spawn(process.execPath, [server], { cwd: root, env, stdio: "inherit" });
  return new Promise((resolve) => {
    /** @type {NodeJS.Timeout[]} */
    const timers = [];
    stopping.signal.addEventListener("abort", () => {
      // A terminal's Ctrl-C reaches the server by itself; a kill of this process alone does not.
      timers.push(setTimeout(() => child.kill("SIGTERM"), 150));
      timers.push(setTimeout(() => child.kill("SIGKILL"), 5000));
    });
    child.on("error", (error) => {
      console.error(`The demo did not start: ${error.message}`);
      resolve(1);
    });
    child.on("exit", (code) => {
      timers.forEach(clearTimeout);
      resolve(stopping.signal.aborted ? 0 : (code ?? 1));
    });
  });
}

async function main() {
  ensureInstalled();
  console.log("Building the demo ...");
  const code = await turbo(["run", "build", "--filter=@holdpoint/demo..."], {
    quiet: true,
    signal: stopping.signal,
  });
  if (stopping.signal.aborted) return 0;
  if (code !== 0) {
    console.error("The demo could not be built; the reason is above.");
    return code;
  }
  if (!existsSync(server)) {
    console.error("The build left no apps/demo/dist/server/main.js to start.");
    return 1;
  }
  return serve();
}

process.exitCode = await main();
