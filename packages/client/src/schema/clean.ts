import { isPlainObject } from "../protocol/trust.ts";
import { schemaKeywords, schemaMapKeywords } from "./keywords.ts";
import { toUsablePattern } from "./patterns.ts";
import { setOwn } from "./plain-json.ts";
import { resolvePointer } from "./pointer.ts";
import { collectAddresses, counter } from "./validator.ts";
import { isSound, toCurrentDraft } from "./words.ts";

/**
 * Makes a private copy usable in place, given its text, too: every schema in it, wherever one may stand. Data is left alone.
 * Returns whether something was dropped. What was dropped asks for nothing, so what would then refuse
 * more than before goes, too: a `not`, an `if`, the one of `oneOf`, a limit to what is left over.
 */
export const cleanSchema = (root: Record<string, unknown>, text: string): boolean => {
  const lookup = collectAddresses(root, text);
  const seen = new Set<unknown>();
  const lossy = new Set<unknown>();

  /**
   * The part inside the document that the `$ref` of a schema leads to by pointer, `$anchor` or `$id`; undefined
   * where it leads elsewhere or nowhere.
   */
  const targetOf = ({ __absolute_ref__: address, $ref }: Record<string, unknown>): unknown => {
    const target = lookup[String(address)] ?? resolvePointer(root, String($ref));
    if (typeof target !== "boolean" && !isPlainObject(target)) return undefined;
    lookup[String(address)] = target;
    lookup[String($ref)] = target;
    return target;
  };

  const visit = (part: unknown): unknown => {
    if (typeof part === "boolean" || seen.has(part)) return part;
    const schema = isPlainObject(part) ? part : {};
    const drop = (key = "") => {
      lossy.add(schema);
      delete schema[key];
    };
    seen.add(schema);
    if (schema !== part) drop();
    toCurrentDraft(schema);
    let hasLostNames = false;
    for (const [key, value] of Object.entries(schema)) {
      let isLossy = false;
      const take = (inner: unknown): unknown => {
        const made = visit(inner);
        isLossy ||= lossy.has(made);
        return made;
      };
      if (!isSound(key, value)) {
        drop(key);
      } else if (key === "$ref") {
        const target = targetOf(schema);
        if (target === undefined) drop(key);
        else take(target);
      } else if (key === "pattern") {
        schema[key] = toUsablePattern(value);
        // Beside this format zod writes a dear one, which says little more.
        if (schema[key] === null && schema.format === "email") delete schema[key];
        if (schema[key] === null) drop(key);
      } else if (schemaKeywords.has(key)) {
        schema[key] = Array.isArray(value) ? value.map(take) : take(value);
      } else if (schemaMapKeywords.has(key)) {
        const isPatterns = key === "patternProperties";
        const map = isPatterns ? {} : Object(value);
        for (const [written, inner] of Object.entries(Object(value))) {
          const name = isPatterns ? toUsablePattern(written) : written;
          hasLostNames ||= name === null;
          const made = name !== null && take(inner);
          // Most are what they were, and a large map is not made anew.
          if (name !== null && (isPatterns || made !== inner)) setOwn(map, name, made);
        }
        schema[key] = map;
      }
      if (!isLossy) continue;
      lossy.add(schema);
      if (key === "oneOf") schema.anyOf ??= schema.oneOf;
      if (["not", "if", "oneOf"].includes(key)) delete schema[key];
    }
    // What a lost pattern allowed would be refused as additional.
    if (hasLostNames) drop("additionalProperties");
    if (lossy.has(schema)) {
      for (const key of ["unevaluatedProperties", "unevaluatedItems", "maxContains"]) delete schema[key];
    }
    // Last, since it makes everything else that is done to a schema slow.
    return Object.defineProperty(schema, "$recursiveRef", counter);
  };

  visit(root);
  return lossy.size > 0;
};
