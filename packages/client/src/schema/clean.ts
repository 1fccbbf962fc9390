import { isPlainObject } from "../protocol/trust.ts";
import { schemaKeywords, schemaMapKeywords } from "./keywords.ts";
import { toUsablePattern } from "./patterns.ts";
import { resolvePointer } from "./pointer.ts";

/**
 * Makes a private copy usable in place: every schema in it, wherever one may stand. Data is left alone.
 * `warn` hears what kind of thing was dropped.
 */
export function cleanSchema(root: Record<string, unknown>, warn: (what: string) => void): void {
  const visit = (schema: unknown): unknown => {
    if (typeof schema === "boolean") return schema;
    if (!isPlainObject(schema)) {
      warn("part");
      return {};
    }
    if ("$ref" in schema && !isUsableRef(root, schema.$ref)) {
      warn("reference");
      // Nothing is left to check, also where it is the root.
      for (const key of Object.keys(schema)) delete schema[key];
    }
    cleanPatterns(schema, warn);
    for (const [key, value] of Object.entries(schema)) {
      if (schemaMapKeywords.has(key)) {
        if (isPlainObject(value)) {
          for (const [name, part] of Object.entries(value)) {
            // Where there is a member of this name, even __proto__ is written as data.
            if (key !== "dependencies" || !Array.isArray(part)) value[name] = visit(part);
          }
        } else {
          warn("part");
          delete schema[key];
        }
      } else if (schemaKeywords.has(key)) {
        schema[key] = Array.isArray(value) ? value.map(visit) : visit(value);
      }
    }
    convertDialect(schema);
    return schema;
  };
  visit(root);
}

function isUsableRef(root: unknown, ref: unknown): boolean {
  return typeof ref === "string" && (/^#[^/]/.test(ref) || resolvePointer(root, ref) !== undefined);
}

function cleanPatterns(schema: Record<string, unknown>, warn: (what: string) => void): void {
  const { pattern, patternProperties } = schema;
  if (pattern !== undefined) {
    const usable = typeof pattern === "string" ? toUsablePattern(pattern) : null;
    if (usable === null) {
      warn("pattern");
      delete schema.pattern;
    } else {
      schema.pattern = usable;
    }
  }
  if (!isPlainObject(patternProperties)) return;
  schema.patternProperties = Object.fromEntries(
    Object.entries(patternProperties).flatMap(([name, part]) => {
      const usable = toUsablePattern(name);
      if (usable !== null) return [[usable, part]];
      warn("pattern");
      // The names it allowed would be refused as additional ones.
      delete schema.additionalProperties;
      delete schema.unevaluatedProperties;
      return [];
    }),
  );
}

/** Words of OpenAPI and draft 4 that the validator would ignore or misread. */
function convertDialect(schema: Record<string, unknown>): void {
  const { type, nullable } = schema;
  const values = schema.enum;
  if (nullable === true && (typeof type === "string" || Array.isArray(type))) {
    schema.type = [...new Set([type, "null"].flat())];
    if (Array.isArray(values) && !values.includes(null)) schema.enum = [...values, null];
  }
  delete schema.nullable;
  // The validator would take an `id` for an address, also that of an example.
  if (typeof schema.id === "string") delete schema.id;
  for (const [strict, limit] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const { [strict]: isStrict, [limit]: bound } = schema;
    if (typeof isStrict !== "boolean") continue;
    delete schema[strict];
    if (!isStrict || bound === undefined) continue;
    schema[strict] = bound;
    delete schema[limit];
  }
}
