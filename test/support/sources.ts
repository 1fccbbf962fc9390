import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

/** Sources by their path from the top of the repository, with slashes. */
export type Sources = ReadonlyMap<string, string>;

const isSource = (path: string): boolean => /\.[cm]?tsx?$/.test(path);

export const isTestFile = (path: string): boolean => /\.(test|test-d|bench)\.tsx?$/.test(path);

/** Reads every TypeScript file below a folder. */
export function readSources(folder: string): Sources {
  const files = readdirSync(root + folder, { recursive: true, withFileTypes: true });
  return new Map(
    files
      .filter((file) => file.isFile() && isSource(file.name))
      .map((file) => join(file.parentPath, file.name))
      .map((path) => [path.slice(root.length).replaceAll("\\", "/"), readFileSync(path, "utf8")] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
