import { findCycles } from "./cycles.ts";
import { castPlaces, type FloorPlan, longestFile } from "./floor-plan.ts";
import { brokenImport, hasLevel, type MayImport, resolveImport } from "./import-rules.ts";
import { type ModuleFacts, type Place, readFacts } from "./module-facts.ts";
import { isTestFile, type Sources } from "./sources.ts";

const at = (path: string, place: Place, fault: string): string =>
  `${path}:${place.line} ${fault}: ${place.text}`;

/** Levels, entries and packages: every import that the plan does not allow. */
export function importFaults(plan: FloorPlan, files: readonly ModuleFacts[], mayImport: MayImport): string[] {
  return files.flatMap(({ path, imports }) => {
    const homeless = hasLevel(plan, path) ? [] : [`${path} has no level in test/support/floor-plan.ts`];
    const broken = imports.flatMap((place) => {
      const fault = brokenImport(plan, path, place.text, mayImport);
      return fault ? [at(path, place, fault)] : [];
    });
    return [...homeless, ...broken];
  });
}

/** Cycles, types and test files included. */
export function cycleFaults(files: readonly ModuleFacts[]): string[] {
  const graph = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(({ text }) => text.startsWith(".")).map(({ text }) => resolveImport(path, text)),
    ]),
  );
  return findCycles(graph).map((cycle) => `cycle: ${cycle.join(" -> ")}`);
}

/** The rules on the text of a file: its exports and its length. */
export function shapeFaults(files: readonly ModuleFacts[]): string[] {
  return files.flatMap(({ path, lines, defaultExports, starExports }) => [
    ...(lines > longestFile ? [`${path} has ${lines} lines, more than ${longestFile}`] : []),
    ...defaultExports.map((place) => at(path, place, "default export")),
    ...starExports.map((place) => at(path, place, "export *")),
  ]);
}

/** Every cast, each with its place; `stray` are those outside the files that may cast. */
export function listCasts(files: readonly ModuleFacts[]): { all: string[]; stray: string[] } {
  const lines = ({ path, casts }: ModuleFacts): string[] => casts.map((place) => at(path, place, "cast"));
  const stray = files.filter(({ path }) => !castPlaces.some((allowed) => allowed.test(path)));
  return { all: files.flatMap(lines), stray: stray.flatMap(lines) };
}

/** Every call of `useSyncExternalStore`. */
export const storeSubscriptions = (files: readonly ModuleFacts[]): string[] =>
  files.flatMap(({ path, storeSubscriptions: places }) =>
    places.map((place) => at(path, place, "subscribes")),
  );

/** The facts of all files, and of those that are no tests: tests are exempt from all but cycles. */
export function factsOf(sources: Sources): { all: readonly ModuleFacts[]; shipped: readonly ModuleFacts[] } {
  const all = [...sources].map(([path, source]) => readFacts(path, source));
  return { all, shipped: all.filter(({ path }) => !isTestFile(path)) };
}
