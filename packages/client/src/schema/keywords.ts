const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Keywords whose value is one schema, or a list of them. */
export const schemaKeywords: ReadonlySet<string> = words(
  "additionalItems additionalProperties allOf anyOf contains contentSchema else if items not oneOf prefixItems propertyNames then unevaluatedItems unevaluatedProperties",
);

/** Keywords whose value maps names to schemas; in `dependencies` also to lists of names. */
export const schemaMapKeywords: ReadonlySet<string> = words(
  "$defs definitions dependencies dependentSchemas patternProperties properties",
);
