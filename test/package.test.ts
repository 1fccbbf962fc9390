import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { objectAt, readJson } from "./support/json-file.ts";
import { packageFolders } from "./support/packages.ts";
import { root } from "./support/root.ts";
import { foreignWords, trackedTexts } from "./support/tracked-files.ts";

/** What a user installs with each package. A new one needs its size and a reason. */
const allowed = {
  "packages/client": {
    dependencies: ["@cfworker/json-schema", "idb-keyval"],
    peers: ["@ag-ui/client", "@ag-ui/proto", "genkit", "zod"],
  },
  "packages/react": { dependencies: ["@holdpoint/client"], peers: ["@tanstack/react-query", "react"] },
} as const;

const workspaces = ["packages/client", "packages/react", "apps/demo", "examples/mantine", "test/react-18"];

describe.each(packageFolders)("%s", (folder) => {
  const manifest = readJson(`${folder}/package.json`);
  const names = (key: string): string[] => Object.keys(objectAt(manifest, key));

  it("depends on what was chosen for it and nothing else", () => {
    expect(allowed[folder].dependencies).toEqual(expect.arrayContaining(names("dependencies")));
    expect(allowed[folder].peers).toEqual(expect.arrayContaining(names("peerDependencies")));
    expect(names("optionalDependencies")).toEqual([]);
  });

  it("has only React as a peer that everybody needs", () => {
    const optional = Object.keys(objectAt(manifest, "peerDependenciesMeta"));
    expect(["react"]).toEqual(
      expect.arrayContaining(names("peerDependencies").filter((name) => !optional.includes(name))),
    );
  });

  it("ships its sources without their tests, and its licence", () => {
    expect(manifest.files).toEqual(
      expect.arrayContaining(["dist", "src", "!src/**/*.test.*", "!src/**/*.test-d.*"]),
    );
    expect(existsSync(`${root}${folder}/LICENSE`)).toBe(true);
  });

  it("runs no script on a user's machine", () => {
    expect(names("scripts").filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
  });
});

describe("the repository", () => {
  it.each([".", ...workspaces])("is under the MIT licence: %s", (folder) => {
    expect(readJson(`${folder}/package.json`).license).toBe("MIT");
  });

  it("locks packages without the address they came from", () => {
    const packages = Object.entries(objectAt(readJson("package-lock.json"), "packages"));
    expect(packages.length).toBeGreaterThan(workspaces.length);
    expect(packages.filter(([, locked]) => JSON.stringify(locked).includes('"resolved":"http'))).toEqual([]);
  });

  const texts = trackedTexts();
  // Without git there is no telling which files are the repository's.
  it.skipIf(texts === undefined)("names no folder of a machine and no host of a registry", () => {
    expect((texts ?? []).flatMap(({ path, text }) => foreignWords(path, text))).toEqual([]);
  });

  it("finds such a word where there is one", () => {
    const host = ["registry", "npmjs", "org"].join(".");
    const text = `fine\nhttps://${host}/x\ncd ${root}test\n/${"home"}/me/x and ${"C:"}\\Users\\me`;
    expect(foreignWords("a.txt", text).map((found) => found.split(" ")[0])).toEqual([
      "a.txt:2",
      "a.txt:3",
      "a.txt:4",
    ]);
    expect(foreignWords("b.txt", "see /agent, ./home/ and docs/home/page")).toEqual([]);
  });
});
