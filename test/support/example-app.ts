import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appCompilerOptions } from "./app-compiler-options.ts";
import { root } from "./root.ts";

const tsc = join(root, "node_modules/typescript/bin/tsc");

/** A text of the repository from one heading to the next that is not below it; all of it without a heading. */
export function sectionOf(path: string, heading?: string): string {
  const text = readFileSync(join(root, path), "utf8");
  if (heading === undefined) return text;
  const [level = ""] = heading.split(" ");
  const after = text.split(`\n${heading}\n`)[1] ?? "";
  return after.split(new RegExp(`\n#{2,${level.length}} `))[0] ?? "";
}

/** The code in a Markdown text, block by block, of one language or of all that TypeScript reads. */
export const codeIn = (text: string, language: "ts" | "tsx" | "tsx?" = "tsx?"): string[] =>
  Array.from(
    text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm")),
    ([, code = ""]) => code,
  );

/** An app made of examples. */
export interface ExampleApp {
  readonly folder: string;
  /** Writes the files anew and builds the packages that they import. */
  write(): void;
  /** What the compiler says of them, which is nothing if they are right; writes JavaScript unless told not to. */
  compile(): string;
}

/**
 * An app inside the checkout, so that packages resolve as in an app that installed them: what an example of a README imports is
 * the built package.
 */
export function exampleApp(
  name: string,
  files: Readonly<Record<string, string>>,
  { packages = ["client"], ...options }: { packages?: readonly string[]; [option: string]: unknown } = {},
): ExampleApp {
  const folder = join(root, "reports", name);
  const all = {
    "package.json": JSON.stringify({ type: "module" }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...appCompilerOptions, types: [], ...options },
      include: ["."],
    }),
    ...files,
  };
  return {
    folder,
    write() {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      for (const [file, text] of Object.entries(all)) writeFileSync(join(folder, file), text);
      const paths = packages.map((one) => `packages/${one}`);
      execFileSync(process.execPath, [tsc, "-b", ...paths], { cwd: root });
    },
    compile() {
      try {
        return execFileSync(process.execPath, [tsc, "-p", folder], { cwd: root, encoding: "utf8" });
      } catch (error) {
        return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
      }
    },
  };
}
