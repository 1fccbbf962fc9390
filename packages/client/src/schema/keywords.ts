const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Keywords whose value is one schema. */
export const schemaKeywords: ReadonlySet<string> = words(
  "additionalItems additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties",
);

/** Keywords whose value is a list of schemas; `items` in older drafts. */
export const schemaListKeywords: ReadonlySet<string> = words("allOf anyOf items oneOf prefixItems");

/** Keywords whose value maps names to schemas; in `dependencies` also to lists of names. */
export const schemaMapKeywords: ReadonlySet<string> = words(
  "$defs definitions dependencies dependentSchemas patternProperties properties",
);
