import { existsSync, rmSync } from "node:fs";
import { inRoot } from "./root.mjs";
import { run } from "./run.mjs";

/** Nobody who builds this repository should report to anyone that they did. */
const untracked = { TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };

const built = ["packages/client", "packages/react", "apps/demo"];

/**
 * `tsc -b` trusts its build record and writes only what changed since; where somebody
 * removed `dist` the record would leave holes in the next build.
 */
function forgetLostBuilds() {
  for (const workspace of built) {
    if (!existsSync(inRoot(workspace, "dist")))
      rmSync(inRoot(workspace, "tsconfig.tsbuildinfo"), { force: true });
  }
}

/**
 * Runs turbo and resolves with its exit code.
 * @param {readonly string[]} args
 * @param {import("./run.mjs").RunOptions} [options]
 * @returns {Promise<number>}
 */
export function turbo(args, options = {}) {
  forgetLostBuilds();
  return run(process.execPath, [inRoot("node_modules/turbo/bin/turbo"), ...args], {
    ...options,
    env: { ...process.env, ...options.env, ...untracked },
  });
}
