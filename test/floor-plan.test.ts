import { describe, expect, it } from "vitest";
import { type FloorPlan, floorPlans } from "./support/floor-plan.ts";
import {
  cycleFaults,
  factsOf,
  importFaults,
  listCasts,
  shapeFaults,
  storeSubscriptions,
} from "./support/house-rules.ts";
import { dependenciesOf, entryPoints, packageFolders } from "./support/packages.ts";
import { readSources } from "./support/sources.ts";

const publicEntries = new Set(
  packageFolders.flatMap((folder) => entryPoints(folder).map((e) => e.specifier)),
);

const packageOf = (specifier: string): string =>
  specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

/** A dependency that the manifest declares; of our own packages a public entry only. */
function mayImport(plan: FloorPlan): (specifier: string) => boolean {
  const dependencies = [...dependenciesOf(plan.src.replace("/src/", "")), ...(plan.tools ?? [])];
  return (specifier) =>
    dependencies.includes(packageOf(specifier)) &&
    (!specifier.startsWith("@holdpoint/") || publicEntries.has(specifier));
}

describe.each(floorPlans)("the floor plan of $src", (plan) => {
  const { all, shipped } = factsOf(readSources(plan.src));

  it("lets a file import lower levels, its own folder and public packages only", () => {
    expect(importFaults(plan, shipped, mayImport(plan))).toEqual([]);
  });

  it("has no import cycle, types and tests included", () => {
    expect(cycleFaults(all)).toEqual([]);
  });

  it("has named exports only, and files of at most 300 lines", () => {
    expect(shapeFaults(shipped)).toEqual([]);
  });

  it("casts only where what comes from outside becomes a type", async ({ annotate }) => {
    const casts = listCasts(shipped);
    if (casts.all.length > 0) await annotate(casts.all.join("\n"), "casts");
    expect(casts.stray).toEqual([]);
  });
});

it("the packages subscribe to a store in one place", () => {
  const files = floorPlans
    .filter(({ node }) => !node)
    .flatMap(({ src }) => factsOf(readSources(src)).shipped);
  expect(storeSubscriptions(files).slice(1)).toEqual([]);
});

