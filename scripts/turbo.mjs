/** Turbo as the npm scripts call it: installed first, and without its telemetry. */
import { ensureInstalled } from "./ensure-install.mjs";
import { turbo } from "./support/turbo.mjs";

ensureInstalled();
process.exitCode = await turbo(process.argv.slice(2));
