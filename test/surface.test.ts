import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { entryPoints, packageFolders } from "./support/packages.ts";
import { root } from "./support/root.ts";
import { readSurface, showSurface } from "./support/surface.ts";

const execute = promisify(execFile);
const entries = packageFolders.flatMap(entryPoints);
const modules = entries.flatMap(({ specifier, source }) =>
  source === undefined
    ? []
    : [{ specifier, surface: readSurface(source, readFileSync(root + source, "utf8")) }],
);

/** The names that each built entry really exports, asked of a plain Node as a user has it. */
async function builtNames(specifiers: readonly string[]): Promise<unknown> {
  const script = `
    const names = {};
    for (const id of ${JSON.stringify(specifiers)}) names[id] = Object.keys(await import(id)).sort();
    console.log(JSON.stringify(names));`;
  const { stdout } = await execute(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: root,
  });
  return JSON.parse(stdout);
}

describe("the public surface", () => {
  it("is the one written down, for every entry point", async () => {
    const files = entries
      .filter(({ source }) => source === undefined)
      .map(({ specifier }) => `${specifier}\n  file`);
    const surface = [...modules.map((m) => showSurface(m.specifier, m.surface)), ...files].join("\n\n");
    await expect(`${surface}\n`).toMatchFileSnapshot("__snapshots__/surface.txt");
  });

  it("marks values and types apart", () => {
    const source = `export type { A } from "./a.ts";
      export { type B, b, c as d } from "./b.ts";
      export interface E {}
      export type F = string;
      export const g = 1, h = 2;
      export function i(): void {}
      export class J {}`;
    expect(readSurface("index.ts", source)).toEqual({
      values: ["J", "b", "d", "g", "h", "i"],
      types: ["A", "B", "E", "F"],
    });
  });
});

// Builds first, so that it never judges an old build: a matter of milliseconds where nothing changed.
it("the built packages export exactly the values of their sources", { timeout: 120_000 }, async () => {
  await execute(process.execPath, ["scripts/turbo.mjs", "run", "build", "--filter=./packages/*"], {
    cwd: root,
  });
  expect(entries.filter(({ built }) => !existsSync(root + built))).toEqual([]);
  const wanted = Object.fromEntries(modules.map(({ specifier, surface }) => [specifier, surface.values]));
  expect(await builtNames(Object.keys(wanted))).toEqual(wanted);
});
