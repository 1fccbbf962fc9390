import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { appCompilerOptions } from "./support/app-compiler-options.ts";
import { root } from "./support/root.ts";

const readme = readFileSync(join(root, "packages/react/README.md"), "utf8");
// Inside the checkout, so that packages resolve as in an app that installed them.
const folder = join(root, "reports", "readme-kit");
const tsc = join(root, "node_modules/typescript/bin/tsc");

/** The first example below a heading. */
const exampleOf = (heading: string): string =>
  readme.split(`\n## ${heading}\n`)[1]?.match(/^```tsx\n([\s\S]*?)^```$/m)?.[1] ?? "";

it("what the README shows of cards and parts compiles against the built packages", {
  timeout: 120_000,
}, () => {
  const files: Record<string, string> = {
    "cards.tsx": exampleOf("Cards of your own"),
    "desk.tsx": exampleOf("The parts beside the panel"),
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...appCompilerOptions, lib: ["es2023", "dom", "dom.iterable"], types: [] },
      include: ["."],
    }),
  };
  for (const name of ["cards.tsx", "desk.tsx"]) expect(files[name], name).toContain("export function");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  execFileSync(process.execPath, [tsc, "-b", "packages/client", "packages/react"], { cwd: root });
  expect(execFileSync(process.execPath, [tsc, "-p", folder], { cwd: root, encoding: "utf8" })).toBe("");
});
