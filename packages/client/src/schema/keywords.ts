/** The words of a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Keywords whose value is one schema, or a list of them. */
export const schemaKeywords: ReadonlySet<string> = words(
  "additionalProperties allOf anyOf contains else if items not oneOf prefixItems propertyNames then unevaluatedItems unevaluatedProperties",
);

/** Keywords whose value maps names to schemas; those of `$defs` count where a reference leads to them. */
export const schemaMapKeywords: ReadonlySet<string> = words("dependentSchemas patternProperties properties");
