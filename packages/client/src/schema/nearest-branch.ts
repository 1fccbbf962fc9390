import { toFault } from "./fault.ts";
import type { FieldError, Path } from "./types.ts";

/** A branch that the value misses as a whole: another kind, or another one of the choices. */
function isChoice(faults: readonly FieldError[], at: Path): boolean {
  const fault = faults[0];
  return (
    fault !== undefined &&
    faults.length === 1 &&
    fault.path.length === at.length &&
    ["type", "enum", "const"].includes(fault.keyword)
  );
}

function distance(faults: readonly FieldError[], at: Path): number {
  const own = faults.some((fault) => fault.path.length === at.length && fault.keyword === "type");
  const tag = faults.some((fault) => isTag(fault, at));
  return (own || isChoice(faults, at) ? 1_000_000 : 0) + (tag ? 1000 : 0) + faults.length;
}

/** The faults of the branch that the value was most likely meant for; of mere choices one fault for all. */
export function nearestBranch(
  branches: readonly (readonly FieldError[])[],
  at: Path,
  keyword: string,
): readonly FieldError[] {
  let nearest: readonly FieldError[] | undefined;
  for (const faults of branches) {
    if (faults.length > 0 && (!nearest || distance(faults, at) < distance(nearest, at))) nearest = faults;
  }
  if (!nearest) return [toFault(at, keyword)];
  if (!isChoice(nearest, at)) return nearest;
  const choices = branches.filter((faults) => isChoice(faults, at)).flat();
  if (choices.length === 1) return choices;
  const allowed = choices.flatMap(allowedBy);
  if (allowed.length > 0) return [toFault(at, "enum", { allowed })];
  const types = new Set(choices.flatMap(({ params }) => params.type));
  const numeric = choices.find(({ params }) => params.type === "integer" || params.type === "number");
  return [toFault(at, "type", { ...numeric?.params, type: [...types] })];
}

function isTag({ path, keyword }: FieldError, at: Path): boolean {
  return path.length === at.length + 1 && (keyword === "const" || keyword === "enum");
}

function allowedBy({ keyword, params }: FieldError): readonly unknown[] {
  if (keyword === "const") return [params.value];
  return keyword === "enum" ? [params.allowed].flat() : [];
}
