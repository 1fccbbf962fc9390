import { toFault } from "./fault.ts";
import type { FieldError, Path } from "./types.ts";

const hasFault = (faults: readonly FieldError[], level: number, ...keywords: string[]): boolean => {
  return faults.some(({ path, keyword }) => path.length === level && keywords.includes(keyword));
};

/** A branch that the value misses as a whole: another kind, or another one of the choices. */
const isChoice = (faults: readonly FieldError[], level: number): boolean => {
  return faults.length === 1 && hasFault(faults, level, "type", "enum", "const");
};

const distance = (faults: readonly FieldError[], level: number): number => {
  const isOther = hasFault(faults, level, "type", "enum", "const");
  const isOtherTag = hasFault(faults, level + 1, "enum", "const");
  return (isOther ? 1_000_000 : 0) + (isOtherTag ? 1000 : 0) + faults.length;
};

/** The faults of the branch that the value was most likely meant for; of mere choices one fault for all. */
export const nearestBranch = (
  branches: readonly (readonly FieldError[])[],
  at: Path,
  keyword: string,
): readonly FieldError[] => {
  const level = at.length;
  const [nearest] = branches
    .filter((faults) => faults.length > 0)
    .sort((one, other) => distance(one, level) - distance(other, level));
  if (!nearest) return [toFault(at, keyword)];
  if (!isChoice(nearest, level)) return nearest;
  const choices = branches.filter((faults) => isChoice(faults, level)).flat();
  if (choices.length === 1) return choices;
  const allowed = choices.flatMap(({ keyword: word, params }) =>
    word === "const" ? [params.value] : (params.allowed ?? []),
  );
  if (allowed.length > 0) return [toFault(at, "enum", { allowed })];
  const type = new Set(choices.flatMap(({ params }) => params.type));
  return [toFault(at, "type", { type: [...type] })];
};
