import { posix } from "node:path";
import type { FloorPlan, Place } from "./floor-plan.ts";

/** The package specifiers that a file of the plan may import: its own dependencies, by public entry. */
export type MayImport = (specifier: string) => boolean;

function placeOf(plan: FloorPlan, path: string): Place | undefined {
  const inside = path.slice(plan.src.length);
  const places = plan.places ?? [];
  // A file's own line in the table wins over one by name: `use-readable.ts` over `use-*`.
  const exact = places.find(({ at }) => (at.endsWith("/") ? inside.startsWith(at) : inside === at));
  return (
    exact ??
    places.find(({ at }) => !inside.includes("/") && at.endsWith("*") && inside.startsWith(at.slice(0, -1)))
  );
}

/** The file that a relative import means, whether it is there or not. */
export const resolveImport = (from: string, specifier: string): string =>
  posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ""));

const isRelative = (specifier: string): boolean => /^\.\.?(\/|$)/.test(specifier);

const name = ({ at, level, entry }: Place): string => `${at} (${entry ? "entry, sees L" : "L"}${level})`;

function brokenLevel(plan: FloorPlan, from: string, to: string): string | undefined {
  const [source, target] = [placeOf(plan, from), placeOf(plan, to)];
  // Files without a level are reported once by themselves.
  if (!source || !target) return undefined;
  if (source === target) {
    const siblings = source.at.endsWith("/") || source.together === true;
    return siblings ? undefined : `${name(source)} imports itself`;
  }
  if (target.entry && !source.madeOf?.includes(target.at))
    return `${name(source)} imports the entry ${name(target)}`;
  const allowed = source.entry ? target.level <= source.level : target.level < source.level;
  return allowed ? undefined : `${name(source)} imports ${name(target)}`;
}

/** Why an import is against the house rules, or `undefined`. */
export function brokenImport(
  plan: FloorPlan,
  from: string,
  specifier: string,
  mayImport: MayImport,
): string | undefined {
  if (specifier.startsWith("node:")) return plan.node ? undefined : "imports a module of Node";
  if (!isRelative(specifier)) return mayImport(specifier) ? undefined : "is no public entry of a dependency";
  const to = resolveImport(from, specifier);
  return to.startsWith(plan.src) ? brokenLevel(plan, from, to) : `leaves ${plan.src}`;
}

/** Whether the table gives the file a level. */
export const hasLevel = (plan: FloorPlan, path: string): boolean =>
  plan.places === undefined || placeOf(plan, path) !== undefined;
