import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { root } from "./root.ts";

/** A text file of the repository. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** The files that git tracks or would track; `undefined` outside a git checkout. */
export function trackedTexts(): readonly TextFile[] | undefined {
  const git = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (git.status !== 0) return undefined;
  return git.stdout
    .split("\0")
    .filter((path) => path !== "" && existsSync(root + path))
    .map((path) => ({ path, text: readFileSync(root + path, "utf8") }))
    .filter(({ text }) => !text.includes("\0"));
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** This checkout and the folders beside it, unless it lies at the top, where its name says little. */
function ownFolders(): readonly string[] {
  const here = root.replace(/[\\/]$/, "");
  const above = dirname(here);
  return above === dirname(above) ? [] : readdirSync(above).map((name) => `${above}/${name}`);
}

const folders = [
  ...ownFolders().map((folder) => `(?<![\\w.])${literally(folder)}(?!\\w)`),
  "(?<![\\w./])/(home|Users)/[\\w-]+/",
  "(?<![\\w./])/[r]oot/",
  "[A-Z]:\\\\Users\\\\",
];
const hosts = ["registry\\.[\\w-]+\\.(org|com|net)", "npm\\.pkg\\.github\\.com", "deb\\.debian\\.org"];
const foreign = new RegExp([...folders, ...hosts].join("|"));

/** The lines of a file that name a machine's folder or a registry's host. */
export function foreignWords(path: string, text: string): readonly string[] {
  return text.split("\n").flatMap((line, index) => {
    const found = foreign.exec(line);
    return found ? [`${path}:${index + 1} ${found[0]}`] : [];
  });
}
