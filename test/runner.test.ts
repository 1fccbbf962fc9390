import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import config from "../vitest.config.ts";
import { objectAt, readJson } from "./support/json-file.ts";
import { root } from "./support/root.ts";

// Plain JavaScript without types: loaded by its path.
const { closingLine, countGate, countTests, sum } = await import(`${root}scripts/support/counts.mjs`);
const { parts }: { parts: readonly Part[] } = await import(`${root}scripts/support/parts.mjs`);
const { lanes }: { lanes: readonly Lane[] } = await import(`${root}scripts/support/lanes.mjs`);

interface Part {
  readonly name: string;
  readonly tasks: readonly string[];
  readonly folders?: readonly string[];
}

interface Lane {
  readonly folder: string;
}

const file = (status: string, ...tests: string[]) => ({
  name: "/repo/test/a/one.test.ts",
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});
const report = (passed: number, failed: number, ...testResults: ReturnType<typeof file>[]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults,
});

describe("the count of npm test", () => {
  it("takes a gate for one check", () => {
    expect(countGate(0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(countGate(2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it("counts tests one by one, with those left out", () => {
    const ok = report(2, 1, file("failed", "passed", "failed"), file("passed", "passed"));
    expect(countTests(ok, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  it("counts a file that did not load as a failure", () => {
    expect(countTests(report(1, 0, file("passed", "passed"), file("failed")), 1).failed).toBe(1);
  });

  it("never takes a run that ended badly, or left no report, for a good one", () => {
    expect(countTests(report(1, 0, file("passed", "passed")), 1).failed).toBe(1);
    expect(countTests(undefined, 0).failed).toBe(1);
  });

  it("fails for a folder without a single test, once", () => {
    const folders = ["/repo/test/a/", "/repo/test/b/"];
    expect(countTests(report(1, 0, file("passed", "passed")), 0, { folders }).failed).toBe(1);
    expect(countTests(report(0, 0, file("passed")), 0, { folders: folders.slice(0, 1) }).failed).toBe(1);
    expect(countTests(report(0, 0, file("failed")), 1, { folders: folders.slice(0, 1) }).failed).toBe(1);
    expect(
      countTests(report(0, 0, file("passed", "skipped")), 0, { folders: folders.slice(0, 1) }).failed,
    ).toBe(0);
  });

  it("takes a skipped test for a failure in CI", () => {
    const skips = report(1, 0, file("passed", "passed", "skipped"));
    expect(countTests(skips, 0, { ci: true })).toEqual({ passed: 1, failed: 2, skipped: 0 });
  });

  it("closes with the sum, and names skipped ones only where there are some", () => {
    const gate = countGate(0);
    expect(closingLine(sum([gate, gate]))).toBe("2 passed, 0 failed");
    expect(closingLine(sum([gate, { passed: 0, failed: 2, skipped: 3 }]))).toBe(
      "1 passed, 2 failed, 3 skipped",
    );
  });
});

describe("the parts of npm test", () => {
  const folders = parts.flatMap((part) => part.folders ?? []);
  const scripts = objectAt(readJson("package.json"), "scripts");
  const projects = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === "object" && "test" in project && project.test ? [project.test] : [],
  );
  const names = projects.map(({ name }) => String(name));

  it("run every vitest project but the bench and the lanes, and each names its folders", () => {
    const run = parts.flatMap((part) => [part.name, ...part.tasks.map((task) => String(scripts[task]))]);
    const left = names.filter((name) => !run.some((text) => text === name || text.split(" ").includes(name)));
    expect(left).toEqual(["bench", "interop"]);
    expect(folders).toHaveLength(names.length - left.length);
  });

  const tested = readdirSync(`${root}test`, { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.test\.tsx?$/.test(path));

  it("cover every folder that has tests, but for the lanes", () => {
    const inParts = tested
      .filter((path) => !path.startsWith("test/interop/"))
      .map((path) => `${path.split("/").slice(0, -1).slice(0, 2).join("/")}/`);
    expect([...new Set(inParts)].filter((folder) => !folders.includes(folder))).toEqual([]);
  });

  it("leave every other test to one lane of test:interop", () => {
    const owners = tested
      .filter((path) => path.startsWith("test/interop/"))
      .map((path) => lanes.filter(({ folder }) => path.startsWith(folder)).length);
    expect(owners.filter((count) => count !== 1)).toEqual([]);
    expect(owners.length).toBeGreaterThan(0);
  });

  it("allow no test to stand alone", () => {
    expect(projects.filter(({ allowOnly }) => allowOnly !== false)).toEqual([]);
  });
});