describe("the check itself", () => {
  const plan = floorPlans[0];
  if (!plan) throw new Error("There is no floor plan");
  const read = (files: Record<string, string>) =>
    factsOf(new Map(Object.entries(files).map(([path, source]) => [plan.src + path, source])));
  const faults = (path: string, source: string): string[] =>
    importFaults(plan, read({ [path]: source }).shipped, (specifier) => specifier === "dependency");

  it.each([
    ["a higher level", "lib/a.ts", `import { x } from "../thread/b.ts";`, "lib/ (L1) imports thread/ (L2)"],
    [
      "a type of a higher level",
      "lib/a.ts",
      `export type { X } from "../run/b.ts";`,
      "lib/ (L1) imports run/ (L4)",
    ],
    [
      "an inline import type",
      "lib/a.ts",
      `export type X = import("../run/b.ts").X;`,
      "lib/ (L1) imports run/ (L4)",
    ],
    ["a lazy import", "lib/a.ts", `const load = () => import("../run/b.ts");`, "lib/ (L1) imports run/ (L4)"],
    [
      "another folder of the level",
      "stream/a.ts",
      `import "../thread/b.ts";`,
      "stream/ (L2) imports thread/ (L2)",
    ],
    ["a file of the level in src", "errors.ts", `import "./lib/b.ts";`, "errors.ts (L1) imports lib/ (L1)"],
    ["an entry from inside", "client.ts", `import "./form/index.ts";`, "imports the entry form/"],
    ["an entry from an entry", "agent/a.ts", `import "../form/b.ts";`, "imports the entry form/"],
    [
      "an entry that the one for tests is not made of",
      "testing/a.ts",
      `import "../form/b.ts";`,
      "imports the entry form/",
    ],
    [
      "the entry for tests from inside",
      "run/a.ts",
      `import "../testing/b.ts";`,
      "imports the entry testing/",
    ],
    [
      "the surface from the entry for tests",
      "testing/a.ts",
      `import "../index.ts";`,
      "testing/ (entry, sees L6) imports index.ts (L8)",
    ],
    [
      "too high from an entry",
      "form/a.ts",
      `import "../thread.ts";`,
      "form/ (entry, sees L3) imports thread.ts (L5)",
    ],
    ["something outside src", "lib/a.ts", `import "../../../react/src/x.ts";`, "leaves packages/client/src/"],
    ["an unknown package", "lib/a.ts", `import "left-pad";`, "is no public entry of a dependency: left-pad"],
    ["a module of Node", "lib/a.ts", `import "node:fs";`, "imports a module of Node"],
    ["a file without a level", "attic/a.ts", "export {};", "attic/a.ts has no level"],
  ])("reports %s", (_, path, source, fault) => {
    expect(faults(path, source)).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ["a lower level", "thread/a.ts", `import { x } from "../lib/b.ts";`],
    ["its own folder", "thread/a.ts", `import { x } from "./b.ts";`],
    ["level 3 from an entry", "genkit/a.ts", `import type { Transport } from "../transport/b.ts";`],
    ["the whole client from the entry for tests", "testing/a.ts", `import "../client.ts";`],
    ["the agent from the entry for tests", "testing/a.ts", `import { x } from "../agent/b.ts";`],
    ["a dependency", "lib/a.ts", `import "dependency";`],
    [
      "words in comments and strings",
      "lib/a.ts",
      `// import "../run/b.ts"\nexport const s = 'from "../run/b.ts"';`,
    ],
  ])("allows %s", (_, path, source) => {
    expect(faults(path, source)).toEqual([]);
  });

  it("does not judge what a test imports", () => {
    expect(faults("lib/a.test.ts", `import "../client.ts"; import "vitest";`)).toEqual([]);
  });

  it("reports a cycle, through types and tests too", () => {
    const { all } = read({
      "lib/a.ts": `import type { B } from "./b.ts";`,
      "lib/b.ts": `export type { C } from "./c.test.ts";`,
      "lib/c.test.ts": `import "./a.ts";`,
    });
    expect(cycleFaults(all)).toEqual([
      expect.stringMatching(/a\.ts -> .*b\.ts -> .*c\.test\.ts -> .*a\.ts$/),
    ]);
  });

  it("reports default exports, export * and long files", () => {
    const { shipped } = read({
      "lib/a.ts": "export default 1;",
      "lib/b.ts": `export { x as default } from "./a.ts";`,
      "lib/c.ts": `export * from "./a.ts";`,
      "lib/d.ts": "// line\n".repeat(301),
      "lib/e.ts": "// line\n".repeat(300),
    });
    expect(shapeFaults(shipped)).toEqual([
      expect.stringContaining("a.ts:1 default export"),
      expect.stringContaining("b.ts:1 default export"),
      expect.stringContaining("c.ts:1 export *"),
      expect.stringContaining("d.ts has 301 lines"),
    ]);
  });

  it("reports every kind of cast, and only casts", () => {
    const source = [
      "const a = x as unknown as string;",
      "const b = <string>x;",
      "const c = x!.y;",
      "let d!: number;",
      "const e = [1] as const;",
      `import { f as g } from "./b.ts";`,
      "export { g as h };",
      "const i = {} satisfies object;",
    ].join("\n");
    const { shipped } = read({ "lib/a.ts": source, "protocol/a.ts": "export const a = x as string;" });
    const { all, stray } = listCasts(shipped);
    expect(stray.map((line) => line.match(/:(\d+) /)?.[1])).toEqual(["1", "1", "2", "3", "4"]);
    expect(all.length - stray.length).toBe(1);
  });

  it("counts subscriptions to a store", () => {
    const source = "useSyncExternalStore(a, b); React.useSyncExternalStore(a, b); // useSyncExternalStore(c)";
    expect(storeSubscriptions(read({ "lib/a.ts": source }).shipped)).toHaveLength(2);
  });
});
