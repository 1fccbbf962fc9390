import { isPlainObject } from "../protocol/trust.ts";
import { schemaKeywords, schemaListKeywords, schemaMapKeywords } from "./keywords.ts";
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
export function locate(root: unknown, location: string): Place | null {
  const keys = parsePointer(location);
  if (!keys) return null;
  const through: string[] = [];
  let schema: unknown = root;
  for (let at = 0; at < keys.length; at += 1) {
    const keyword = keys[at] ?? "";
    if (!isPlainObject(schema)) return null;
    const value = own(schema, keyword);
    if (at === keys.length - 1) return { schema, value, through };
    through.push(keyword);
    if (keyword === "$ref") {
      schema = typeof value === "string" ? resolvePointer(root, value) : undefined;
    } else if (schemaMapKeywords.has(keyword) || (schemaListKeywords.has(keyword) && Array.isArray(value))) {
      at += 1;
      const key = keys[at] ?? "";
      // The location of a map or list itself.
      if (at === keys.length - 1) return { schema, value: own(value, key), through };
      schema = own(value, key);
    } else if (schemaKeywords.has(keyword)) {
      schema = value;
    } else {
      return null;
    }
  }
  return null;
}
