import { isPlainObject } from "../protocol/trust.ts";
import { schemaKeywords, schemaMapKeywords, words } from "./keywords.ts";

const types = words("array boolean integer null number object string");

const isName = (value: unknown) => typeof value === "string";
const isType = (value: unknown) => types.has(String(value));

/** Whether a value is a list, of what passes the test, if there is one. */
const isList = (value: unknown, test = (_: unknown) => true) => Array.isArray(value) && value.every(test);

/** Whether a keyword holds what it takes; a word that is no keyword may hold anything. */
export const isSound = (key: string, value: unknown): boolean => {
  if (schemaKeywords.has(key)) return isList(value) === /Of$|^prefix/.test(key) && String(value) !== "";
  if (schemaMapKeywords.has(key)) return isPlainObject(value);
  if (/(in|ax)(imum|Length|Items|Properties|Contains)$|^multipleOf$/.test(key)) {
    return typeof value === "number" && (value > 0 || key !== "multipleOf");
  }
  if (key === "type") return isType(value) || (isList(value, isType) && String(value) !== "");
  if (key === "required") return isList(value, isName);
  // The validator looks a format up among names that every object knows.
  if (key === "format") return !(String(value) in {});
  return key !== "enum" || isList(value);
};

const oldWords = ["additionalItems", "dependencies", "dependentRequired"];
const strictLimits = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

/** Brings the words of drafts 4 to 7 and of OpenAPI in a schema to those of draft 2020-12. */
export const toCurrentDraft = (schema: Record<string, unknown>): void => {
  const { items, additionalItems, dependencies, dependentRequired } = schema;
  if (Array.isArray(items)) {
    if (items.length > 0) schema.prefixItems = items;
    schema.items = additionalItems ?? true;
  }
  // What a name asks for is a schema, also where it asks for names alone.
  const asked = [dependencies, dependentRequired].flatMap((map) => (map ? Object.entries(map) : []));
  if (asked.length > 0) {
    const parts = asked.map(([name, needed]) => ({
      dependentSchemas: { [name]: Array.isArray(needed) ? { required: needed } : needed },
    }));
    schema.allOf = [schema.allOf ?? [], parts].flat();
  }
  for (const [strict, limit] of strictLimits) {
    const isStrict = schema[strict];
    if (typeof isStrict !== "boolean") continue;
    schema[strict] = schema[limit];
    delete schema[isStrict ? limit : strict];
  }
  for (const word of oldWords) if (word in schema) delete schema[word];
  if (schema.nullable === true) {
    delete schema.nullable;
    // The validator's address of a reference is not enumerable.
    const part = { ...schema, __absolute_ref__: schema.__absolute_ref__ };
    for (const key of Object.keys(schema)) delete schema[key];
    schema.anyOf = [part, { type: "null" }];
  }
  // No format of any draft; the validator tests it in steps that double with each character.
  if (schema.format === "url") schema.format = "uri";
};
