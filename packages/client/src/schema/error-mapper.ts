import { toFault } from "./fault.ts";
import { locate, type Place } from "./locate.ts";
import { nearestBranch } from "./nearest-branch.ts";
import { own } from "./plain-json.ts";
import { parsePointer } from "./pointer.ts";
import type { FieldError, Path } from "./types.ts";

/** What the validator says of one keyword that refused. */
export interface OutputUnit {
  readonly instanceLocation: string;
  readonly keyword: string;
  readonly keywordLocation: string;
  /** The validator's own words. */
  readonly error: string;
}

/** Keywords that only repeat the faults of the schemas below them. */
const parents = new Set([
  "$recursiveRef",
  "$ref",
  "additionalItems",
  "additionalProperties",
  "allOf",
  "dependencies",
  "dependentSchemas",
  "if",
  "items",
  "patternProperties",
  "prefixItems",
  "properties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Turns the validator's units into faults, each once and at the place where it can be mended. */
export function mapErrors(
  units: readonly OutputUnit[],
  root: unknown,
  value: unknown,
): readonly FieldError[] {
  const places = new Map<string, Place | null>();
  const placeOf = (location: string): Place | null => {
    let place = places.get(location);
    if (place === undefined) {
      place = locate(root, location);
      places.set(location, place);
    }
    return place;
  };

  const collect = (list: readonly OutputUnit[]): FieldError[] => {
    const faults: FieldError[] = [];
    let parent = "false";
    for (let at = 0; at < list.length; at += 1) {
      const unit = list[at];
      if (!unit) break;
      const path = toPath(unit.instanceLocation, value);
      if (unit.keyword === "anyOf" || unit.keyword === "oneOf") {
        const { branches, end } = splitBranches(list, at, unit.keywordLocation);
        const all = placeOf(unit.keywordLocation)?.value;
        const fits =
          unit.keyword === "oneOf" &&
          Array.isArray(all) &&
          all.some((schema, index) => schema !== false && !branches.has(String(index)));
        if (fits) faults.push(toFault(path, "oneOf"));
        else faults.push(...nearestBranch([...branches.values()].map(collect), path, unit.keyword));
        at = end - 1;
      } else if (unit.keyword === "false") {
        faults.push(toFault(path, parent));
      } else {
        const place = placeOf(unit.keywordLocation.replace(/dependantRequired$/, "dependentRequired"));
        if (place?.through.includes("contains")) continue;
        if (place?.through.includes("propertyNames")) faults.push(toFault(path, "propertyNames"));
        else if (!parents.has(unit.keyword)) faults.push(...toFaults(unit, path, place, value));
        else if (unit.keyword === "dependencies")
          faults.push(...toMissing(path, dependents(place, path, value)));
        parent = parents.has(unit.keyword) ? unit.keyword : "false";
      }
    }
    return tidy(faults);
  };

  const faults = collect(units);
  // An answer that was refused has at least one fault, whatever the mapping made of it.
  return faults.length > 0 || units.length === 0 ? faults : [toFault([], "false")];
}

/** The units of each branch of an `anyOf` or `oneOf`, which follow its own unit. */
function splitBranches(
  list: readonly OutputUnit[],
  start: number,
  location: string,
): { branches: Map<string, OutputUnit[]>; end: number } {
  const branches = new Map<string, OutputUnit[]>();
  let branch: OutputUnit[] | undefined;
  let end = start + 1;
  for (; end < list.length; end += 1) {
    const unit = list[end];
    if (!unit) break;
    if (unit.keyword === "false") {
      // Its keyword location is that of the value, so it goes with the unit before.
      branch?.push(unit);
      continue;
    }
    if (!unit.keywordLocation.startsWith(`${location}/`)) break;
    const index = unit.keywordLocation.slice(location.length + 1).split("/")[0] ?? "";
    branch = branches.get(index) ?? [];
    branches.set(index, branch);
    branch.push(unit);
  }
  return { branches, end };
}

function toFaults(
  { keyword, error }: OutputUnit,
  path: Path,
  place: Place | null,
  value: unknown,
): readonly FieldError[] {
  if (keyword === "required" && Array.isArray(place?.value)) {
    const holder = valueAt(value, path);
    return toMissing(
      path,
      place.value.filter((name) => typeof name === "string" && own(holder, name) === undefined),
    );
  }
  if (keyword === "dependentRequired") return toMissing(path, dependents(place, path, value), keyword);
  return [toFault(path, keyword, place ? toParams(keyword, place) : {}, error)];
}

function toMissing(path: Path, names: readonly string[], keyword = "required"): readonly FieldError[] {
  return names.map((name) => toFault([...path, name], keyword, { missing: name }));
}

/** The names that the value lacks although others that it has ask for them. */
function dependents(place: Place | null, path: Path, value: unknown): readonly string[] {
  const holder = valueAt(value, path);
  return Object.entries(Object(place?.value)).flatMap(([name, needed]) =>
    own(holder, name) !== undefined && Array.isArray(needed)
      ? needed.filter((key) => typeof key === "string" && own(holder, key) === undefined)
      : [],
  );
}

function toParams(keyword: string, { schema, value }: Place): Readonly<Record<string, unknown>> {
  const range = {
    integer: [schema.type].flat().includes("integer"),
    minimum: schema.minimum,
    maximum: schema.maximum,
  };
  switch (keyword) {
    case "type":
      return { ...range, type: value };
    case "enum":
      return { allowed: value };
    case "const":
      return { value };
    case "pattern":
    case "format":
      return { [keyword]: value };
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return { ...range, limit: value };
    default:
      return typeof value === "number" ? { limit: value } : {};
  }
}

/** Keywords that say less than another one at the same place. */
const weaker: Readonly<Record<string, readonly string[]>> = { type: ["enum", "const"], pattern: ["format"] };

/** Each fault once, and only the one that says most; of faults and their echo only the faults. */
function tidy(faults: readonly FieldError[]): FieldError[] {
  const byKey = new Map(faults.map((fault) => [JSON.stringify([fault.path, fault.keyword]), fault]));
  const list = [...byKey.values()].filter(
    ({ path, keyword }) => !weaker[keyword]?.some((word) => byKey.has(JSON.stringify([path, word]))),
  );
  return list.filter((fault) => {
    if (!fault.keyword.startsWith("unevaluated")) return true;
    // What a failed part of the schema covered counts as unevaluated, too.
    const holder = fault.path.slice(0, -1);
    return !list.some(
      (other) =>
        !other.keyword.startsWith("unevaluated") && holder.every((key, at) => other.path[at] === key),
    );
  });
}

function toPath(location: string, value: unknown): Path {
  const path: (string | number)[] = [];
  let place = value;
  for (const key of parsePointer(location) ?? []) {
    path.push(Array.isArray(place) ? Number(key) : key);
    place = own(place, key);
  }
  return path;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((place, key) => own(place, key), value);
}
