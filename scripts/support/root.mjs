import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of the repository, wherever a script was started from. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A path inside the repository, absolute.
 * @param {...string} parts
 * @returns {string}
 */
export const inRoot = (...parts) => join(root, ...parts);
