/** A schema that came as a boolean or as JSON text, as an object that says the same; anything else as it is. */
export const upgradeSchema = (schema: unknown): unknown => {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  if (typeof schema !== "string") return schema;
  try {
    const parsed: unknown = JSON.parse(schema);
    return typeof parsed === "string" ? schema : upgradeSchema(parsed);
  } catch {
    return schema;
  }
};
