import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The optional folder beside the checkout that holds test data which is not ours
 * to publish. Without it the tests that need it say so and skip; in CI they fail.
 */
export function sharedFolder(name: string): { path: string; missing: string | undefined } {
  const path = fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url));
  const missing = existsSync(path) ? undefined : `skipped: the folder ../shared/${name} is not there`;
  if (missing !== undefined) {
    if (process.env.CI) throw new Error(`In CI the folder ../shared/${name} must be there.`);
    console.warn(missing);
  }
  return { path, missing };
}
