import { spawn } from "node:child_process";
import { root } from "./root.mjs";

/** @typedef {{ quiet?: boolean, env?: NodeJS.ProcessEnv, signal?: AbortSignal }} RunOptions */

/**
 * Runs a program at the top of the repository and resolves with its exit code; one that
 * could not start, or that a signal ended, counts as 1. `quiet` holds its output back
 * and shows it only where the program fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { quiet = false, env = process.env, signal } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    const stop = () => child.kill("SIGTERM");
    signal?.addEventListener("abort", stop);
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => {
      signal?.removeEventListener("abort", stop);
      if (quiet && code !== 0 && !signal?.aborted) process.stderr.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}
