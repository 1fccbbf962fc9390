import { toFault } from "./fault.ts";
import { schemaKeywords, schemaMapKeywords } from "./keywords.ts";
import { locate, type Place } from "./locate.ts";
import { nearestBranch } from "./nearest-branch.ts";
import { own } from "./plain-json.ts";
import { follow } from "./pointer.ts";
import { tidy } from "./tidy.ts";
import type { FieldError } from "./types.ts";

/** What the validator says of one keyword that refused. */
export interface OutputUnit {
  readonly instanceLocation: string;
  readonly keyword: string;
  readonly keywordLocation: string;
  /** The validator's own words. */
  readonly error: string;
}

/** Whether a keyword only repeats the faults of the schemas below it. */
const isParent = (keyword: string): boolean => {
  if (keyword === "not" || keyword === "contains") return false;
  return keyword.startsWith("$") || schemaKeywords.has(keyword) || schemaMapKeywords.has(keyword);
};

/** Turns the validator's units into faults, each once and at the place where it can be mended. */
export const mapErrors = (
  units: readonly OutputUnit[],
  root: unknown,
  value: unknown,
): readonly FieldError[] => {
  let at = 0;
  let told = "";

  /** Takes the next units as long as they are of a keyword below this location, which they follow. */
  const take = (below: string): readonly FieldError[] => {
    const faults: FieldError[] = [];
    let parent = "";
    for (let unit = units[at]; unit !== undefined; unit = units[at]) {
      const { keyword, keywordLocation, instanceLocation, error } = unit;
      const isFalse = keyword === "false";
      // The keyword location of `false` is that of the value, so it goes with the unit before, if there is one.
      if (!isFalse && !keywordLocation.startsWith(below)) break;
      at += 1;
      const { path, holder } = follow(instanceLocation, value);
      const place = locate(root, keywordLocation);
      if (isFalse) {
        if (parent !== "") faults.push(toFault(path, parent));
      } else if (keyword === "anyOf" || keyword === "oneOf") {
        const schemas = [place?.value].flat();
        const branches = schemas.map((_, index) => take(`${keywordLocation}/${index}/`));
        const fits = schemas.some((schema, index) => schema !== false && branches[index]?.length === 0);
        faults.push(...(fits ? [toFault(path, keyword)] : nearestBranch(branches, path, keyword)));
      } else if (!place?.through.includes("contains")) {
        parent = isParent(keyword) ? keyword : "false";
        if (place?.through.includes("propertyNames")) {
          faults.push(toFault(path, "propertyNames"));
        } else if (keyword === "required") {
          // There is one unit for each that is missing, and the first one tells of all.
          const isTold = told === keywordLocation + instanceLocation;
          told = keywordLocation + instanceLocation;
          for (const missing of [place?.value].flat().map(String)) {
            if (!isTold && own(holder, missing) === undefined)
              faults.push(toFault([...path, missing], keyword, { missing }));
          }
        } else if (parent === "false") {
          faults.push(toFault(path, keyword, place ? toParams(keyword, place) : {}, error));
        }
      }
    }
    return tidy(faults);
  };

  const faults = take("");
  // An answer that was refused has at least one fault, whatever the mapping made of it.
  return faults.length > 0 || units.length === 0 ? faults : [toFault([], "false")];
};

/** What the value of a keyword is called for a translation; of any other keyword it is the limit. */
const paramNames: Readonly<Record<string, string>> = {
  type: "type",
  enum: "allowed",
  const: "value",
  pattern: "pattern",
  format: "format",
};

const toParams = (keyword: string, { schema, value }: Place): FieldError["params"] => {
  const { type, minimum, maximum } = schema;
  return {
    integer: [type].flat().includes("integer"),
    minimum,
    maximum,
    // A pattern without the test for its length, see `toUsablePattern`.
    [paramNames[keyword] ?? "limit"]: keyword === "pattern" ? String(value).replace(/^.*?\)\|/, "") : value,
  };
};
