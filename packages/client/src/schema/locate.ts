import { isPlainObject } from "../protocol/trust.ts";
import { schemaMapKeywords } from "./keywords.ts";
import { own } from "./plain-json.ts";
import { parsePointer, resolvePointer } from "./pointer.ts";

/** The keyword that refused, in its schema. */
export interface Place {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  /** The keywords on the way there, such as `contains`. */
  readonly through: readonly string[];
}

/** Follows a keyword location of the validator, through `$ref`; null where it cannot be followed. */
export const locate = (root: unknown, location: string): Place | null => {
  const through: string[] = [];
  let schema: unknown;
  let value = root;
  let isName = false;
  for (const key of parsePointer(location) ?? []) {
    if (isName) {
      value = own(value, key);
      isName = false;
      continue;
    }
    schema = value;
    through.push(key);
    value = key === "$ref" ? resolvePointer(root, String(own(value, key))) : own(value, key);
    isName = schemaMapKeywords.has(key) || Array.isArray(value);
  }
  through.pop();
  return isPlainObject(schema) ? { schema, value, through } : null;
};
